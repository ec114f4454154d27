"""Everything that Ditto raises on purpose.

DittoError
├── Refused             the request cannot be served as it stands; mend it and try again
│   ├── BadSettings     ditto.yaml, the environment or an option
│   ├── BadRequest      request.json, policy.json, or a task that cannot be created or opened
│   ├── BadSource       a source file that does not hold what its subject expects
│   ├── Denied          the policy does not let this principal act
│   ├── StaleToken      a decision about something else than what waits now, or about nothing
│   ├── Tampered        a file or a record is not what was saved
│   └── StepLimit       the task has used all its graph steps
├── Busy                another runner holds the task
├── BadAnswer           a model's answer that an iteration task cannot use; final, what was saved stays
├── Outage              something outside failed; the task stays resumable
│   ├── ModelOutage     a model's server
│   ├── ContextOutage   Redis
│   ├── MemoryOutage    Memory or the checkpoints
│   └── FileOutage      the file system
└── Stop                a reason of the contract that ends the task; never leaves the graph
"""

from typing import Literal

StopReason = Literal[
    "completed",
    "needs-human",
    "missing-data",
    "max-rounds",
    "max-model-calls",
    "deadline",
    "invalid-draft",
    "invalid-review",
    "no-progress",
]
BriefReason = Literal["goal", "blocked", "round-limit", "budget"]
AnyReason = StopReason | BriefReason


class DittoError(Exception):
    """Carry what was found, what was expected and where, and word them as one line."""

    def __init__(self, problem: str, *, where: object = None, found: object = None, expected: object = None) -> None:
        super().__init__(problem)
        self.problem = problem
        self.where = None if where is None else str(where)
        self.found = None if found is None else str(found)
        self.expected = None if expected is None else str(expected)

    def __str__(self) -> str:
        facts = [
            f"found {self.found}" if self.found is not None else "",
            f"expected {self.expected}" if self.expected is not None else "",
        ]
        stated = ", ".join(fact for fact in facts if fact)
        place = f"{self.where}: " if self.where else ""
        worded = f"{place}{self.problem}" + (f": {stated}" if stated else "")
        return " ".join(worded.splitlines())  # a key or a path of somebody else's may hold a line break


class Refused(DittoError):
    """The request cannot be served as it stands."""


class BadSettings(Refused):
    """A setting is missing, unknown or out of its bounds."""


class BadRequest(Refused):
    """A task cannot be created or opened as asked."""


class BadSource(Refused):
    """A source does not hold what its subject expects."""


class Denied(Refused):
    """The policy does not let this principal act."""


class StaleToken(Refused):
    """A decision is about something else than what waits now, or nothing waits."""


class Tampered(Refused):
    """A file or record differs from what was saved."""


class StepLimit(Refused):
    """The task has used all its graph steps."""


class Busy(DittoError):
    """Another runner holds the task."""


class BadAnswer(DittoError):
    """A model's answer is not what was asked; asking again would be another task (contract, section 4)."""


class Outage(DittoError):
    """Something outside failed; the task stays resumable."""


class ModelOutage(Outage):
    """A model's server failed; `retry_after` is in seconds where another attempt makes sense, else None."""

    def __init__(
        self, problem: str, *, where: object = None, found: object = None, retry_after: float | None = None
    ) -> None:
        super().__init__(problem, where=where, found=found)
        self.retry_after = retry_after


class ContextOutage(Outage):
    """Redis failed or holds a value that was not asked for."""


class MemoryOutage(Outage):
    """Memory or the checkpoints failed."""


class FileOutage(Outage):
    """The file system refused a read or a write."""


class Stop(DittoError):
    """End the task for a reason of the contract (section 2, stopReason; section 4, stop order)."""

    def __init__(self, reason: AnyReason, detail: str) -> None:
        super().__init__(detail)
        self.reason: AnyReason = reason
