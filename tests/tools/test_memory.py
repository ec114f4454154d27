"""Every MemoryStore passes the conformance suite; a store with a fault does not."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from ditto.state.answer import CallKey, Sample
from ditto.state.errors import StepLimit, Tampered
from ditto.state.report import Call
from ditto.tools.memory import Document, MemoryStore, News, TaskRecord
from ditto.tools.memory_suite import CHECKS
from ditto.tools.memory_trial import Check, Make
from ditto.tools.sqlite_memory import SqliteMemory


@pytest.fixture
def make(tmp_path: Path) -> Make:
    """A factory that opens the same SQLite store again."""

    async def opened() -> MemoryStore:
        return SqliteMemory(tmp_path / "memory.sqlite")

    return opened


def named(check: Check) -> str:
    """A check's name as the test's id."""
    return getattr(check, "__name__", "check")


@pytest.mark.parametrize("check", CHECKS, ids=named)
async def test_sqlite_memory_conforms(check: Check, make: Make) -> None:
    await check(make)


def test_the_suite_names_each_check_once_and_says_what_it_checks() -> None:
    assert len({named(check) for check in CHECKS}) == len(CHECKS)
    assert all((check.__doc__ or "").endswith(".") for check in CHECKS)


class Broken(SqliteMemory):
    """A store with every fault that the suite is there to find; each method forgets one duty."""

    async def start(self, fingerprint: str, now: str) -> TaskRecord:
        """Take over another request's task."""
        try:
            return await super().start(fingerprint, now)
        except Tampered:
            task = await self.task()
            assert task is not None
            return task

    async def keep_flow(self, flow: str) -> None:
        """Forget the drawing."""

    async def step(self, limit: int, end: str, after: int) -> News:
        """Start again at the limit."""
        try:
            return await super().step(limit, end, after)
        except StepLimit:
            return await self.news(after)

    async def reserve(self, call: Call, limit: int) -> int | None:
        """Count first and write afterwards."""
        if len(await self.calls()) >= limit + 1:
            return None
        return await super().reserve(call, limit + 20)

    async def sample(self, key: CallKey) -> Sample | None:
        """Find an answer by its purpose alone."""
        return await super().sample(CallKey(key.purpose, 1, "whole"))

    async def calls(self) -> tuple[Call, ...]:
        """Return the calls that are settled first."""
        return tuple(sorted(await super().calls(), key=lambda one: one.outcome))

    async def put(self, *documents: Document) -> int:
        """Keep the first document in silence, one after another."""
        held = {(one.kind, one.name) for one in (await self.news(0)).documents}
        positions = [await super(Broken, self).put(one) for one in documents if (one.kind, one.name) not in held]
        return max(positions, default=0)

    async def news(self, after: int) -> News:
        """Return everything, by the alphabet."""
        news = await super().news(0)
        return news._replace(documents=tuple(sorted(news.documents, key=lambda one: one.name)))


class Forgetful(SqliteMemory):
    """A store that keeps nothing over its closing, and no first answer."""

    async def close(self) -> None:
        """Remove the file."""
        await super().close()
        self._path.unlink(missing_ok=True)


class TwoWrites(SqliteMemory):
    """A store that writes an outcome first and its answer afterwards."""

    async def settle(self, number: int, call: Call, sample: Sample | None) -> None:
        """Write twice."""
        await super().settle(number, call, None)
        await super().settle(number, call, sample)


class Endless(SqliteMemory):
    """A store that counts steps after the end."""

    async def step(self, limit: int, end: str, after: int) -> News:
        """Look for no end."""
        return await super().step(limit, "none", after)


class OneByOne(SqliteMemory):
    """A store that writes documents one by one."""

    async def put(self, *documents: Document) -> int:
        """Write each on its own."""
        return max([await super(OneByOne, self).put(one) for one in documents], default=0)


class LastAnswer(SqliteMemory):
    """A store in which the last answer wins."""

    def _settle(self, db: Any, number: int, call: Call, sample: Sample | None) -> None:
        if sample is not None:
            db.execute("delete from samples")
        super()._settle(db, number, call, sample)


FAULTY: dict[str, Callable[[Path], MemoryStore]] = {
    "another_request_is_refused": Broken,
    "the_flow_is_remembered": Broken,
    "steps_are_limited": Broken,
    "reservations_are_limited": Broken,
    "concurrent_reservations_never_exceed_the_limit": Broken,
    "calls_stand_in_order": Broken,
    "an_answer_is_used_again": Broken,
    "an_outcome_and_its_answer_are_one_write": TwoWrites,
    "a_task_that_has_ended_takes_no_step": Endless,
    "a_document_is_put_once": Broken,
    "documents_stand_in_order": Broken,
    "reading_goes_on_from_a_position": Broken,
    "documents_put_together_are_one_write": OneByOne,
    "the_first_answer_is_kept": LastAnswer,
    "start_keeps_the_first_start": Forgetful,
    "everything_survives_reopening": Forgetful,
}


@pytest.mark.parametrize("check", CHECKS, ids=named)
async def test_a_broken_store_fails_the_check(check: Check, tmp_path: Path) -> None:
    faulty = FAULTY[named(check)]

    async def opened() -> MemoryStore:
        return faulty(tmp_path / "memory.sqlite")

    failed: Awaitable[None] = check(opened)
    with pytest.raises(AssertionError):
        await failed
