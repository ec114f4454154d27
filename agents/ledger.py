"""One task as Memory holds it, read by id; what every family of work rests on."""

import asyncio
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

from ditto.state.canonical import Json
from ditto.state.errors import Tampered
from ditto.tools.memory import MemoryStore
from ditto.tools.memory_mirror import MemoryMirror

T = TypeVar("T")


class TaskFolder(Protocol):
    """A task's files, under the fingerprint of its request."""

    @property
    def directory(self) -> Path:
        """The task's folder."""
        ...

    @property
    def fingerprint(self) -> str:
        """The digest of the request."""
        ...

    def authorize(self) -> object:
        """Re-read what fixes the task; raises Tampered or Denied."""
        ...


W = TypeVar("W", bound=TaskFolder)


def utc_now() -> datetime:
    """Return the wall clock's time."""
    return datetime.now(UTC)


@dataclass(kw_only=True)
class Ledger(Generic[W]):
    """One task's records."""

    workspace: W
    memory: MemoryStore
    clock: Callable[[], datetime] = utc_now
    held: MemoryMirror = field(init=False)
    """What was read from Memory and saved there; reads answer from it."""

    def __post_init__(self) -> None:
        self.held = MemoryMirror(self.memory)

    async def tool(self, act: Callable[..., Any], *arguments: Any) -> Any:
        """Run a tool of the workspace without blocking the event loop."""
        return await asyncio.to_thread(act, *arguments)

    def started(self) -> datetime | None:
        """Return the task's first start; raises Tampered where it is no time."""
        with self.readable():
            task = self.held.task
            return None if task is None else datetime.fromisoformat(task.started_at).astimezone(UTC)

    def document(self, kind: str, name: str) -> dict[str, Any]:
        """Return a document that Memory must hold; raises Tampered where it does not."""
        return self.required(self.held.get(kind, name), kind, name)

    def record(self, kind: str, name: str, read: Callable[[Json], T]) -> T | None:
        """Return a document as a record, or None; raises Tampered where it cannot be read."""
        with self.readable():
            return self.held.record(kind, name, read)

    def required(self, found: T | None, kind: str, name: str) -> T:
        """Return what was found; raises Tampered where Memory does not hold it."""
        if found is None:
            raise Tampered(f"Memory holds no {kind} {name}", where=self.workspace.directory)
        return found

    @contextmanager
    def readable(self) -> Generator[None]:
        """Say of a record whose bytes are not those that were saved what it is."""
        try:
            yield
        except (TypeError, ValueError) as cause:  # NotStrict among them
            found = " ".join(str(cause).split())[:200]
            raise Tampered("a record of Memory cannot be read", where=self.workspace.directory, found=found) from cause
