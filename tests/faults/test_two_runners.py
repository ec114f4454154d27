"""One active runner a task: a second process is refused at once, and a killed one does not stay in the way."""

import threading
from pathlib import Path

from ditto.tools.settings import Settings
from tests.agents.running import finish
from tests.conftest import MakeTask
from tests.faults.processes import started, wait_for
from tests.scripted_model import ScriptedModel, draft, held


async def test_of_two_processes_one_runs_and_the_other_is_busy(
    make_task: MakeTask, config: Path, settings: Settings, model: ScriptedModel
) -> None:
    task, released = make_task(), threading.Event()
    model.script = [held(released, draft())]
    with started(task, config) as first:
        wait_for(lambda: len(model.requests) == 1)
        with started(task, config) as second:
            said, _ = second.communicate(timeout=60)
        assert (second.returncode, said.split(":")[0]) == (5, "Busy")
        assert len(model.requests) == 1
        released.set()
        said, _ = first.communicate(timeout=60)
    assert (first.returncode, said.strip()) == (0, "completed")
    report = await finish(task, settings)
    assert len(model.requests) == report.usage.model_calls == 2


async def test_the_lock_of_a_killed_process_frees_itself(
    make_task: MakeTask, config: Path, settings: Settings, model: ScriptedModel
) -> None:
    task, released = make_task(), threading.Event()
    model.script = [held(released, draft())]
    with started(task, config) as process:
        wait_for(lambda: len(model.requests) == 1)
        process.kill()
        process.wait()
    released.set()
    assert (task / "task.lock").exists()
    assert (await finish(task, settings)).status == "completed"
