"""A process that is killed while a model answers loses at most that call, and takes its children with it."""

import signal
import threading
from pathlib import Path

from ditto.tools.settings import Settings
from tests.agents.running import finish, recorded
from tests.conftest import MakeTask
from tests.faults.processes import alive, descendants, inside_a_call, started, wait_for
from tests.scripted_model import ScriptedModel, draft, held, review


async def test_a_task_killed_inside_a_call_is_resumed_and_the_lost_call_stays_counted(
    make_task: MakeTask, config: Path, settings: Settings, model: ScriptedModel
) -> None:
    task, released = make_task("flawed-draft"), threading.Event()
    model.script = [review(), held(released, draft())]
    with started(task, config) as process:
        wait_for(lambda: len(model.requests) == 2)
        children = descendants(process.pid)
        process.kill()
        assert process.wait() == -signal.SIGKILL
        wait_for(lambda: not alive(children), seconds=5)
    released.set()
    assert len(children) >= 2
    assert [call.outcome for call in await recorded(task)] == ["answered", "reserved"]
    report = await finish(task, settings)
    assert (report.status, [call.outcome for call in report.usage.calls]) == (
        "completed",
        ["answered", "reserved", "answered", "answered"],
    )
    assert len(model.requests) == report.usage.model_calls == 4


async def test_kills_inside_calls_never_spend_more_than_the_limit(
    make_task: MakeTask, config: Path, settings: Settings, model: ScriptedModel
) -> None:
    task = make_task(maxModelCalls=2)
    for _ in range(2):
        with inside_a_call(task, config, model) as (process, _released):
            process.kill()
            process.wait()
    report = await finish(task, settings)
    assert (report.status, report.stop_reason, report.rounds) == ("partial", "max-model-calls", ())
    assert len(model.requests) == report.usage.model_calls == 2
