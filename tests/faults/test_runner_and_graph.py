"""The graph invoked directly beside a runner, in one process or two: never a second payment, never a forked history."""

import asyncio
import subprocess
import sys
import threading
from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from ditto.agents.app import open_app
from ditto.agents.opening import App
from ditto.agents.runner import run_reflection
from ditto.state.errors import Busy, DittoError
from ditto.tools.settings import Settings
from ditto.tools.verification import verify
from tests.agents.running import finish, recorded
from tests.conftest import MakeTask
from tests.faults.processes import ROOT, wait_for
from tests.scripted_model import ScriptedModel, draft, held, review


async def require_one_history(task: Path, settings: Settings, model: ScriptedModel, calls: int) -> None:
    """The task is at one end, and each of its calls was paid once."""
    report = await finish(task, settings)
    assert (report.status, verify(task).findings) == ("completed", ())
    asked = [(call.purpose, call.version) for call in report.usage.calls]
    assert len(set(asked)) == len(asked) == len(model.requests) == calls
    assert len(list((task / "drafts").iterdir())) == len(report.rounds)
    assert await recorded(task) == report.usage.calls


async def test_a_graph_invoked_beside_a_runner_inside_a_call_is_busy(
    make_task: MakeTask, settings: Settings, model: ScriptedModel
) -> None:
    task, released = make_task(), threading.Event()
    model.script = [held(released, draft())]
    async with open_app(task, settings) as first, open_app(task, settings) as second:
        running = asyncio.create_task(run_reflection(first))
        await asyncio.to_thread(wait_for, lambda: len(model.requests) == 1)
        with pytest.raises(Busy):
            await second.graph.ainvoke(second.input)
        with pytest.raises(Busy):
            await run_reflection(second)
        released.set()
        await running
    await require_one_history(task, settings, model, 2)


async def test_a_runner_beside_a_graph_inside_a_call_is_busy(
    make_task: MakeTask, settings: Settings, model: ScriptedModel
) -> None:
    task, released = make_task(), threading.Event()
    model.script = [held(released, draft())]
    async with open_app(task, settings) as first, open_app(task, settings) as second:
        running = asyncio.create_task(first.graph.ainvoke(first.input))
        await asyncio.to_thread(wait_for, lambda: len(model.requests) == 1)
        with pytest.raises(Busy):
            await run_reflection(second)
        released.set()
        assert (await running)["stop"] == "completed"
    await require_one_history(task, settings, model, 2)


@pytest.mark.parametrize("scenario", ["generate", "flawed-draft"])
@pytest.mark.parametrize("others", [1, 3])
async def test_graphs_of_several_apps_in_one_process_pay_each_call_once(
    make_task: MakeTask, settings: Settings, model: ScriptedModel, scenario: str, others: int
) -> None:
    task = make_task(scenario)

    async def invoked(app: App) -> object:
        return await app.graph.ainvoke(app.input)

    ended = await together(task, settings, [invoked] * (1 + others))
    await require_one_history(task, settings, model, 3 if scenario == "flawed-draft" else 2)
    assert all(isinstance(one, dict | DittoError) for one in ended), ended


async def test_a_runner_and_graphs_that_start_together_pay_each_call_once(
    make_task: MakeTask, settings: Settings, model: ScriptedModel
) -> None:
    task = make_task("flawed-draft")

    async def invoked(app: App) -> object:
        return await app.graph.ainvoke(app.input)

    ended = await together(task, settings, [invoked, run_reflection, invoked])
    await require_one_history(task, settings, model, 3)
    assert not [one for one in ended if isinstance(one, BaseException) and not isinstance(one, DittoError)]


async def test_one_graph_that_is_invoked_twice_at_once_pays_each_call_once(
    make_task: MakeTask, settings: Settings, model: ScriptedModel
) -> None:
    task = make_task("flawed-draft")
    async with open_app(task, settings) as app:
        await asyncio.gather(*[app.graph.ainvoke(app.input) for _ in range(2)], return_exceptions=True)
    await require_one_history(task, settings, model, 3)


async def together(task: Path, settings: Settings, acts: list[object]) -> list[object]:
    """Let several apps of one task act at once, and return how each ended."""

    async def one(act: object) -> object:
        async with open_app(task, settings) as app:
            assert callable(act)
            return await act(app)

    return list(await asyncio.gather(*map(one, acts), return_exceptions=True))


@contextmanager
def bare(task: Path, config: Path) -> Generator[subprocess.Popen[str]]:
    """Start a process that invokes the graph at a word."""
    command = [sys.executable, "-m", "tests.faults.bare_graph", str(task), str(config)]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    with subprocess.Popen(command, cwd=ROOT, **pipes) as process:  # type: ignore[call-overload]
        try:
            yield process
        finally:
            process.kill()


async def test_graphs_of_two_processes_beside_a_runner_pay_each_call_once(
    make_task: MakeTask, config: Path, settings: Settings, model: ScriptedModel
) -> None:
    task = make_task("flawed-draft")
    model.script = [review("revise", ("title", "Shorter."))]
    with ExitStack() as stack:
        processes = [stack.enter_context(bare(task, config)) for _ in range(2)]
        assert [process.stdout and process.stdout.readline() for process in processes] == ["open\n"] * 2
        for process in processes:
            assert process.stdin is not None
            process.stdin.write("go\n")
            process.stdin.flush()
        await together(task, settings, [run_reflection])
        ended = [await asyncio.to_thread(process.communicate) for process in processes]
    assert [process.returncode in (0, 1, 5) for process in processes] == [True, True], ended
    await require_one_history(task, settings, model, 3)
