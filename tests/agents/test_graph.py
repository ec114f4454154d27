"""The guards stand where the graph stands: a compiled graph that is called directly is as safe as the runner."""

import asyncio
import threading

import pytest

from ditto.agents.app import open_app
from ditto.agents.opening import App
from ditto.agents.runner import run_reflection
from ditto.state.errors import Busy
from ditto.state.report import Report
from ditto.tools.settings import Settings
from tests.agents.running import Nodes, finish, recorded, require_published
from tests.conftest import MakeTask
from tests.faults.processes import wait_for
from tests.scripted_model import ScriptedModel, draft, held


async def ended(app: App) -> Report:
    """Return the saved report of a task that has ended."""
    report = app.deps.report()
    assert report is not None
    return report


@pytest.mark.parametrize(("scenario", "requests"), [("generate", 2), ("flawed-draft", 3)])
async def test_a_bare_graph_runs_a_fresh_task_to_its_end(
    make_task: MakeTask, settings: Settings, model: ScriptedModel, scenario: str, requests: int
) -> None:
    task = make_task(scenario)
    async with open_app(task, settings) as app:
        state = await app.graph.ainvoke(app.input)
        report = await ended(app)
    assert (report.status, state["report"], len(model.requests)) == ("completed", report.digest(), requests)
    require_published(task, report)


async def test_a_bare_graph_called_twice_has_one_history_and_pays_once(
    make_task: MakeTask, settings: Settings, model: ScriptedModel
) -> None:
    entered = Nodes()
    async with open_app(make_task("flawed-draft"), settings, observe=entered) as app:
        first = await app.graph.ainvoke(app.input)
        once = list(entered)
        report = await ended(app)
        second = await app.graph.ainvoke(app.input)
        assert (second["report"], await ended(app)) == (first["report"], report)
    assert entered == [*once, "publisher"]
    assert len(model.requests) == report.usage.model_calls == 3


@pytest.mark.parametrize("scenario", ["generate", "flawed-draft"])
async def test_two_parallel_calls_of_a_bare_graph_have_one_history_and_pay_once(
    make_task: MakeTask, settings: Settings, model: ScriptedModel, scenario: str
) -> None:
    task = make_task(scenario)
    async with open_app(task, settings) as app:
        states = await asyncio.gather(app.graph.ainvoke(app.input), app.graph.ainvoke(app.input))
        report = await ended(app)
    assert {state["report"] for state in states} == {report.digest()}
    assert [call.purpose for call in report.usage.calls] == ([] if scenario == "generate" else ["review"]) + (
        ["generate", "review"] if scenario == "generate" else ["revise", "review"]
    )
    assert len(model.requests) == len(report.usage.calls)
    require_published(task, report)
    assert await finish(task, settings) == report


async def test_the_runner_and_a_bare_graph_at_once_pay_once(
    make_task: MakeTask, settings: Settings, model: ScriptedModel
) -> None:
    async with open_app(make_task(), settings) as app:
        report, _ = await asyncio.gather(run_reflection(app), app.graph.ainvoke(app.input))
    assert (report.status, len(model.requests)) == ("completed", 2)


async def test_a_bare_graph_on_a_finished_task_makes_no_request(
    make_task: MakeTask, settings: Settings, model: ScriptedModel
) -> None:
    task = make_task()
    first = await finish(task, settings)
    async with open_app(task, settings) as app:
        state = await app.graph.ainvoke(app.input)
        assert await ended(app) == first
    assert (state["report"], len(model.requests)) == (first.digest(), 2)


async def test_a_bare_graph_goes_on_where_the_runner_stopped(
    make_task: MakeTask, settings: Settings, model: ScriptedModel
) -> None:
    async with open_app(make_task("flawed-draft"), settings) as app:
        await run_reflection(app, stop_after="draft")
        await app.graph.ainvoke(None)
        report = await ended(app)
    assert (report.status, len(model.requests), report.usage.model_calls) == ("completed", 3, 3)


async def test_a_bare_graph_that_begins_again_takes_everything_from_memory(
    make_task: MakeTask, settings: Settings, model: ScriptedModel
) -> None:
    async with open_app(make_task("flawed-draft"), settings) as app:
        await run_reflection(app, stop_after="draft")
        await app.graph.ainvoke(app.input)
        report = await ended(app)
    assert (report.status, len(model.requests), report.usage.model_calls) == ("completed", 3, 3)


async def test_a_second_app_on_a_running_task_is_refused_at_once_with_nothing_spent(
    make_task: MakeTask, settings: Settings, model: ScriptedModel
) -> None:
    task, released = make_task(), threading.Event()
    model.script = [held(released, draft())]
    async with open_app(task, settings) as first, open_app(task, settings) as second:
        running = asyncio.create_task(run_reflection(first))
        await asyncio.to_thread(wait_for, lambda: bool(model.requests))
        spent = await first.deps.memory.calls()
        for attempt in (lambda: run_reflection(second), lambda: second.graph.ainvoke(second.input)):
            with pytest.raises(Busy):
                await attempt()
        assert await first.deps.memory.calls() == spent
        released.set()
        report = await running
    assert (report.status, len(model.requests)) == ("completed", 2)
    assert len(await recorded(task)) == 2


async def test_the_lock_is_free_again_after_a_run(make_task: MakeTask, settings: Settings) -> None:
    task = make_task()
    async with open_app(task, settings) as first, open_app(task, settings) as second:
        assert await run_reflection(first) == await run_reflection(second)
