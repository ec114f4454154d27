"""The rubric as yes/no questions, one text a call."""

import re

from ditto.state.domain import Question

from .schema import Draft

_QUESTION = re.compile(r"^- (?P<field>\w+): (?P<question>.+)\n  (?P<message>.+)$", re.MULTILINE)


def questions(draft: Draft, rubric: str) -> tuple[Question, ...]:
    """Return the rubric's questions about the code and about the words."""
    texts = {"files": "\n\n".join(file.content for file in draft.files), "explanation": draft.explanation}
    return tuple(
        Question(one["field"], texts[one["field"]], one["question"], one["message"])
        for one in _QUESTION.finditer(rubric)
    )
