"""A run may stop after a draft, a review or the report, and the next run goes on from there."""

from pathlib import Path

import pytest

from ditto.agents.runner import StopAfter
from ditto.state.report import Checkpoint, Report
from ditto.tools.settings import Settings
from tests.agents.running import Nodes, advance, finish
from tests.conftest import MakeTask
from tests.scripted_model import ScriptedModel

REQUESTS: dict[StopAfter, int] = {"draft": 1, "review": 2, "report": 2}


def outputs(task: Path) -> list[str]:
    """Return the names of what was published."""
    return sorted(path.name for path in (task / "output").iterdir())


@pytest.mark.parametrize("stage", ["draft", "review", "report"])
async def test_a_run_stops_where_it_was_asked_to_and_publishes_nothing(
    make_task: MakeTask, settings: Settings, model: ScriptedModel, stage: StopAfter
) -> None:
    task = make_task()
    stopped = await advance(task, settings, stage)
    assert isinstance(stopped, Checkpoint)
    assert stopped.dump() == {"status": "checkpoint", "stage": stage}
    assert (len(model.requests), outputs(task)) == (REQUESTS[stage], [])


@pytest.mark.parametrize("stage", ["draft", "review", "report"])
async def test_the_next_run_goes_on_without_asking_again(
    make_task: MakeTask, settings: Settings, model: ScriptedModel, stage: StopAfter
) -> None:
    task = make_task()
    await advance(task, settings, stage)
    report = await finish(task, settings)
    assert (report.status, len(model.requests), report.usage.model_calls) == ("completed", 2, 2)


async def test_the_next_run_enters_only_the_steps_that_are_left(make_task: MakeTask, settings: Settings) -> None:
    task = make_task()
    await advance(task, settings, "draft")
    entered = Nodes()
    await finish(task, settings, observe=entered)
    assert entered == ["checker", "critic", "reporter", "publisher"]


async def test_a_task_may_be_taken_stage_by_stage(
    make_task: MakeTask, settings: Settings, model: ScriptedModel
) -> None:
    task = make_task("flawed-draft")
    seen = [await advance(task, settings, stage) for stage in ("review", "draft", "review", "report")]
    assert all(isinstance(one, Checkpoint) for one in seen)
    assert outputs(task) == []
    report = await finish(task, settings)
    assert (report.status, len(report.rounds), len(model.requests)) == ("completed", 2, 3)


async def test_a_run_that_stops_before_publication_never_publishes_however_often(
    make_task: MakeTask, settings: Settings
) -> None:
    task = make_task()
    for _ in range(3):
        assert isinstance(await advance(task, settings, "report"), Checkpoint)
        assert outputs(task) == []
    assert (await finish(task, settings)).status == "completed"


@pytest.mark.parametrize("stage", ["draft", "review", "report"])
async def test_a_finished_task_answers_with_its_report(
    make_task: MakeTask, settings: Settings, model: ScriptedModel, stage: StopAfter
) -> None:
    task = make_task()
    first = await finish(task, settings)
    again = await advance(task, settings, stage)
    assert isinstance(again, Report)
    assert (again, len(model.requests)) == (first, 2)
