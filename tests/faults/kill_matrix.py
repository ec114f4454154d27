"""One trial of the matrix: a fresh task is killed, resumed in another process and replayed in a third."""

import os
import signal
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from tests.faults.kill_stage import Ended, ForkServer, Stage

T = TypeVar("T")

MOST_RUNS = 100


@dataclass
class Trial:
    """A task that was killed (or not), resumed and replayed, with the requests that the model saw by each end."""

    task: Path
    killed: Ended
    resumed: Ended
    replayed: Ended
    requests: int
    requests_after_replay: int
    kills: int


def killed_at(stage: Stage, scenario: str, name: str, number: int | None) -> Trial:
    """Kill a task at the point of that number, or at none, then resume and replay it."""
    task, config = stage.task(scenario, name)
    with stage.server() as server:
        runs = [server.run(task, config, number), server.run(task, config)]
        return _replayed(stage, server, (task, config), runs)


def killed_inside(stage: Stage, scenario: str, name: str, number: int, *, half: bool) -> Trial:
    """Kill a task while its call of that number waits for the answer, or when half of the answer is there."""
    task, config = stage.task(scenario, name)
    with stage.server() as server, stage.model.holding(name, number, half=half) as hold:

        def kill(pid: int) -> None:
            assert hold.reached.wait(60), "the call was not made"
            os.kill(pid, signal.SIGKILL)

        killed = server.run(task, config, meanwhile=kill)
        hold.released.set()
        return _replayed(stage, server, (task, config), [killed, server.run(task, config)])


def killed_repeatedly(stage: Stage, scenario: str, name: str, first: int) -> Trial:
    """Kill every run of a task, the first at that point and each later one a point further on, until one ends."""
    task, config = stage.task(scenario, name)
    with stage.server() as server:
        runs = [server.run(task, config, first)]
        while runs[-1].code != 0 and len(runs) < MOST_RUNS:
            runs.append(server.run(task, config, first + len(runs)))
        return _replayed(stage, server, (task, config), runs)


def _replayed(stage: Stage, server: ForkServer, opened: tuple[Path, Path], runs: Sequence[Ended]) -> Trial:
    task, config = opened
    *_, killed, resumed = runs
    requests, kills = stage.model.requests[task.name], len(runs) - 1
    replayed = server.run(task, config)
    return Trial(task, killed, resumed, replayed, requests, stage.model.requests[task.name], kills)


def sampled(points: list[str], about: int, *, kinds: bool) -> list[int]:
    """Return the numbers, from 1, of points spread over a run; with `kinds`, each kind of write is among them."""
    step = max(1, len(points) // about) | 1  # odd, so that the points before and after a write take turns
    chosen = set(range(1, len(points) + 1, step))
    return sorted(chosen | _of_missing_kinds(points, chosen) if kinds else chosen)


def _of_missing_kinds(points: list[str], chosen: set[int]) -> set[int]:
    found: set[int] = set()
    kinds = {kind_of(points[number - 1]) for number in chosen}
    for number, point in enumerate(points, 1):
        if kind_of(point) not in kinds:
            kinds.add(kind_of(point))
            found.add(number)
    return found


def spread(cases: Sequence[T], about: int) -> list[T]:
    """Return about so many cases, the first and the last among them."""
    last = len(cases) - 1
    return [cases[round(last * part / (about - 1))] for part in range(about)] if 1 < about <= last else list(cases)


def kind_of(point: str) -> str:
    """Return a point's kind: what is done, and to which database where it is one."""
    _, kind, where = point.split()[:3]
    return f"{kind} {Path(where).name}" if kind in ("commit", "close") else kind
