"""Processes that open the databases of a fresh task at the same moment: each opens them, none is told of a lock."""

import asyncio
import multiprocessing
from multiprocessing.synchronize import Barrier
from pathlib import Path
from typing import Any

import pytest

from ditto.tools.checkpoints import open_checkpoints
from ditto.tools.sqlite_memory import SqliteMemory

PROCESSES, FILES = 6, 60
THREAD: Any = {"configurable": {"thread_id": "one"}}


async def open_the_checkpoints(path: Path) -> None:
    """Open and read once."""
    async with open_checkpoints(path) as saver:
        assert await saver.aget_tuple(THREAD) is None


async def open_memory(path: Path) -> None:
    """Begin the task."""
    memory = SqliteMemory(path)
    try:
        assert (await memory.start("f" * 64, "2026-01-01T00:00:00Z")).steps == 0
    finally:
        await memory.close()


def open_each(act: Any, directory: Path, together: Barrier, told: Any) -> None:
    """Open one fresh file after the other, each together with the other processes; tell what failed."""
    failed: list[str] = []
    for number in range(FILES):
        together.wait(30)
        try:
            asyncio.run(act(directory / f"{number}.sqlite"))
        except Exception as cause:
            failed.append(f"{cause!r} {cause}")
    told.put(failed)


@pytest.mark.parametrize("act", [open_the_checkpoints, open_memory])
def test_processes_that_create_a_database_at_the_same_moment_all_open_it(act: Any, tmp_path: Path) -> None:
    spawning = multiprocessing.get_context("forkserver")
    together, told = spawning.Barrier(PROCESSES), spawning.Queue()
    processes = [
        spawning.Process(target=open_each, args=(act, tmp_path, together, told), daemon=True) for _ in range(PROCESSES)
    ]
    for process in processes:
        process.start()
    assert [told.get(timeout=60) for _ in processes] == [[]] * PROCESSES
    for process in processes:
        process.join(30)
