"""How a task ended, and on what grounds."""

from typing import Literal, Self

from pydantic import Field, model_validator

from ditto.state.binomial import Share
from ditto.state.errors import StopReason
from ditto.state.record import Record, Sha256, absent
from ditto.state.review import Finding, Review

Status = Literal["completed", "partial", "needs-human"]
Origin = Literal["seed", "model", "human"]
Purpose = Literal["generate", "revise", "review", "plan", "fill"]
Outcome = Literal["reserved", "answered", "failed", "cancelled"]


class Tokens(Record):
    """Tokens as the provider counted them; None where it did not."""

    prompt: int | None = None
    completion: int | None = None


class Call(Record):
    """One attempt to ask a model, reserved before it was made; `seconds` is None while it has no outcome."""

    purpose: Purpose
    version: int
    part: str
    attempt: int
    provider: str
    model: str
    substituted: bool
    node: str
    run: str
    reserved_at: str
    seconds: float | None = None
    tokens: Tokens = Tokens()
    outcome: Outcome = "reserved"
    cause: str | None = None


class Usage(Record):
    """What the task has spent."""

    model_calls: int
    started_at: str
    tokens: Tokens
    calls: tuple[Call, ...]


class Round(Record):
    """One version with what both gates said of it; `check_id` and `review` are None where the task ended before them.

    `skipped` says why a person's edit was not reviewed, `decision_id` names what a person decided on the version; a
    round that no person had part in is written without them.
    """

    version: int
    draft_id: str
    origin: Origin
    check_id: str | None
    review: Review | None
    issues: tuple[Finding, ...]
    skipped: str | None = Field(default=None, exclude_if=absent)
    decision_id: str | None = Field(default=None, exclude_if=absent)

    @property
    def accepted(self) -> bool:
        """Tell whether both gates passed this version."""
        return (
            self.check_id is not None and not self.issues and self.review is not None and self.review.verdict == "pass"
        )


class Cited(Record):
    """What a calibration says of the reviewer and of both gates, under this rubric, and the digest of its record."""

    calibration_sha256: Sha256
    provider: str
    model: str
    rubric_sha256: Sha256
    trials_sha256: Sha256
    missed: Share
    missed_by_both: Share
    false_alarms: Share


class Report(Record):
    """The end of a task (contract, section 2).

    `decision_id` names the approval of one that a person accepted, `calibration` cites a measurement of the reviewer of
    the accepted draft; a report without them is written without the keys.
    """

    request_id: str
    status: Status
    stop_reason: StopReason
    detail: str
    rounds: tuple[Round, ...]
    latest_draft_id: str | None
    best_draft_id: str | None
    accepted_draft_id: str | None
    accepted_by: Literal["model", "human"] | None
    decision_id: str | None = Field(default=None, exclude_if=absent)
    usage: Usage
    generated_at: str
    calibration: Cited | None = Field(default=None, exclude_if=absent)

    @model_validator(mode="after")
    def _of_the_reviewer(self) -> Self:
        review = self.rounds[-1].review if self.rounds and self.accepted_draft_id else None
        reviewer = (review.reviewer.provider, review.reviewer.model) if review else None
        if self.calibration and (self.calibration.provider, self.calibration.model) != reviewer:
            raise ValueError("the calibration is of another reviewer than the accepted draft's")
        return self


class Checkpoint(Record):
    """A run that stopped where it was asked to; the task goes on with the next run."""

    status: Literal["checkpoint"] = "checkpoint"
    stage: Literal["draft", "review", "report"]


def status_of(reason: StopReason) -> Status:
    """Return the status that goes with a stop reason."""
    if reason == "completed":
        return "completed"
    return "needs-human" if reason in ("needs-human", "missing-data") else "partial"


def best_round(rounds: tuple[Round, ...]) -> Round | None:
    """Return the version with the fewest open issues; of equal ones a reviewed one, and of those the latest.

    A version that was never checked is best only where there is no other.
    """

    def rank(one: Round) -> tuple[bool, bool, int, bool, int]:
        reviewed = len(one.review.issues) if one.review else 0
        return (
            one.accepted,
            one.check_id is not None,
            -len(one.issues) - reviewed,
            one.review is not None,
            one.version,
        )

    return max(rounds, key=rank, default=None)


def total(calls: tuple[Call, ...]) -> Tokens:
    """Add up tokens; None where no call counted any."""

    def added(counts: list[int | None]) -> int | None:
        known = [count for count in counts if count is not None]
        return sum(known) if known else None

    return Tokens(
        prompt=added([call.tokens.prompt for call in calls]),
        completion=added([call.tokens.completion for call in calls]),
    )
