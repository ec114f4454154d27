"""When a task stops, as one ordered table: the first rule that holds gives the reason (contract, section 2)."""

from collections.abc import Callable
from dataclasses import dataclass

from ditto.state.errors import StopReason
from ditto.state.review import Verdict


@dataclass(frozen=True, kw_only=True)
class Standing:
    """Where a task stands before its next action; what is not known yet keeps its default."""

    repeated: int | None = None
    """The earlier version that the new one repeats."""
    accepted: bool = False
    """Both gates passed the latest version."""
    approval: bool = False
    """The request asks for a person's approval before publication."""
    pauses: bool = False
    """The request asks to pause where a person must decide."""
    edited: bool = False
    """The version in work is a person's, whom no spent limit ends the task for."""
    skipped: str | None = None
    """Why the version in work was not reviewed."""
    verdict: Verdict | None = None
    version: int = 0
    max_rounds: int = 1
    writes: bool = False
    """The next action makes another version."""
    calls: int = 0
    max_calls: int = 1
    asks: bool = False
    """The next action asks a model."""
    elapsed: float = 0.0
    deadline: float = 1.0


@dataclass(frozen=True)
class Rule:
    """One reason to stop, or to pause for a person where `pauses` says so."""

    reason: StopReason
    holds: Callable[[Standing], bool]
    detail: Callable[[Standing], str]
    pauses: Callable[[Standing], bool] = lambda s: False


RULES: tuple[Rule, ...] = (
    Rule(
        "no-progress",
        lambda s: s.repeated is not None,
        lambda s: f"version {s.version} is identical to version {s.repeated}",
    ),
    Rule(
        "needs-human",
        lambda s: s.accepted and s.approval,
        lambda s: f"version {s.version} passed both gates and waits for the approval that the request asks for",
        lambda s: True,
    ),
    Rule("completed", lambda s: s.accepted, lambda s: f"version {s.version} passed both gates"),
    Rule(
        "needs-human",
        lambda s: s.verdict == "needs-human",
        lambda s: f"the reviewer asks for a person to decide on version {s.version}",
        lambda s: s.pauses or s.edited,
    ),
    Rule(
        "needs-human",
        lambda s: s.skipped is not None,
        lambda s: f"version {s.version} was not reviewed: {s.skipped}",
        lambda s: True,
    ),
    Rule(
        "max-rounds",
        lambda s: s.writes and s.version >= s.max_rounds,
        lambda s: f"version {s.version} of at most {s.max_rounds} is not accepted",
        lambda s: s.edited,
    ),
    Rule(
        "max-model-calls",
        lambda s: s.asks and s.calls >= s.max_calls,
        lambda s: f"all {s.max_calls} model calls are spent",
        lambda s: s.edited,
    ),
    Rule(
        "deadline",
        lambda s: s.asks and s.elapsed >= s.deadline,
        lambda s: f"{s.elapsed:.0f} of {s.deadline:.0f} seconds have passed since the task's start",
        lambda s: s.edited,
    ),
)


def first_rule(standing: Standing) -> Rule | None:
    """Return the first rule of the table that holds."""
    return next((rule for rule in RULES if rule.holds(standing)), None)
