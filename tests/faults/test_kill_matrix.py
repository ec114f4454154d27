"""SIGKILL before and after every durable write and inside every model call; then the task is resumed to the same end."""

import os
import signal
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.faults.kill_matrix import SCENARIOS, WORKERS, Stage, Trial, history, kind_of, sampled, wrong
from tests.faults.reliability import Reliability

pytestmark = [
    pytest.mark.timeout(1800),
    pytest.mark.skipif(sys.platform != "linux", reason="file descriptors and orphans are followed as Linux shows them"),
]
SAMPLE = 6  # points spread over a run, to which one of each kind that is missing among them is added


@pytest.fixture(scope="module")
def stage(redis_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    """The servers of every kill."""
    stage = Stage(tmp_path_factory.mktemp("kills"), redis_url)
    yield stage
    stage.close()


def trial(stage: Stage, scenario: str, name: str, kill_at: int | None = None, **inside: Any) -> Trial:
    """Run a task up to a kill, or to its end where there is none, then resume and replay it."""
    task, config = stage.task(scenario, name)
    with stage.server() as server:
        killed = killed_inside(stage, server, task, config, **inside) if inside else server.run(task, config, kill_at)
        resumed = server.run(task, config)
        requests = stage.model.requests[name]
        replayed = server.run(task, config)
    return Trial(name, task, killed, resumed, replayed, requests, stage.model.requests[name])


def killed_inside(stage: Stage, server: Any, task: Path, config: Path, *, number: int, half: bool) -> Any:
    """Kill a runner while its call of that number is not answered, or half of the answer is there."""
    with stage.model.holding(task.name, number, half=half) as hold:

        def kill(pid: int) -> None:
            assert hold.reached.wait(60), "the call was not made"
            os.kill(pid, signal.SIGKILL)

        return server.run(task, config, meanwhile=kill)


def unkilled(stage: Stage, scenario: str, name: str) -> Trial:
    """Return a run that nothing disturbed."""
    right = trial(stage, scenario, name)
    assert (right.killed.code, right.killed.error) == (0, None)
    assert right.resumed.report == right.killed.report
    return right


def judged(area: str, trials: dict[tuple[str, str], Trial], right: Trial, reliability: Reliability) -> None:
    """Record what came of the trials, by kind and point, and fail where any is not as it has to be."""
    failed = {named: found for named, one in trials.items() if (found := wrong(one, right))}
    run, passed = (Counter(kind for kind, _ in named) for named in (trials, trials.keys() - failed))
    reliability.add(
        area,
        run=len(trials),
        passed=len(trials) - len(failed),
        requests_lost=sum(max(0, one.requests - right.requests) for one in trials.values()),
        forks=sum(history(one) != history(right) for one in trials.values()),
        resume_seconds=[round(one.resumed.seconds, 3) for one in trials.values()],
        kinds={kind: {"run": run[kind], "passed": passed[kind]} for kind in run},
    )
    assert not failed


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_kill_before_or_after_a_durable_write_is_resumed_to_the_same_end(
    stage: Stage, scenario: str, every_point: bool, reliability: Reliability
) -> None:
    right = unkilled(stage, scenario, f"{scenario}-right")
    points = right.killed.points
    numbers = list(range(1, len(points) + 1)) if every_point else sampled(points, SAMPLE)
    reliability.add(f"kills at writes: {scenario}", counted=len(points))
    done = stage.each(lambda number: trial(stage, scenario, f"{scenario}-{number}", number), numbers)
    named = [(kind_of(points[number - 1]), f"{number}: {points[number - 1]}") for number in numbers]
    judged(f"kills at writes: {scenario}", dict(zip(named, done, strict=True)), right, reliability)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_kill_inside_a_model_call_is_resumed_to_the_same_end(
    stage: Stage, scenario: str, reliability: Reliability
) -> None:
    right = unkilled(stage, scenario, f"{scenario}-answered")
    cases = [(number, half) for number in range(1, right.requests + 1) for half in (False, True)]
    reliability.add(f"kills inside calls: {scenario}", counted=len(cases))
    done = stage.each(
        lambda case: trial(stage, scenario, f"{scenario}-in-{case[0]}-{case[1]}", number=case[0], half=case[1]), cases
    )
    assert all(one.requests == right.requests + 1 for one in done)
    named = [("half answered" if half else "waiting", f"call {number}") for number, half in cases]
    judged(f"kills inside calls: {scenario}", dict(zip(named, done, strict=True)), right, reliability)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_points_are_the_same_in_every_run_and_miss_no_write_to_a_file(stage: Stage, scenario: str) -> None:
    runs = [unkilled(stage, scenario, f"{scenario}-counted-{number}").killed for number in range(WORKERS)]
    assert runs[0].points == runs[1].points
    files = ("create", "link", "rename", "mkdir", "unlink")
    before = [point.removeprefix("before ") for point in runs[0].points if point.startswith("before ")]
    assert [point for point in before if point.split()[0] in files] == runs[0].audited
