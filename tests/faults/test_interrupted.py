"""SIGINT, SIGTERM and a cancelled asyncio task at every stage: exit 130, the lock free, no child left, the same end later."""

import asyncio
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from ditto.agents.app import open_app
from ditto.agents.events import Event
from ditto.agents.runner import run_reflection
from ditto.state.decision import Pause, Response
from ditto.state.report import Report
from ditto.tools.locks import TaskLock
from ditto.tools.settings import Settings
from ditto.tools.verification import verify
from tests.agents.running import advance, finish, recorded
from tests.conftest import MakeTask
from tests.faults.processes import ROOT, alive, wait_for
from tests.faults.spoiling import sample
from tests.scripted_model import ScriptedModel, draft, held, review

pytestmark = pytest.mark.timeout(120)

EVENTS = 20
"""More than a task of two versions tells; those past its last are left out."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Interrupt at every third event of the sample, or at each."""
    if "number" in metafunc.fixturenames:
        metafunc.parametrize("number", sample(metafunc.config, range(1, EVENTS + 1), 3))


def require_free(task: Path) -> None:
    """Nobody holds the task's lock."""
    lock = TaskLock(task)
    lock.acquire()
    lock.release()


async def told(task: Path, settings: Settings) -> list[Event]:
    """Run an undisturbed task to its pause, and return what it tells."""
    events: list[Event] = []
    assert isinstance(await advance(task, settings, observe=events.append), Pause)
    return events


async def require_same_end(task: Path, settings: Settings, model: ScriptedModel, most: int = 4) -> None:
    """The task comes to its pause, and an approval completes it; nothing was asked that was not recorded."""
    before = len(await recorded(task)) if (task / "memory.sqlite").exists() else 0
    pause = await advance(task, settings)
    assert isinstance(pause, Pause)
    assert pause.version == 2
    response = Response.load({"token": pause.token, "actor": "analyst", "choice": "approve"})
    async with open_app(task, settings) as app:
        report = await run_reflection(app, response)
    assert isinstance(report, Report)
    assert (report.status, verify(task).findings) == ("completed", ())
    assert before <= report.usage.model_calls <= most


async def test_a_signal_at_any_event_ends_the_command_with_130_and_leaves_no_child(
    make_task: MakeTask, config: Path, settings: Settings, model: ScriptedModel, request: pytest.FixtureRequest
) -> None:
    events = await told(make_task("flawed-draft", "undisturbed", approval=True), settings)
    numbers = sample(request.config, range(1, len(events) + 1), 3)
    sent = [signal.SIGINT, signal.SIGTERM]
    tasks = {number: make_task("flawed-draft", f"interrupted-{number}", approval=True) for number in numbers}
    jobs = [str(part) for number, task in tasks.items() for part in (task, config, number, int(sent[number // 3 % 2]))]
    command = [sys.executable, "-m", "tests.faults.interrupted", *jobs]
    environment = {**os.environ, "PYTHONPATH": f"{ROOT / 'src'}:{ROOT}"}
    ended = await asyncio.to_thread(
        subprocess.run, command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    )
    assert "Traceback" not in ended.stderr
    lines = [line.split("\t")[1:] for line in ended.stdout.splitlines() if line.startswith("JOB\t")]
    assert [(Path(directory), code) for directory, code, _ in lines] == [(task, "130") for task in tasks.values()]
    children = {int(pid) for *_, listed in lines for pid in listed.split()}
    assert children
    assert alive(children) == set()
    for task in tasks.values():
        require_free(task)
        await require_same_end(task, settings, model)


async def test_a_cancelled_task_at_any_event_frees_the_lock_and_comes_to_the_same_end(
    make_task: MakeTask, settings: Settings, model: ScriptedModel, number: int
) -> None:
    task, left = make_task("flawed-draft", approval=True), number

    def cancel(event: Event) -> None:
        nonlocal left
        left -= 1
        if left == 0:
            running.cancel()

    running = asyncio.create_task(advance(task, settings, observe=cancel))
    try:
        assert isinstance(await running, Pause)
    except asyncio.CancelledError:
        assert left <= 0
    else:
        assert left > 0
    require_free(task)
    await require_same_end(task, settings, model)


@pytest.mark.parametrize("turns", [1, 5, 15, 40, 80, 160, 320])
async def test_a_cancelled_task_at_any_turn_of_the_loop_frees_the_lock_and_comes_to_the_same_end(
    make_task: MakeTask, settings: Settings, model: ScriptedModel, turns: int
) -> None:
    task = make_task("flawed-draft", approval=True)
    running = asyncio.create_task(advance(task, settings))
    for _ in range(turns):
        await asyncio.sleep(0.001)
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    require_free(task)
    await require_same_end(task, settings, model)


async def test_a_signal_inside_the_reviewers_call_keeps_the_draft_and_counts_the_call(
    make_task: MakeTask, settings: Settings, model: ScriptedModel
) -> None:
    task, released = make_task(), threading.Event()
    model.script = [draft(), held(released, review())]
    running = asyncio.create_task(advance(task, settings))
    await asyncio.to_thread(wait_for, lambda: len(model.requests) == 2)
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    released.set()
    require_free(task)
    assert [call.outcome for call in await recorded(task)] == ["answered", "cancelled"]
    report = await finish(task, settings)
    assert [(call.purpose, call.outcome) for call in report.usage.calls] == [
        ("generate", "answered"),
        ("review", "cancelled"),
        ("review", "answered"),
    ]


@pytest.mark.parametrize("node", ["Decided", "Stopped", "Entered"])
async def test_a_cancelled_approval_is_kept_and_publishes_once(
    make_task: MakeTask, settings: Settings, model: ScriptedModel, node: str
) -> None:
    task = make_task(approval=True)
    pause = await advance(task, settings)
    assert isinstance(pause, Pause)
    response = Response.load({"token": pause.token, "actor": "analyst", "choice": "approve"})

    def cancel(event: Event) -> None:
        if type(event).__name__ == node:
            running.cancel()

    async def answering() -> None:
        async with open_app(task, settings, observe=cancel) as app:
            await run_reflection(app, response)

    running = asyncio.create_task(answering())
    with pytest.raises(asyncio.CancelledError):
        await running
    require_free(task)
    report = await finish(task, settings)
    assert (report.accepted_by, len(model.requests), verify(task).findings) == ("human", 2, ())
