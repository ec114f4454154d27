"""What a run tells while it goes on; an observer gets each event as it happens."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ditto.state.answer import CallKey
from ditto.state.brief import RoundRecord
from ditto.state.decision import Decision
from ditto.state.errors import AnyReason
from ditto.state.report import Origin
from ditto.state.review import Finding, Review


@dataclass(frozen=True)
class Entered:
    """A node has begun."""

    node: str


@dataclass(frozen=True)
class Asking:
    """A call was reserved and is under way: the `spent`-th of `limit`, with `left` seconds to the deadline, if any."""

    key: CallKey
    provider: str
    spent: int
    limit: int
    left: float | None


@dataclass(frozen=True)
class Answered:
    """A call ended after `seconds`; `cause` names an outage."""

    key: CallKey
    seconds: float
    cause: str | None


@dataclass(frozen=True)
class Preparing:
    """A model is being made ready."""

    provider: str


@dataclass(frozen=True)
class Drafted:
    """A version stands; `previous` is the one before it."""

    version: int
    origin: Origin
    draft: dict[str, Any]
    previous: dict[str, Any] | None


@dataclass(frozen=True)
class Checked:
    """The deterministic gate has spoken."""

    version: int
    findings: tuple[Finding, ...]


@dataclass(frozen=True)
class Reviewed:
    """The reviewer has spoken."""

    review: Review


@dataclass(frozen=True)
class Skipped:
    """A version is not reviewed."""

    version: int
    reason: str


@dataclass(frozen=True)
class Paused:
    """A version waits for a person, who answers under this token."""

    version: int
    token: str
    detail: str


@dataclass(frozen=True)
class Decided:
    """A person has decided."""

    decision: Decision


@dataclass(frozen=True)
class Acted:
    """A round of a brief is recorded; round 0 is what the task began with."""

    record: RoundRecord


@dataclass(frozen=True)
class Stopped:
    """A stop rule holds."""

    reason: AnyReason
    detail: str


Event = (
    Entered
    | Preparing
    | Asking
    | Answered
    | Drafted
    | Checked
    | Reviewed
    | Skipped
    | Paused
    | Decided
    | Acted
    | Stopped
)
Observer = Callable[[Event], None]


def silent(event: Event) -> None:
    """Let an event pass."""
