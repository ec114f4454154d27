"""Reading a task that nothing runs: its history from Memory, opened read-only; no lock, no model, no Redis."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

from ditto.agents.history import History
from ditto.tools.sqlite_memory import SqliteMemory
from ditto.tools.workspace import Workspace


@asynccontextmanager
async def reading(directory: Path) -> AsyncGenerator[History | None]:
    """Open a task's history; None where it was never started. Raises BadRequest where the folder is no task's."""
    workspace, path = Workspace(directory), directory / "memory.sqlite"
    if not path.exists():
        yield None
        return
    memory = SqliteMemory(path, read_only=True)
    try:
        history = History(workspace=workspace, memory=memory)
        await history.held.look()
        yield history
    finally:
        await memory.close()
