"""Checkpoints: LangGraph's SQLite file, the position in the graph and nothing else; it may be lost at no cost."""

import asyncio
import os
import sqlite3
import stat
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from ditto.state.errors import FileOutage, MemoryOutage, Tampered


@asynccontextmanager
async def open_checkpoints(path: Path) -> AsyncGenerator[Any]:
    """Open the checkpointer on a file that its owner alone can read; its writes are NORMAL, Memory's are FULL."""
    from ditto.tools.checkpoint_saver import CheckpointSaver

    await asyncio.to_thread(_make_private, path)
    saver = await CheckpointSaver.opened(path)
    try:
        yield saver
    finally:
        await saver.close()


_LOST = "the checkpoints cannot be used; they may be deleted, the task then replays from Memory"
_PASSING = {
    sqlite3.SQLITE_BUSY: "the checkpoints are held by another process",
    sqlite3.SQLITE_FULL: "the checkpoints cannot be written, the disk is full",
    sqlite3.SQLITE_READONLY: "the checkpoints cannot be written, the file is read-only",
}


def unusable_checkpoints(path: Path, cause: Exception) -> MemoryOutage:
    """Say why the position in the graph cannot be read or kept, and what mends it."""
    found = f"{type(cause).__name__}: {' '.join(str(cause).split())[:160]}"
    problem = _PASSING.get(getattr(cause, "sqlite_errorcode", 0) & 0xFF, _LOST)
    return MemoryOutage(problem, where=path, found=found)


def _make_private(path: Path) -> None:
    if os.path.lexists(path) and not stat.S_ISREG(os.lstat(path).st_mode):
        raise Tampered("not a regular file", where=path)
    try:
        os.close(os.open(path, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600))
    except OSError as cause:
        raise FileOutage("the checkpoints cannot be opened", where=path, found=cause.strerror) from cause
