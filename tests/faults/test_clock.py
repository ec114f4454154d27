"""A clock that is set back or forward at any time: an error before the start, an end past the deadline, one report for good."""

from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest
from werkzeug import Response

from ditto.state.errors import BadRequest
from ditto.tools.settings import Settings
from ditto.tools.verification import verify
from tests.agents.running import Clock, advance, finish, recorded
from tests.conftest import MakeTask
from tests.scripted_model import Reply, ScriptedModel, draft

YEAR = 365 * 24 * 3600


def moving(clock: Clock, seconds: float, reply: Reply) -> Reply:
    """Set the clock while the model answers."""

    def answer(body: dict[str, Any]) -> Response:
        clock.move(seconds)
        return reply(body)

    return answer


async def test_a_clock_set_back_inside_a_call_is_an_error_that_keeps_the_answer(
    make_task: MakeTask, settings: Settings, model: ScriptedModel
) -> None:
    task, clock = make_task(), Clock()
    model.script = [moving(clock, -YEAR, draft())]
    with pytest.raises(BadRequest, match="the clock stands before the task's start") as caught:
        await advance(task, settings, clock=clock)
    assert "\n" not in str(caught.value)
    assert [call.outcome for call in await recorded(task)] == ["answered"]
    clock.move(YEAR + 1)
    report = await finish(task, settings, clock=clock)
    assert (report.status, report.usage.model_calls, len(model.requests)) == ("completed", 2, 2)


async def test_a_clock_set_forward_inside_a_call_ends_the_task_with_what_was_answered(
    make_task: MakeTask, settings: Settings, model: ScriptedModel
) -> None:
    task, clock = make_task(), Clock()
    model.script = [moving(clock, YEAR, draft())]
    report = await finish(task, settings, clock=clock)
    assert (report.stop_reason, len(report.rounds), len(model.requests)) == ("deadline", 1, 1)
    assert (report.generated_at, verify(task).findings) == (clock.now.isoformat(), ())


@pytest.mark.parametrize("seconds", [-YEAR, -1, 1, 50 * YEAR])
async def test_a_finished_task_is_the_same_report_whatever_the_clock_says(
    make_task: MakeTask, settings: Settings, model: ScriptedModel, seconds: float
) -> None:
    task, clock = make_task(), Clock()
    first = await finish(task, settings, clock=clock)
    assert first.usage.started_at == first.generated_at == clock.now.isoformat()
    clock.move(seconds)
    assert await finish(task, settings, clock=clock) == first
    assert len(model.requests) == 2


async def test_a_clock_of_another_zone_counts_the_same_seconds(
    make_task: MakeTask, settings: Settings, model: ScriptedModel
) -> None:
    task, now = make_task(deadlineSeconds=60), datetime(2026, 9, 1, tzinfo=UTC)
    await advance(task, settings, "draft", clock=lambda: now)
    later = (now + timedelta(seconds=30)).astimezone(timezone(timedelta(hours=8)))
    report = await finish(task, settings, clock=lambda: later)
    assert (report.status, report.generated_at) == ("completed", later.isoformat())
    assert verify(task).findings == ()
