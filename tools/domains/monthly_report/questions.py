"""The rubric as yes/no questions: a small model answers one about one text well, and many at once badly."""

import re

from ditto.state.domain import Question

from .schema import Draft

_QUESTION = re.compile(r"^- (?P<field>\w+): (?P<question>.+)\n  (?P<message>.+)$", re.MULTILINE)


def questions(draft: Draft, rubric: str) -> tuple[Question, ...]:
    """Return the rubric's questions for those texts that the draft has."""
    texts = {
        "interpretation": draft.interpretation,
        "limitations": " ".join(draft.limitations),
        "actions": " ".join(action.task for action in draft.actions),
    }
    asked = _QUESTION.finditer(rubric)
    return tuple(Question(one["field"], text, one["question"], one["message"]) for one in asked if (text := texts[one["field"]]))
