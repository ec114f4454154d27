"""Memory's documents as one process has read them: each is written once, so that what was read stays true."""

from collections.abc import Callable
from typing import Any, TypeVar

from ditto.state.canonical import Json
from ditto.state.errors import Tampered
from ditto.state.report import Call
from ditto.tools.memory import Document, MemoryStore, News, TaskRecord

T = TypeVar("T")


class _Saved(dict[str, Any]):
    """A document as it was saved, whole: a key that is missing was lost, and is no mistake of the reader."""

    def __missing__(self, key: str) -> Any:
        raise Tampered("a record of Memory cannot be read", where="Memory", found=f"no {key}")


class MemoryMirror:
    """What is known of one store; it grows by what is asked of the store and by what is saved through here.

    Complete while the task's lock is held since the last refresh, because nobody else writes then.
    """

    def __init__(self, store: MemoryStore) -> None:
        self._store = store
        self._documents: dict[tuple[str, str], Json] = {}
        self._read: dict[tuple[str, str], Any] = {}
        self._position = 0
        self.task: TaskRecord | None = None
        """The task at its opening; of what it says, only the first start stays true."""
        self.calls = 0
        """How many calls are reserved."""

    async def open(self, fingerprint: str, now: str) -> TaskRecord:
        """Begin the task or open it again, and read on."""
        self.task = await self._store.start(fingerprint, now)
        await self.refresh()
        return self.task

    async def look(self) -> None:
        """Read on in a task that is not to be begun."""
        self.task = await self._store.task()
        await self.refresh()

    async def refresh(self) -> None:
        """Read on."""
        self._learn(await self._store.news(self._position))

    async def step(self, limit: int, end: str) -> None:
        """Count one graph step, unless a document of kind `end` is saved, and read on."""
        self._learn(await self._store.step(limit, end, self._position))

    async def put(self, *documents: Document) -> None:
        """Save documents once, all or none."""
        position = await self._store.put(*documents)
        self._add(documents)
        self._position = max(self._position, position)

    async def reserve(self, call: Call, limit: int) -> int | None:
        """Record a call before it is made and return its number; None where `limit` calls are reserved already."""
        number = await self._store.reserve(call, limit)
        self.calls += number is not None
        return number

    def get(self, kind: str, name: str) -> Json | None:
        """Return a document, or None."""
        return self._documents.get((kind, name))

    def record(self, kind: str, name: str, read: Callable[[Json], T]) -> T | None:
        """Return a document as `read` reads it, or None; it is read once."""
        if (document := self.get(kind, name)) is None:
            return None
        if (kind, name) not in self._read:
            self._read[kind, name] = read(document)
        return self._read[kind, name]

    def names(self, kind: str) -> tuple[str, ...]:
        """Return the names of the documents of a kind in the order of their saving."""
        return tuple(name for one, name in self._documents if one == kind)

    def _learn(self, news: News) -> None:
        self._add(news.documents)
        self._position = max(self._position, news.position)
        self.calls = news.calls

    def _add(self, documents: tuple[Document, ...]) -> None:
        for one in documents:
            self._documents.setdefault((one.kind, one.name), _Saved(one.body))
