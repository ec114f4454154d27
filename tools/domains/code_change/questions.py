"""The rubric as yes/no questions, one text a call."""

from collections.abc import Mapping

from ditto.state.domain import Question
from ditto.state.rubric import asked_in

from .prepared import prepared
from .schema import Draft


def questions(draft: Draft, rubric: str, tests: Mapping[str, str]) -> tuple[Question, ...]:
    """Return the rubric's questions about the words, and about the code where it names an input of the tests.

    A small model suspects any code that it is asked about; where nothing of the tests stands in it, there is no ground to.
    """
    texts = {"files": "\n\n".join(file.content for file in draft.files), "explanation": draft.explanation}
    named = prepared(draft, tests)
    return tuple(
        Question(one.field, texts[one.field], _pointed(one.question, one.field, named), one.message)
        for one in asked_in(rubric)
        if named or one.field != "files"
    )


def _pointed(question: str, field: str, named: tuple[str, ...]) -> str:
    return f"{question} Look at {named[0]}." if field == "files" else question
