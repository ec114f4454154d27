"""What the conformance suite of `MemoryStore` tries a store with: one task, its calls and answers."""

from collections.abc import AsyncGenerator, Awaitable, Callable, Generator
from contextlib import asynccontextmanager, contextmanager
from typing import Any

from ditto.state.answer import CallKey, Sample
from ditto.state.report import Call, Tokens
from ditto.tools.memory import MemoryStore

Make = Callable[[], Awaitable[MemoryStore]]
Check = Callable[[Make], Awaitable[None]]

TASK = "a" * 64
NOW, LATER = "2026-09-01T08:00:00+00:00", "2026-09-01T09:00:00+00:00"
KEY = CallKey("generate", 1, "whole")
LIMIT = 3


def call(attempt: int = 1, **fields: Any) -> Call:
    """Return a reserved call of the suite's task."""
    where = {"purpose": KEY.purpose, "version": KEY.version, "part": KEY.part, "node": "writer", "run": "suite"}
    who = {"provider": "scripted", "model": "scripted", "substituted": True}
    return Call.model_validate({**where, **who, "attempt": attempt, "reserved_at": NOW, **fields})


def sample(text: str) -> Sample:
    """Return an answer of that text."""
    ends = {"finish_reason": "stop", "refusal": None, "tokens": Tokens(prompt=1, completion=2)}
    return Sample.model_validate({"text": text, "provider": "p", "model": "m", "substituted": True, **ends})


@asynccontextmanager
async def opened(make: Make, fingerprint: str = TASK, now: str = NOW) -> AsyncGenerator[MemoryStore]:
    """Open the store, begin or continue the task, and close the store again."""
    store = await make()
    try:
        await store.start(fingerprint, now)
        yield store
    finally:
        await store.close()


@contextmanager
def refused(error: type[Exception], duty: str) -> Generator[None]:
    """Expect the error; raise AssertionError that names the store's duty where there is none."""
    try:
        yield
    except error:
        return
    raise AssertionError(duty)


async def reserved(store: MemoryStore, reserving: Call) -> int:
    """Reserve a call within the limit and return its number."""
    number = await store.reserve(reserving, 9)
    assert number is not None, "a call within the limit gets a number"
    return number
