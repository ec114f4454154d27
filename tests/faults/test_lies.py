"""Whatever a writer claims and a reviewer lets pass, nothing that the first gate can tell to be wrong is published."""

from datetime import UTC, datetime
from pathlib import Path

import pytest
from pytest_httpserver import HTTPServer

from tests.faults.kill_matrix import spread
from tests.faults.lies_drawing import drawn
from tests.faults.lies_running import Liar, Outcome, Stage
from tests.faults.lies_set import Task, further, refused, tasks
from tests.faults.lies_telling import LIES, TABLES, Told
from tests.faults.reliability import Reliability

TASKS = list(tasks())
KINDS = list(dict.fromkeys(one.lie.kind for one in TASKS))
SAMPLE = 2
pytestmark = pytest.mark.timeout(1800)


@pytest.fixture
def stage(httpserver: HTTPServer, redis_url: str, tmp_path: Path, every_point: bool) -> Stage:
    """The servers and the folder of the tasks."""
    return Stage(tmp_path, Liar(httpserver), redis_url, versions=3 if every_point else 2)


def count(reliability: Reliability, area: str, outcomes: list[Outcome]) -> None:
    """Tell how many tasks were run and how many of them were published."""
    published, today = sum(one.published for one in outcomes), datetime.now(UTC).date().isoformat()
    reliability.add(f"lies: {area}", tasks=len(outcomes), published=published, date=today)


def altered(task: Task) -> set[str]:
    """Return the fields in which a draft is not the right one."""
    assert isinstance(task.told.draft, dict)
    right = task.told.case.draft()
    return {field for field in {*right, *task.told.draft} if right.get(field) != task.told.draft.get(field)}


@pytest.mark.parametrize("kind", KINDS)
async def test_no_lie_is_published_though_the_reviewer_passes_it(
    stage: Stage, kind: str, every_point: bool, reliability: Reliability
) -> None:
    chosen = [one for one in TASKS if one.lie.kind == kind]
    outcomes = {
        f"{place}: {one.lie.name}, table {one.seed}": (one, await stage.run(one.told, f"lie-{place}"))
        for place, one in enumerate(chosen if every_point else spread(chosen, SAMPLE))
    }
    count(reliability, kind, [outcome for _, outcome in outcomes.values()])
    assert [name for name, (_, outcome) in outcomes.items() if outcome.published] == []
    assert [name for name, (_, outcome) in outcomes.items() if not outcome.verified] == []
    assert [name for name, told in outcomes.items() if not caught_for_what_it_is(*told)] == []


def caught_for_what_it_is(task: Task, outcome: Outcome) -> bool:
    """Tell whether the gate that ought to find a lie did so, in every version, and found nothing else."""
    if task.told.review != "pass":
        return outcome.report.stop_reason in ("invalid-review", "max-rounds", "needs-human")
    if outcome.report.stop_reason == "invalid-draft":
        return not outcome.report.rounds
    return outcome.passed and all(roots and roots <= altered(task) for roots in outcome.roots)


async def test_right_drafts_about_the_same_tables_are_published(
    stage: Stage, every_point: bool, reliability: Reliability
) -> None:
    cases = [drawn(seed) for seed in (range(TABLES) if every_point else range(0, TABLES, 11))]
    outcomes = [await stage.run(Told(case.draft(), case), f"right-{case.seed}") for case in cases]
    count(reliability, "none, the control", outcomes)
    assert [one.report.detail for one in outcomes if not one.published] == []
    assert all(one.verified for one in outcomes)


def test_the_first_gate_finds_each_lie_about_tables_that_no_task_is_about(
    every_point: bool, reliability: Reliability
) -> None:
    told = list(further(30 if every_point else 1))
    assert len(told) > 100
    assert [f"{one.lie.name}, table {one.seed}" for one in told if not refused(one.told)] == []
    assert not any(refused(Told(drawn(seed).draft(), drawn(seed))) for seed in {one.seed for one in told})
    reliability.add("lies held against the first gate alone, without a run", drafts=len(told), passed=0)


def test_there_are_at_least_300_lies_of_many_kinds_the_same_ones_in_every_run() -> None:
    assert len(TASKS) >= 300
    assert len({one.lie.name for one in TASKS}) == len(LIES) > 100
    assert [one.told for one in tasks()] == [one.told for one in TASKS]


def test_every_lie_of_a_writer_differs_from_the_right_draft() -> None:
    drafted = [one for one in TASKS if one.told.review == "pass" and isinstance(one.told.draft, dict)]
    assert [one.lie.name for one in drafted if not altered(one)] == []
