"""The mirror of a store holds what the store holds, asks for each document once, and never learns of an unsaved one."""

from pathlib import Path
from typing import Any

import pytest

from ditto.state.errors import MemoryOutage, Tampered
from ditto.tools.memory import Document, News
from ditto.tools.memory_mirror import MemoryMirror
from ditto.tools.memory_trial import NOW, TASK, call
from ditto.tools.sqlite_memory import SqliteMemory


class Counting(SqliteMemory):
    """A store that notes which documents it was asked for."""

    told: list[tuple[str, ...]]

    async def news(self, after: int) -> News:
        """Return what is new, and note it."""
        news = await super().news(after)
        self.told = [*getattr(self, "told", []), tuple(one.name for one in news.documents)]
        return news


def version(name: str) -> Document:
    """A document of that name."""
    return Document("version", name, {"name": name})


@pytest.fixture
def store(tmp_path: Path) -> Counting:
    """A store that nothing was saved in."""
    return Counting(tmp_path / "memory.sqlite")


async def test_each_document_is_asked_for_once_and_own_ones_never(store: Counting) -> None:
    mirror, other = MemoryMirror(store), MemoryMirror(store)
    await mirror.open(TASK, NOW)
    await mirror.put(version("1"), version("2"))
    await mirror.refresh()
    await other.open(TASK, NOW)
    await other.put(version("3"))
    await mirror.refresh()
    assert store.told == [(), (), ("1", "2"), ("3",)]
    assert mirror.names("version") == other.names("version") == ("1", "2", "3")
    assert (mirror.get("version", "3"), mirror.get("version", "4")) == ({"name": "3"}, None)
    await store.close()


async def test_a_record_is_read_once(store: Counting) -> None:
    mirror = MemoryMirror(store)
    await mirror.open(TASK, NOW)
    await mirror.put(version("1"))
    first = mirror.record("version", "1", lambda body: [body])
    assert mirror.record("version", "1", lambda body: [body]) is first
    assert mirror.record("version", "2", lambda body: [body]) is None
    await store.close()


async def test_what_the_store_refuses_or_fails_to_save_is_not_held(
    store: Counting, monkeypatch: pytest.MonkeyPatch
) -> None:
    mirror = MemoryMirror(store)
    await mirror.open(TASK, NOW)
    await mirror.put(version("1"))
    with pytest.raises(Tampered):
        await mirror.put(version("2"), Document("version", "1", {}))

    async def failing(*documents: Any) -> int:
        raise MemoryOutage("Memory cannot be used")

    monkeypatch.setattr(store, "put", failing)
    with pytest.raises(MemoryOutage):
        await mirror.put(version("3"))
    assert (mirror.names("version"), mirror.get("version", "1")) == (("1",), {"name": "1"})
    await store.close()


async def test_calls_are_counted_from_the_store_and_from_own_reservations(store: Counting) -> None:
    mirror, other = MemoryMirror(store), MemoryMirror(store)
    await mirror.open(TASK, NOW)
    numbers = [await mirror.reserve(call(attempt), 2) for attempt in (1, 2, 3)]
    assert (numbers[2], mirror.calls) == (None, 2)
    await other.look()
    assert (other.calls, other.task) == (2, (TASK, NOW, None, 0))
    await store.close()
