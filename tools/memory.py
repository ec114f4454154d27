"""Memory: the truth of what a task has spent and been answered (contract, section 3)."""

from typing import NamedTuple, Protocol

from ditto.state.answer import CallKey, Sample
from ditto.state.canonical import Json
from ditto.state.report import Call


class TaskRecord(NamedTuple):
    """The task as Memory knows it: its fingerprint, first start (ISO 8601, UTC), flow digest and steps taken."""

    fingerprint: str
    started_at: str
    flow: str | None
    steps: int


class MemoryStore(Protocol):
    """Keep one task durably; what passes `ditto.tools.memory_suite` is said to work.

    Every write is on disk when its call returns. Methods raise MemoryOutage where the store fails, Tampered where what
    is stored contradicts what is asked.
    """

    async def start(self, fingerprint: str, now: str) -> TaskRecord:
        """Begin the task or open it again; raises Tampered where the store belongs to another request."""
        ...

    async def task(self) -> TaskRecord | None:
        """Return the task, or None before its start."""
        ...

    async def keep_flow(self, flow: str) -> None:
        """Remember the digest of the flow's drawing."""
        ...

    async def step(self, limit: int) -> int:
        """Count one graph step; raises StepLimit where `limit` steps are used."""
        ...

    async def reserve(self, call: Call, limit: int) -> int | None:
        """Record a call before it is made and return its number; None where `limit` calls are reserved already."""
        ...

    async def settle(self, number: int, call: Call, sample: Sample | None) -> None:
        """Record a call's outcome together with its answer, in one transaction."""
        ...

    async def sample(self, key: CallKey) -> Sample | None:
        """Return the saved answer."""
        ...

    async def calls(self) -> tuple[Call, ...]:
        """Return every reserved call in order."""
        ...

    async def put(self, kind: str, name: str, document: Json) -> None:
        """Save a document once; the same again is a no-op, another raises Tampered."""
        ...

    async def get(self, kind: str, name: str) -> Json | None:
        """Return a document, or None."""
        ...

    async def names(self, kind: str) -> tuple[str, ...]:
        """Return the names of the saved documents of a kind in the order of their saving."""
        ...

    async def close(self) -> None:
        """Let go of the store; the task stays."""
        ...
