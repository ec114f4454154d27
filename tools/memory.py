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


class Document(NamedTuple):
    """One document; it is written once under its kind and name, and never changed."""

    kind: str
    name: str
    body: Json


class News(NamedTuple):
    """What a reader who has come to a position does not know: the documents after it, in the order of their saving."""

    position: int
    """That of the last of them; the reader's own where there are none."""
    documents: tuple[Document, ...]
    calls: int
    """How many calls the task has reserved by now."""


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

    async def step(self, limit: int, end: str, after: int) -> News:
        """Count one graph step, unless a document of kind `end` is saved, and return what is new after a position.

        Raises StepLimit where `limit` steps are used.
        """
        ...

    async def news(self, after: int) -> News:
        """Return what is new after a position; 0 stands before the first document."""
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

    async def put(self, *documents: Document) -> int:
        """Save documents once, in one transaction, and return the position of the last.

        The same document again is a no-op; another under its kind and name raises Tampered, and nothing is saved.
        """
        ...

    async def close(self) -> None:
        """Let go of the store; the task stays."""
        ...
