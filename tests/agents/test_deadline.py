"""The deadline runs in wall time from the task's first start, pauses included."""

from pathlib import Path
from typing import Any

import pytest
from werkzeug import Response

from ditto.state.errors import BadRequest
from ditto.state.report import Checkpoint
from ditto.tools.settings import Settings
from tests.agents.running import Clock, advance, finish
from tests.conftest import MakeTask
from tests.scripted_model import ScriptedModel, draft, review


@pytest.fixture
def clock() -> Clock:
    """A clock that stands still until it is moved."""
    return Clock()


async def paused(task: Path, settings: Settings, clock: Clock) -> Path:
    """Start the task, let it write one draft, and pause it."""
    assert isinstance(await advance(task, settings, "draft", clock=clock), Checkpoint)
    return task


async def test_past_the_deadline_no_call_is_admitted(
    make_task: MakeTask, settings: Settings, model: ScriptedModel, clock: Clock
) -> None:
    task = await paused(make_task(deadlineSeconds=1), settings, clock)
    clock.move(1)
    report = await finish(task, settings, clock=clock)
    assert (report.status, report.stop_reason) == ("partial", "deadline")
    assert (len(report.rounds), report.rounds[0].review, len(model.requests)) == (1, None, 1)


async def test_up_to_the_deadline_calls_are_admitted(
    make_task: MakeTask, settings: Settings, model: ScriptedModel, clock: Clock
) -> None:
    task = await paused(make_task(deadlineSeconds=2), settings, clock)
    clock.move(1.9)
    assert (await finish(task, settings, clock=clock)).status == "completed"
    assert len(model.requests) == 2


async def test_a_revision_is_not_admitted_past_the_deadline(
    make_task: MakeTask, settings: Settings, model: ScriptedModel, clock: Clock
) -> None:
    task = make_task("flawed-draft", deadlineSeconds=60)
    assert isinstance(await advance(task, settings, "review", clock=clock), Checkpoint)
    clock.move(3600)
    report = await finish(task, settings, clock=clock)
    assert (report.stop_reason, len(report.rounds), len(model.requests)) == ("deadline", 1, 1)


async def test_work_in_flight_is_not_stopped_by_the_deadline(
    make_task: MakeTask, settings: Settings, model: ScriptedModel, clock: Clock
) -> None:
    def slow(body: dict[str, Any]) -> Response:
        clock.move(3600)
        return review()(body)

    model.script = [draft(), slow]
    assert (await finish(make_task(deadlineSeconds=60), settings, clock=clock)).status == "completed"


async def test_a_clock_that_stands_before_the_start_is_an_error_and_the_task_goes_on_once_it_is_set(
    make_task: MakeTask, settings: Settings, model: ScriptedModel, clock: Clock
) -> None:
    task = await paused(make_task(), settings, clock)
    clock.move(-1)
    with pytest.raises(BadRequest, match="the clock stands before the task's start"):
        await advance(task, settings, clock=clock)
    assert (len(model.requests), (task / "output/report.json").exists()) == (1, False)
    clock.move(2)
    assert (await finish(task, settings, clock=clock)).status == "completed"


async def test_the_report_tells_when_the_task_was_first_started(
    make_task: MakeTask, settings: Settings, clock: Clock
) -> None:
    started = clock.now
    task = await paused(make_task(), settings, clock)
    clock.move(90)
    report = await finish(task, settings, clock=clock)
    assert (report.usage.started_at, report.generated_at) == (started.isoformat(), clock.now.isoformat())
