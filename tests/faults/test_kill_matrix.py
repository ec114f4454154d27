"""SIGKILL before and after every durable write and inside every model call; then the task is resumed to the same end."""

import sys
from collections.abc import Iterator

import pytest

from tests.faults.kill_checks import judged
from tests.faults.kill_matrix import Trial, killed_at, killed_inside, killed_repeatedly, kind_of, sampled, spread
from tests.faults.kill_scenarios import SCENARIOS
from tests.faults.kill_stage import Stage
from tests.faults.reliability import Reliability

pytestmark = [
    pytest.mark.timeout(1800),
    pytest.mark.skipif(sys.platform != "linux", reason="file descriptors and orphans are followed as Linux shows them"),
    pytest.mark.parametrize("scenario", SCENARIOS),
]
FIRST = range(16, 32)  # where the first of several kills falls; the runs before it would make no progress
NOT_RUN = {
    "power loss": "SIGKILL ends a process, and what it has written the kernel still keeps; only the syncs are counted",
    "kills in the middle of one write": "the points lie before and after each system call, and each commit of SQLite",
    "kills of Redis or of the model's server in the matrix": "other tests take both away; here they outlive the runner",
}


@pytest.fixture(scope="module")
def stage(redis_url: str, tmp_path_factory: pytest.TempPathFactory, reliability: Reliability) -> Iterator[Stage]:
    """The servers of every kill."""
    for what, reason in NOT_RUN.items():
        reliability.not_run(what, reason)
    stage = Stage(tmp_path_factory.mktemp("kills"), redis_url)
    yield stage
    stage.close()


def unkilled(stage: Stage, scenario: str, name: str) -> Trial:
    """Return a run that nothing disturbed."""
    right = killed_at(stage, scenario, f"{scenario}-{name}", None)
    assert (right.killed.code, right.killed.error) == (0, None)
    assert right.resumed.report == right.killed.report
    return right


def test_a_kill_before_or_after_a_durable_write_is_resumed_to_the_same_end(
    stage: Stage, scenario: str, every_point: bool, reliability: Reliability
) -> None:
    right = unkilled(stage, scenario, "right")
    points, chosen = right.killed.points, SCENARIOS[scenario]
    numbers = list(range(1, len(points) + 1))
    if not every_point:
        numbers = sampled(points, chosen.points, kinds=chosen.kinds)
    reliability.add(f"kills at writes: {scenario}", counted=len(points))
    done = stage.each(lambda number: killed_at(stage, scenario, f"{scenario}-{number}", number), numbers)
    named = [(kind_of(points[number - 1]), f"{number}: {points[number - 1]}") for number in numbers]
    judged(f"kills at writes: {scenario}", dict(zip(named, done, strict=True)), right, reliability)


def test_a_kill_inside_a_model_call_is_resumed_to_the_same_end(
    stage: Stage, scenario: str, every_point: bool, reliability: Reliability
) -> None:
    right = unkilled(stage, scenario, "answered")
    cases = [(number, half) for number in range(1, right.requests + 1) for half in (False, True)]
    reliability.add(f"kills inside calls: {scenario}", counted=len(cases))
    if not every_point:
        cases = spread(cases, SCENARIOS[scenario].calls)
    done = stage.each(
        lambda case: killed_inside(stage, scenario, f"{scenario}-in-{case[0]}-{case[1]}", case[0], half=case[1]), cases
    )
    named = [("half answered" if half else "waiting", f"call {number}") for number, half in cases]
    judged(f"kills inside calls: {scenario}", dict(zip(named, done, strict=True)), right, reliability)
    assert all(one.requests == right.requests + 1 for one in done)


def test_a_task_whose_every_run_is_killed_comes_to_the_same_end(
    stage: Stage, scenario: str, every_point: bool, reliability: Reliability
) -> None:
    right = unkilled(stage, scenario, "once")
    first = list(FIRST) if every_point else [FIRST[0], FIRST[-1]][: SCENARIOS[scenario].repeated]
    reliability.add(f"kills of every run: {scenario}", counted=len(FIRST))
    done = stage.each(lambda point: killed_repeatedly(stage, scenario, f"{scenario}-from-{point}", point), first)
    assert all(one.kills > 1 for one in done)
    named = [("again and again", f"from point {point} on") for point in first]
    judged(f"kills of every run: {scenario}", dict(zip(named, done, strict=True)), right, reliability)


def test_the_points_are_the_same_in_every_run_and_miss_no_write_to_a_file(stage: Stage, scenario: str) -> None:
    runs = [unkilled(stage, scenario, f"counted-{number}").killed for number in range(2)]
    assert runs[0].points == runs[1].points
    files = ("create", "link", "rename", "mkdir", "unlink")
    before = [point.removeprefix("before ") for point in runs[0].points if point.startswith("before ")]
    assert [point for point in before if point.split()[0] in files] == runs[0].audited
