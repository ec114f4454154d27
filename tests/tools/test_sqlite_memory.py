"""SqliteMemory keeps to one private regular file and names what is wrong with it."""

import sqlite3
from pathlib import Path
from typing import Any

import pytest

from ditto.state.answer import CallKey
from ditto.state.errors import MemoryOutage, Tampered
from ditto.tools.memory import Document
from ditto.tools.memory_trial import KEY, NOW, TASK, call, sample
from ditto.tools.sqlite_memory import SqliteMemory
from tests.tools.conftest import StartPython, first_line, modes


async def started(path: Path, **options: Any) -> SqliteMemory:
    """A store whose task has begun."""
    memory = SqliteMemory(path, **options)
    await memory.start(TASK, NOW)
    return memory


async def refused(path: Path, error: type[Exception], match: str) -> None:
    """Opening the file raises this error, which names the file."""
    memory = SqliteMemory(path)
    with pytest.raises(error, match=match) as raised:
        await memory.start(TASK, NOW)
    await memory.close()
    assert str(path) in str(raised.value)


async def test_the_file_is_its_owners_alone(tmp_path: Path) -> None:
    memory = await started(tmp_path / "memory.sqlite")
    assert set(modes(tmp_path).values()) == {"600"}
    await memory.close()


async def test_every_write_is_on_disk_when_it_returns(tmp_path: Path, start_python: StartPython) -> None:
    """A process that is killed right after reserving has spent the call."""
    code = """if True:
        import asyncio, os, pathlib, sys
        from ditto.tools.memory_trial import NOW, TASK, call
        from ditto.tools.sqlite_memory import SqliteMemory
        async def main():
            memory = SqliteMemory(pathlib.Path(sys.argv[1]))
            await memory.start(TASK, NOW)
            await memory.reserve(call(), 1)
            os.kill(os.getpid(), 9)
        asyncio.run(main())
    """
    assert start_python(code, tmp_path / "memory.sqlite").wait(60) == -9
    memory = await started(tmp_path / "memory.sqlite")
    assert [one.outcome for one in await memory.calls()] == ["reserved"]
    assert await memory.reserve(call(2), 1) is None
    await memory.close()


async def test_a_file_that_is_no_database_is_an_outage(tmp_path: Path) -> None:
    path = tmp_path / "memory.sqlite"
    path.write_bytes(b"month,grossCents,refundCents\n" * 100)
    await refused(path, MemoryOutage, "not a database")
    assert path.read_bytes().startswith(b"month,")


async def test_a_database_cut_short_is_an_outage(tmp_path: Path) -> None:
    path = tmp_path / "memory.sqlite"
    await (await started(path)).close()
    path.write_bytes(path.read_bytes()[:5000])
    await refused(path, MemoryOutage, "malformed|disk I/O")


async def test_a_database_locked_by_another_process_is_an_outage(tmp_path: Path, start_python: StartPython) -> None:
    path = tmp_path / "memory.sqlite"
    await (await started(path)).close()
    code = "import sqlite3, sys; db = sqlite3.connect(sys.argv[1]); db.execute('begin immediate'); print('held', flush=True); input()"
    assert first_line(start_python(code, path)) == "held"
    await refused(path, MemoryOutage, "locked")


@pytest.mark.parametrize("target", ["elsewhere.sqlite", "missing.sqlite", "memory.sqlite"])
async def test_a_symbolic_link_is_refused(target: str, tmp_path: Path) -> None:
    sqlite3.connect(tmp_path / "elsewhere.sqlite").close()
    (tmp_path / "memory.sqlite").symlink_to(tmp_path / target)
    await refused(tmp_path / "memory.sqlite", Tampered, "not a regular file")
    assert not (tmp_path / "missing.sqlite").exists()


@pytest.mark.parametrize("place", ["missing/memory.sqlite", "file/memory.sqlite"])
async def test_a_place_that_cannot_be_opened_is_an_outage(place: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    await refused(tmp_path / place, MemoryOutage, "Memory cannot be used")


async def test_a_newer_versions_file_is_refused_and_kept(tmp_path: Path) -> None:
    path = tmp_path / "memory.sqlite"
    await (await started(path)).close()
    with sqlite3.connect(path) as db:
        db.execute("insert into migrations values ('9999-from-the-future')")
    db.close()
    await refused(path, MemoryOutage, "newer version.*9999-from-the-future")


async def test_reading_alone_makes_no_file_and_writes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "memory.sqlite"
    absent = SqliteMemory(path, read_only=True)
    with pytest.raises(MemoryOutage):
        await absent.task()
    await absent.close()
    assert modes(tmp_path) == {}
    await (await started(path)).close()
    reader = SqliteMemory(path, read_only=True)
    task = await reader.task()
    assert task is not None and task.fingerprint == TASK
    with pytest.raises(MemoryOutage, match="readonly"):
        await reader.step(9, "report", 0)
    await reader.close()


@pytest.mark.parametrize("text", ["", "{", '{"unknown": 1}', "[]"])
async def test_a_record_that_was_edited_is_refused(text: str, tmp_path: Path) -> None:
    memory = await started(tmp_path / "memory.sqlite")
    number = await memory.reserve(call(), 1)
    assert number is not None
    await memory.settle(number, call(outcome="answered"), sample("text"))
    await memory.put(Document("report", "final", {"a": 1}))
    with sqlite3.connect(tmp_path / "memory.sqlite") as db:
        for table in ("calls", "samples", "documents"):
            db.execute(f"update {table} set document = ?", (text,))
    db.close()
    with pytest.raises(Tampered, match="cannot be read"):
        await memory.calls()
    with pytest.raises(Tampered, match="cannot be read"):
        await memory.sample(CallKey(*KEY))
    if text != '{"unknown": 1}':  # a document's own form is its reader's to know
        with pytest.raises(Tampered, match="cannot be read"):
            await memory.news(0)
    await memory.close()
