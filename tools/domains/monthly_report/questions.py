"""The rubric as yes/no questions: a small model answers one about one text well, and many at once badly."""

from collections.abc import Sequence

from ditto.state.domain import Question
from ditto.state.rubric import asked_in

from .prose import hint
from .schema import Draft


def questions(draft: Draft, rubric: str, house: Sequence[str]) -> tuple[Question, ...]:
    """Return the rubric's questions for those texts that the draft has, each with the word that is worth a look.

    `house` are items of the house rules; each is asked of all texts at once.
    """
    texts = {
        "interpretation": draft.interpretation,
        "limitations": " ".join(draft.limitations),
        "actions": " ".join(action.task for action in draft.actions),
    }
    asked = [one for one in asked_in(rubric) if texts[one.field]]
    own = [
        Question(one.field, texts[one.field], _pointed(one.question, one.field, texts), one.message) for one in asked
    ]
    whole = " ".join(draft.texts().values())
    return (
        *own,
        *(
            Question(
                f"rubric[{index}]", whole, f"Does the text break this rule: {item}", f"It breaks the house rule: {item}"
            )
            for index, item in enumerate(house)
        ),
    )


def _pointed(question: str, field: str, texts: dict[str, str]) -> str:
    word = None if field == "actions" else hint(texts[field])
    return f'{question} Look at the word "{word}".' if word else question
