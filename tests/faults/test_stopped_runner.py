"""A runner that is stopped keeps its lock: others are refused until it wakes and finishes, or is killed and replaced."""

import os
import signal
import threading
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest

from ditto.state.errors import Busy
from ditto.tools.settings import Settings
from tests.agents.running import advance, finish, recorded
from tests.conftest import MakeTask
from tests.faults.processes import alive, descendants, inside_a_call, started, wait_for
from tests.scripted_model import ScriptedModel, draft, held, review

pytestmark = pytest.mark.timeout(120)


@contextmanager
def stopped(pid: int) -> Generator[None]:
    """Stop a process; it wakes at the end, where it still is there."""
    os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(pid, signal.SIGCONT)


async def test_a_runner_stopped_inside_a_call_is_in_the_way_until_it_wakes_and_finishes(
    make_task: MakeTask, config: Path, settings: Settings, model: ScriptedModel
) -> None:
    task = make_task()
    with inside_a_call(task, config, model) as (process, released):
        with stopped(process.pid):
            released.set()
            for _ in range(2):
                with pytest.raises(Busy):
                    await advance(task, settings)
        said, _ = process.communicate(timeout=60)
    assert (process.returncode, said.strip()) == (0, "completed")
    report = await finish(task, settings)
    assert len(model.requests) == report.usage.model_calls == 2
    assert [call.outcome for call in report.usage.calls] == ["answered", "answered"]


async def test_a_runner_that_is_stopped_and_then_killed_is_replaced_for_one_lost_call(
    make_task: MakeTask, config: Path, settings: Settings, model: ScriptedModel
) -> None:
    task = make_task()
    with inside_a_call(task, config, model) as (process, _):
        children = descendants(process.pid)
        os.kill(process.pid, signal.SIGSTOP)
        with pytest.raises(Busy):
            await advance(task, settings)
        process.kill()
        process.wait()
        wait_for(lambda: not alive(children), seconds=5)
    assert [call.outcome for call in await recorded(task)] == ["reserved"]
    report = await finish(task, settings)
    assert (report.status, report.usage.model_calls, len(model.requests)) == ("completed", 3, 3)


async def test_a_resume_beside_a_runner_that_resumes_is_busy_and_changes_nothing(
    make_task: MakeTask, config: Path, settings: Settings, model: ScriptedModel
) -> None:
    task, released = make_task(), threading.Event()
    model.script = [draft(), held(released, review())]
    await advance(task, settings, "draft")
    with started(task, config) as process:
        wait_for(lambda: len(model.requests) == 2)
        before = {path.name: path.stat().st_mtime_ns for path in task.rglob("*.json")}
        with pytest.raises(Busy):
            await advance(task, settings)
        assert {path.name: path.stat().st_mtime_ns for path in task.rglob("*.json")} == before
        released.set()
        said, _ = process.communicate(timeout=60)
    assert (process.returncode, said.strip()) == (0, "completed")
    assert (await finish(task, settings)).usage.model_calls == len(model.requests) == 2


@pytest.mark.parametrize("left", [b"", b"4194304\n"])
async def test_a_lock_file_that_a_dead_runner_left_is_in_nobodys_way(
    make_task: MakeTask, settings: Settings, left: bytes
) -> None:
    task = make_task()
    (task / "task.lock").write_bytes(left)
    assert (await finish(task, settings)).status == "completed"
