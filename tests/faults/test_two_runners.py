"""One active runner a task: a second process is refused at once, and a killed one does not stay in the way."""

from pathlib import Path

from ditto.tools.settings import Settings
from tests.agents.running import finish
from tests.conftest import MakeTask
from tests.faults.processes import inside_a_call, started
from tests.scripted_model import ScriptedModel


async def test_of_two_processes_one_runs_and_the_other_is_busy(
    make_task: MakeTask, config: Path, settings: Settings, model: ScriptedModel
) -> None:
    task = make_task()
    with inside_a_call(task, config, model) as (first, released):
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
    task = make_task()
    with inside_a_call(task, config, model) as (process, _):
        process.kill()
        process.wait()
    assert (task / "task.lock").exists()
    assert (await finish(task, settings)).status == "completed"
