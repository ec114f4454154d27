"""The rubric as yes/no questions: which of them are worth asking, and what follows from the answers."""

from collections.abc import Sequence

from ditto.state.domain import Question
from ditto.state.review import Answer, Issue, Proof


def worth_asking(questions: Sequence[Question], proof: Proof) -> list[Question]:
    """Return the questions about texts that the checker did not reject, else the first of all."""
    rejected = {finding.root for finding in proof.issues}
    return [question for question in questions if question.field not in rejected] or list(questions[:1])


def derive(answered: Sequence[tuple[Question, Answer]], unasked: Sequence[Question]) -> list[Issue]:
    """Return an issue for each yes, and for each text that the checker rejected before it could be judged."""
    found = [
        Issue(field=question.field, message=question.message) for question, answer in answered if answer.answer == "yes"
    ]
    return found + [
        Issue(field=question.field, message="Not judged yet: the checker rejects this text.") for question in unasked
    ]
