"""The rubric as yes/no questions: which of them are worth asking, and what follows from the answers."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ditto.state.domain import Question
from ditto.state.review import Answer, Issue, Proof

UNJUDGED = "Not judged yet: the checker rejects this text."
"""The issue of a text that was not asked about: it finds nothing that the checker has not found."""


_ASKED = re.compile(r"^- (?P<field>\w+): (?P<question>.+)\n  (?P<message>.+)$", re.MULTILINE)


class Asked(NamedTuple):
    """A question as a rubric's page writes it: the field it is about, and what a yes means."""

    field: str
    question: str
    message: str


def asked_in(rubric: str) -> Iterator[Asked]:
    """Yield the questions of a rubric: `- FIELD: QUESTION`, and in the next line what a yes means."""
    return (Asked(**match.groupdict()) for match in _ASKED.finditer(rubric))


def worth_asking(questions: Sequence[Question], proof: Proof) -> list[Question]:
    """Return the questions about texts that the checker did not reject, else the first of all."""
    rejected = [_path(finding.field) for finding in proof.issues]
    return [one for one in questions if not any(_overlap(_path(one.field), path) for path in rejected)] or list(
        questions[:1]
    )


def _path(field: str) -> list[str]:
    """Return the parts of a field path: `actions[0].task` has three."""
    return re.findall(r"[^.\[\]]+", field)


def _overlap(one: Sequence[str], other: Sequence[str]) -> bool:
    """Whether one path is the other, or lies within it."""
    return all(first == second for first, second in zip(one, other, strict=False))


def derive(answered: Sequence[tuple[Question, Answer]], unasked: Sequence[Question]) -> list[Issue]:
    """Return an issue for each yes, and for each text that the checker rejected before it could be judged."""
    found = [
        Issue(field=question.field, message=question.message) for question, answer in answered if answer.answer == "yes"
    ]
    return found + [Issue(field=question.field, message=UNJUDGED) for question in unasked]


def parts(asked: Sequence[Question]) -> list[str]:
    """Return what each answer is kept under: the question's field, numbered from the second question about it."""
    fields = [question.field for question in asked]
    counts = [fields[: index + 1].count(field) for index, field in enumerate(fields)]
    return [field if count == 1 else f"{field}#{count}" for field, count in zip(fields, counts, strict=True)]
