"""A cancelled run leaves a task that goes on, with the call in flight recorded as cancelled."""

import asyncio
import signal
import threading
from pathlib import Path

import pytest

from ditto.agents.app import open_app
from ditto.agents.events import Event, Reviewed
from ditto.agents.runner import run_reflection
from ditto.tools.settings import Settings
from tests.agents.running import finish, recorded
from tests.conftest import MakeTask
from tests.faults.processes import alive, descendants, inside_a_call, wait_for
from tests.scripted_model import ScriptedModel, draft, held


@pytest.mark.parametrize("sent", [signal.SIGTERM, signal.SIGINT])
async def test_a_signal_during_a_call_cancels_it_and_the_task_goes_on(
    make_task: MakeTask, config: Path, settings: Settings, model: ScriptedModel, sent: signal.Signals
) -> None:
    task = make_task()
    with inside_a_call(task, config, model) as (process, released):
        children = descendants(process.pid)
        process.send_signal(sent)
        assert process.wait(60) == 130
        released.set()
        assert not alive(children)
    assert [call.outcome for call in await recorded(task)] == ["cancelled"]
    report = await finish(task, settings)
    assert (report.status, report.usage.model_calls, len(model.requests)) == ("completed", 3, 3)


async def test_a_run_that_is_cancelled_before_it_starts_does_nothing(
    make_task: MakeTask, settings: Settings, model: ScriptedModel
) -> None:
    task = make_task()
    before = sorted(path.name for path in task.rglob("*"))

    async def run() -> None:
        async with open_app(task, settings) as app:
            await run_reflection(app)

    running = asyncio.create_task(run())
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    assert (model.requests, sorted(path.name for path in task.rglob("*"))) == ([], before)


async def test_a_run_that_is_cancelled_after_a_review_keeps_the_review(
    make_task: MakeTask, settings: Settings, model: ScriptedModel
) -> None:
    task = make_task("flawed-draft")

    def cancel(event: Event) -> None:
        if isinstance(event, Reviewed):
            running.cancel()

    async def run() -> None:
        async with open_app(task, settings, observe=cancel) as app:
            await run_reflection(app)

    running = asyncio.create_task(run())
    with pytest.raises(asyncio.CancelledError):
        await running
    assert [call.purpose for call in await recorded(task)] == ["review"]
    report = await finish(task, settings)
    assert [call.purpose for call in report.usage.calls] == ["review", "revise", "review"]
    assert len(model.requests) == 3


async def test_a_cancelled_run_gives_the_lock_back(
    make_task: MakeTask, settings: Settings, model: ScriptedModel
) -> None:
    released = threading.Event()
    model.script = [held(released, draft())]
    async with open_app(make_task(), settings) as app:
        running = asyncio.create_task(run_reflection(app))
        await asyncio.to_thread(wait_for, lambda: bool(model.requests))
        running.cancel()
        with pytest.raises(asyncio.CancelledError):
            await running
        assert not app.deps.lock.held
        released.set()
        report = await run_reflection(app)
    assert [call.outcome for call in report.usage.calls] == ["cancelled", "answered", "answered"]
