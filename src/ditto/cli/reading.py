"""Reading a task that nothing runs: its records from Memory, opened read-only; no lock, no model, no Redis."""

from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

from ditto.agents.history import History
from ditto.agents.ledger import Ledger
from ditto.tools.memory import MemoryStore
from ditto.tools.sqlite_memory import SqliteMemory
from ditto.tools.subjects import INSTALLED, Subjects
from ditto.tools.workspace import Workspace

L = TypeVar("L", bound=Ledger[Any])


@asynccontextmanager
async def reading(directory: Path, subjects: Subjects = INSTALLED) -> AsyncGenerator[History | None]:
    """Open a task's history; None where it was never started. Raises BadRequest where the folder is no task's."""
    workspace = Workspace(directory, subjects=subjects)
    async with looking(directory, lambda memory: History(workspace=workspace, memory=memory)) as history:
        yield history


@asynccontextmanager
async def looking(folder: Path, opened: Callable[[MemoryStore], L]) -> AsyncGenerator[L | None]:
    """Open the records of the Memory in a folder; None where there is none yet."""
    path = folder / "memory.sqlite"
    if not path.exists():
        yield None
        return
    memory = SqliteMemory(path, read_only=True)
    try:
        ledger = opened(memory)
        await ledger.held.look()
        yield ledger
    finally:
        await memory.close()
