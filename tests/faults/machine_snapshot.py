"""What a task's folder holds at a moment, read from copies, so that looking at it disturbs nothing."""

import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

MEMORY = "memory.sqlite"
_DATABASES = (MEMORY, "checkpoints.sqlite")
_UNKEPT = {"task.lock", *(f"{name}{end}" for name in _DATABASES for end in ("", "-wal", "-shm", "-journal"))}


class Snapshot(NamedTuple):
    """Every written file by its path, and the rows of Memory but for the step counter and the flow's drawing."""

    files: dict[str, bytes]
    memory: frozenset[tuple[Any, ...]]

    def count(self, kind: str) -> int:
        """Return how many documents of a kind Memory holds."""
        return sum(row[:2] == ("documents", kind) for row in self.memory)

    @property
    def calls(self) -> int:
        """How many calls Memory has recorded."""
        return sum(row[0] == "calls" for row in self.memory)


def snapshot(directory: Path) -> Snapshot:
    """Look at a task's folder."""
    return Snapshot({name: (directory / name).read_bytes() for name in kept(directory)}, _memory(directory))


def kept(directory: Path) -> list[str]:
    """Return the path of every file that is written for good; databases, locks and temporary files are not."""
    return sorted(_kept(directory))


def _kept(directory: Path) -> Iterator[str]:
    for path in directory.rglob("*"):
        relative = path.relative_to(directory).as_posix()
        if path.is_file() and relative not in _UNKEPT and path.suffix != ".tmp":
            yield relative


def _memory(directory: Path) -> frozenset[tuple[Any, ...]]:
    with tempfile.TemporaryDirectory() as folder:
        for path in directory.glob(f"{MEMORY}*"):
            shutil.copy(path, folder)
        copied = Path(folder) / MEMORY
        return frozenset(_rows(copied)) if copied.exists() else frozenset()


def _rows(path: Path) -> Iterator[tuple[Any, ...]]:
    db = sqlite3.connect(path)
    try:
        tables = {name for (name,) in db.execute("select name from sqlite_master where type = 'table'")}
        if "documents" not in tables:
            return
        yield from (("task", *row) for row in db.execute("select fingerprint, started_at from task"))
        yield from (("calls", *row) for row in db.execute("select number, document from calls"))
        yield from (("samples", *row) for row in db.execute("select purpose, version, document from samples"))
        yield from (("documents", *row) for row in db.execute("select kind, name, document from documents"))
    finally:
        db.close()
