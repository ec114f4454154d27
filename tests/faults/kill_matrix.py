"""One kill of the matrix: a fresh task is killed at a point, resumed in another process and replayed in a third."""

import json
import os
import queue
import re
import subprocess
import sys
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from ditto.tools.creation import NewSource, create_task
from ditto.tools.domains import load_domain
from tests.faults.kill_model import KillModel
from tests.faults.processes import ROOT

T = TypeVar("T")
R = TypeVar("R")

WORKERS = 2
LIMIT = 1  # requests more than an unkilled run's, and answers lost
SCENARIOS: dict[str, tuple[str, dict[str, Any]]] = {
    "generate": ("generate", {}),
    "flawed-draft": ("flawed-draft", {}),
    "human": ("generate", {"onHuman": "pause", "approval": True}),
}


@dataclass
class Ended:
    """How one process ended, and what it told if it was not killed."""

    code: int
    orphans: bool
    error: str | None = None
    seconds: float = 0.0
    report: dict[str, Any] = field(default_factory=dict)
    findings: list[str] = field(default_factory=list)
    points: list[str] = field(default_factory=list)
    audited: list[str] = field(default_factory=list)


class ForkServer:
    """A process that forks a runner for each job."""

    def __init__(self, task: Path, config: Path) -> None:
        environment = {key: value for key, value in os.environ.items() if not key.startswith(("DITTO_", "LANG"))}
        command = [sys.executable, "-m", "tests.faults.kill_server", str(task), str(config)]
        self._process = subprocess.Popen(
            command, cwd=ROOT, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def run(
        self, task: Path, config: Path, kill_at: int | None = None, meanwhile: Callable[[int], None] = lambda pid: None
    ) -> Ended:
        """Run a task in a process of its own; `meanwhile` is given its pid."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{json.dumps({'task': str(task), 'config': str(config), 'kill_at': kill_at})}\n")
        self._process.stdin.flush()
        meanwhile(self._told()["pid"])
        return Ended(**self._told())

    def close(self) -> None:
        """End the server."""
        self._process.communicate()

    def _told(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        assert line, "the fork server has ended"
        return json.loads(line)


class Stage:
    """What all kills share: the model's server, Redis, the fork servers, and a folder for the tasks."""

    def __init__(self, folder: Path, redis_url: str) -> None:
        self.model = KillModel()
        self._folder, self._redis_url = folder, redis_url
        warmed = [self.task("generate", f"warm-{number}") for number in range(WORKERS)]
        self._all = [ForkServer(*one) for one in warmed]
        self._free: queue.SimpleQueue[ForkServer] = queue.SimpleQueue()
        for server in self._all:
            self._free.put(server)

    def close(self) -> None:
        """End every server."""
        for server in self._all:
            server.close()
        self.model.close()

    @contextmanager
    def server(self) -> Generator[ForkServer]:
        """Lend a fork server."""
        server = self._free.get()
        try:
            yield server
        finally:
            self._free.put(server)

    def task(self, scenario: str, name: str) -> tuple[Path, Path]:
        """Make a task of the scenario, and the settings under which it asks in its own name."""
        shown, fixed = SCENARIOS[scenario]
        demo = load_domain("monthly_report").demos[shown]
        sources = [NewSource(key, *value) for key, value in demo.sources.items()]
        create_task(
            self._folder / name, domain="monthly_report", goal=demo.goal, seed=demo.seed, sources=sources, **fixed
        )
        return self._folder / name, self.model.configure(self._folder / f"{name}.yaml", name, self._redis_url)

    def each(self, act: Callable[[T], R], of: Iterable[T]) -> list[R]:
        """Do something for each on all workers."""
        with ThreadPoolExecutor(WORKERS) as workers:
            return list(workers.map(act, of))


@dataclass
class Trial:
    """A task that was killed (or not), resumed and replayed, with the requests that the model saw by each end."""

    point: str
    task: Path
    killed: Ended
    resumed: Ended
    replayed: Ended
    requests: int
    requests_after_replay: int


def history(trial: Trial) -> dict[str, Any]:
    """Return what must be the same in every run of a scenario: the end, and each version with all that was said of it."""
    report = trial.resumed.report
    rounds = [
        {**{key: value for key, value in one.items() if key != "decisionId"}, "decision": _decision(trial.task, one)}
        for one in report.get("rounds", [])
    ]
    ends = ("status", "stopReason", "detail", "acceptedBy", "acceptedDraftId", "latestDraftId", "bestDraftId")
    return {**{name: report.get(name) for name in ends}, "rounds": rounds}


def _decision(task: Path, one: dict[str, Any]) -> dict[str, Any] | None:
    if (named := one.get("decisionId")) is None:
        return None
    decision = json.loads((task / f"decisions/{named}.json").read_bytes())
    return {name: decision[name] for name in ("version", "actor", "choice", "note", "issues", "draftId")}


def wrong(trial: Trial, right: Trial) -> list[str]:
    """Return what is not as it has to be after a kill, a sentence each."""
    report, asked = trial.resumed.report, right.requests
    calls = report.get("usage", {}).get("calls", [])
    lost = [call for call in calls if call["outcome"] != "answered"]
    limit = json.loads((trial.task / "request.json").read_bytes())["maxModelCalls"]
    published = trial.task / "output/report.json"
    holds = {
        f"the process ended by itself with {trial.killed.code}": trial.killed.code == -9,
        "a process was left running": not (trial.killed.orphans or trial.resumed.orphans),
        f"the resumed run ended with {trial.resumed.error}": trial.resumed.error is None and trial.resumed.code == 0,
        "the history is another one": history(trial) == history(right),
        "report.json is not what was returned": published.exists() and json.loads(published.read_bytes()) == report,
        f"{trial.requests} requests, {len(calls)} recorded, {limit} allowed": trial.requests <= len(calls) <= limit,
        f"{trial.requests} requests, {asked} in an unkilled run": trial.requests <= asked + LIMIT,
        f"{len(lost)} recorded calls have no answer": len(lost) <= LIMIT,
        f"the replay ended with {trial.replayed.error}": trial.replayed.report == report,
        "the replay asked again": trial.requests_after_replay == trial.requests,
        f"verification found {trial.resumed.findings}": not trial.resumed.findings and not trial.replayed.findings,
        f"strangers were left behind: {strangers(trial.task)}": not strangers(trial.task),
    }
    return [sentence for sentence, held in holds.items() if not held]


def strangers(task: Path) -> list[str]:
    """Return the hidden and temporary files that are not named as those of a write that was cut short, or are too many."""
    hidden = [path.name for path in task.rglob("*") if path.name.startswith(".") or "tmp" in path.name]
    named = [name for name in hidden if not re.fullmatch(r"\.[^/]+\.tmp", name)]
    return named if len(hidden) <= 1 else hidden


def sampled(points: list[str], about: int) -> list[int]:
    """Return the numbers, from 1, of points spread over a run, with each kind of write among them."""
    step = max(1, len(points) // about) | 1  # odd, so that the points before and after a write take turns
    chosen = set(range(1, len(points) + 1, step))
    kinds = {kind_of(points[number - 1]) for number in chosen}
    for number, point in enumerate(points, 1):
        if kind_of(point) not in kinds:
            kinds.add(kind_of(point))
            chosen.add(number)
    return sorted(chosen)


def kind_of(point: str) -> str:
    """Return a point's kind: what is done, and to which database where it is one."""
    _, kind, where = point.split()[:3]
    return f"{kind} {where}" if kind in ("commit", "close") else kind
