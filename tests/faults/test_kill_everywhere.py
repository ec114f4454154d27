"""A task that is killed with SIGKILL at any of its events is resumed to the same end, for at most one more call."""

import subprocess
from pathlib import Path

import pytest

from ditto.agents.events import Asking, Entered, Event
from ditto.state.report import Report
from ditto.tools.settings import Settings
from tests.agents.running import finish, recorded
from tests.conftest import MakeTask
from tests.faults.processes import ROOT, command
from tests.scripted_model import ScriptedModel


async def undisturbed(task: Path, settings: Settings) -> tuple[Report, list[Event]]:
    """Run a task to its end and return what it told."""
    told: list[Event] = []
    return await finish(task, settings, observe=told.append), told


@pytest.mark.parametrize("scenario", ["generate", "flawed-draft"])
async def test_a_kill_at_any_event_is_survived(
    make_task: MakeTask, shared_config: Path, shared_settings: Settings, model: ScriptedModel, scenario: str
) -> None:
    right, told = await undisturbed(make_task(scenario, "undisturbed"), shared_settings)
    assert {event.node for event in told if isinstance(event, Entered)} >= {
        "intake",
        "checker",
        "critic",
        "reporter",
        "publisher",
    }
    tasks = {number: make_task(scenario, f"killed-at-{number}") for number in range(1, len(told) + 1)}
    seen = _killed(tasks, shared_config, model)
    for number, task in tasks.items():
        before = len(model.requests)
        report = await finish(task, shared_settings)
        asked = seen[number] + len(model.requests) - before
        assert [one.draft_id for one in report.rounds] == [one.draft_id for one in right.rounds], (
            f"killed at {told[number - 1]}"
        )
        assert report.stop_reason == right.stop_reason
        assert asked <= report.usage.model_calls <= right.usage.model_calls + _may_lose_a_call(told[number - 1])
        assert await recorded(task) == report.usage.calls


def _may_lose_a_call(event: Event) -> bool:
    return isinstance(event, Asking)


def _killed(tasks: dict[int, Path], config: Path, model: ScriptedModel) -> dict[int, int]:
    """Kill each task at the event of its number, and return how many requests each had made."""
    jobs = [part for number, task in tasks.items() for part in (task, config, number)]
    counted: dict[str, int] = {}
    before = len(model.requests)
    with subprocess.Popen(command(*jobs), cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for line in process.stdout:
            directory, code = line.rsplit(maxsplit=1)
            assert code == "-9", line
            counted[directory], before = len(model.requests) - before, len(model.requests)
    assert process.returncode == 0
    return {number: counted[str(task)] for number, task in tasks.items()}
