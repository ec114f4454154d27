"""What the two gates say of a draft."""

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from ditto.state.record import Record, Sha256

Verdict = Literal["pass", "revise", "needs-human"]
FieldPath = Annotated[str, Field(min_length=1, max_length=200)]
Message = Annotated[str, Field(min_length=1, max_length=2000)]


class Issue(Record):
    """Say of one field what is wrong with it."""

    field: FieldPath
    message: Message

    @property
    def root(self) -> str:
        """The field without indexes: `limitations[0]` and `actions.1.task` are `limitations` and `actions`."""
        return self.field.replace("[", ".").split(".")[0]


class Finding(Issue):
    """An issue of the checker: what is wrong, and what the writer is told to write instead."""

    remedy: Message


class Proof(Record):
    """The result of one deterministic check (contract, section 2)."""

    evidence_sha256: Sha256
    draft_id: Sha256
    issues: tuple[Finding, ...]


class ReviewAnswer(Record):
    """The form of a whole review as a model gives it: pass has no issues, the others at least one."""

    draft_id: Sha256
    verdict: Verdict
    issues: Annotated[tuple[Issue, ...], Field(max_length=64)]

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        if (self.verdict == "pass") != (not self.issues):
            raise ValueError(f"the verdict {self.verdict} stands beside {len(self.issues)} issues")
        return self


class Answer(Record):
    """One answered question of the rubric, kept as it was given."""

    field: FieldPath
    question: str
    text: str
    answer: Literal["yes", "no"]


class Reviewer(Record):
    """Name who reviewed."""

    provider: str
    model: str
    substituted: bool


class Review(ReviewAnswer):
    """A review as it is kept: bound to a version, with the raw answers it was derived from, if any."""

    version: int
    reviewer: Reviewer
    answers: tuple[Answer, ...] = ()
