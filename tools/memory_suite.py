"""The conformance suite of `MemoryStore`: what passes every check is said to work.

A new implementation is tested with its own factory, which opens the same store again each time it is called:

    @pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
    async def test_my_store(check: Check, tmp_path: Path) -> None:
        async def make() -> MemoryStore:
            return MyStore(tmp_path / "memory")

        await check(make)

Each check gets a store that is empty, closes what it opened, and raises AssertionError where a capability is missing.
"""

import asyncio

from ditto.state.answer import CallKey
from ditto.state.errors import StepLimit, Tampered
from ditto.tools.memory import Document, MemoryStore
from ditto.tools.memory_document_checks import DOCUMENT_CHECKS
from ditto.tools.memory_trial import KEY, LATER, LIMIT, NOW, TASK, Check, Make, call, opened, refused, reserved, sample


async def start_keeps_the_first_start(make: Make) -> None:
    """A task has one start, and none before it: opening it later returns the first time and counts no step."""
    empty = await make()
    assert await empty.task() is None, "an empty store holds no task"
    await empty.close()
    async with opened(make) as store:
        first = await store.task()
    async with opened(make, now=LATER) as store:
        assert first == await store.task() == (TASK, NOW, None, 0), "the first start is kept"


async def another_request_is_refused(make: Make) -> None:
    """A store that belongs to one request is not opened for another, and stays that of the first."""
    async with opened(make) as store:
        before = await store.task()
    with refused(Tampered, "another request's fingerprint is refused"):
        async with opened(make, "b" * 64):
            pass
    async with opened(make, now=LATER) as store:
        assert await store.task() == before, "the store stays that of the first request"


async def the_flow_is_remembered(make: Make) -> None:
    """The digest of the flow's drawing survives reopening, and another one replaces it."""
    async with opened(make) as store:
        await store.keep_flow("first drawing")
        await store.keep_flow("second drawing")
    async with opened(make) as store:
        assert await store.task() == (TASK, NOW, "second drawing", 0), "the last drawing is remembered"


async def steps_are_limited(make: Make) -> None:
    """Steps are counted over all openings; the one above the limit raises StepLimit and is not counted."""
    async with opened(make) as store:
        for count in range(1, LIMIT):
            await store.step(LIMIT, "report", 0)
            assert await _steps(store) == count, "steps count from one"
    async with opened(make) as store:
        await store.step(LIMIT, "report", 0)
        with refused(StepLimit, "a step above the limit is refused"):
            await store.step(LIMIT, "report", 0)
        assert await _steps(store) == LIMIT, "steps go on over openings, and a refused step is not counted"


async def a_task_that_has_ended_takes_no_step(make: Make) -> None:
    """Where a document of the kind that ends the task is saved, a step is not counted."""
    async with opened(make) as store:
        await store.put(Document("stop", "final", {}))
        for _ in range(LIMIT):
            await store.step(LIMIT, "report", 0)
        await store.put(Document("report", "final", {}))
        news = await store.step(LIMIT + 1, "report", 0)
        assert [one.kind for one in news.documents] == ["stop", "report"], "the documents are told all the same"
        assert await _steps(store) == LIMIT, "the end takes no step"


async def _steps(store: MemoryStore) -> int:
    task = await store.task()
    assert task is not None, "a task that was started is there"
    return task.steps


async def reservations_are_limited(make: Make) -> None:
    """A call above the limit gets no number, also after reopening, and leaves no trace."""
    async with opened(make) as store:
        numbers = [await store.reserve(call(attempt), 2) for attempt in (1, 2, 3)]
        assert None not in numbers[:2] and numbers[0] != numbers[1] and numbers[2] is None, "two of three calls fit"
    async with opened(make) as store:
        assert await store.reserve(call(4), 2) is None, "reopening frees no call"
        assert [one.attempt for one in await store.calls()] == [1, 2], "a refused call leaves no trace"


async def concurrent_reservations_never_exceed_the_limit(make: Make) -> None:
    """However many ask at once, no more calls are reserved than the limit allows."""
    async with opened(make) as store:
        numbers = await asyncio.gather(*(store.reserve(call(attempt), LIMIT) for attempt in range(1, 21)))
        granted = {number for number in numbers if number is not None}
        assert len(granted) == len(await store.calls()) == LIMIT, f"{LIMIT} of twenty calls fit"


async def calls_stand_in_order(make: Make) -> None:
    """Calls are returned as they were reserved, whichever is settled first."""
    async with opened(make) as store:
        numbers = [await reserved(store, call(attempt)) for attempt in (1, 2, 3)]
        for attempt in (3, 1):
            await store.settle(numbers[attempt - 1], call(attempt, outcome="failed", cause="HTTP 500"), None)
        found = [(one.attempt, one.outcome) for one in await store.calls()]
        assert found == [(1, "failed"), (2, "reserved"), (3, "failed")], "calls keep the order of their reservation"
        assert await store.sample(KEY) is None, "a failed call has no answer"


async def an_answer_is_used_again(make: Make) -> None:
    """A saved answer is found by purpose, version and part after reopening, and by nothing else."""
    async with opened(make) as store:
        number = await reserved(store, call())
        await store.settle(number, call(outcome="answered", seconds=1.5), sample("first\n\u00e4\u4e2d\U0001f642"))
    async with opened(make) as store:
        assert await store.sample(KEY) == sample("first\n\u00e4\u4e2d\U0001f642"), "the answer is kept as it came"
        assert [(one.outcome, one.seconds) for one in await store.calls()] == [("answered", 1.5)], "with its outcome"
        for other in (CallKey("revise", 1, "whole"), CallKey("generate", 2, "whole"), CallKey("generate", 1, "x")):
            assert await store.sample(other) is None, f"{other} was never answered"


async def the_first_answer_is_kept(make: Make) -> None:
    """A second answer to the same question settles its call and does not replace the first."""
    async with opened(make) as store:
        for attempt, text in ((1, "first"), (2, "second")):
            number = await reserved(store, call(attempt))
            await store.settle(number, call(attempt, outcome="answered"), sample(text))
        assert await store.sample(KEY) == sample("first"), "the first answer is kept"
        assert [one.outcome for one in await store.calls()] == ["answered"] * 2, "both calls are settled"


async def an_outcome_and_its_answer_are_one_write(make: Make) -> None:
    """Cancelled anywhere, a settling leaves both the outcome and the answer, or neither."""
    for turns in range(6):
        key = CallKey("generate", turns + 1, "whole")
        async with opened(make) as store:
            number = await reserved(store, call(version=key.version))
            answered = call(version=key.version, outcome="answered")
            settling = asyncio.ensure_future(store.settle(number, answered, sample("text")))
            for _ in range(turns):
                await asyncio.sleep(0)
            settling.cancel()
            await asyncio.wait([settling])
        async with opened(make) as store:
            outcome = (await store.calls())[turns].outcome
            assert (outcome == "answered") == (await store.sample(key) is not None), f"{outcome} without its answer"


async def everything_survives_reopening(make: Make) -> None:
    """A store that is opened again holds the task's steps, calls, answers and documents."""
    held: list[list[object]] = []
    async with opened(make) as store:
        await store.step(LIMIT, "report", 0)
        await store.settle(await reserved(store, call()), call(outcome="answered"), sample("text"))
        await store.put(Document("report", "final", {"status": "completed"}))
    for _ in range(2):
        async with opened(make, now=LATER) as store:
            held.append([await store.task(), await store.calls(), await store.sample(KEY), await store.news(0)])
    assert held[0] == held[1], "nothing is changed by reopening"
    report = Document("report", "final", {"status": "completed"})
    assert (TASK, NOW, None, 1) in held[0] and (1, (report,), 1) in held[0], "nothing is lost by reopening"


CHECKS: tuple[Check, ...] = (
    start_keeps_the_first_start,
    another_request_is_refused,
    the_flow_is_remembered,
    steps_are_limited,
    a_task_that_has_ended_takes_no_step,
    reservations_are_limited,
    concurrent_reservations_never_exceed_the_limit,
    calls_stand_in_order,
    an_answer_is_used_again,
    the_first_answer_is_kept,
    an_outcome_and_its_answer_are_one_write,
    *DOCUMENT_CHECKS,
    everything_survives_reopening,
)
