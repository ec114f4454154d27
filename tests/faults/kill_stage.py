"""The servers that kills are tried on: a model, Redis, and the fork servers that start each runner."""

import json
import os
import queue
import subprocess
import sys
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from tests.faults.kill_model import KillModel
from tests.faults.kill_scenarios import SCENARIOS
from tests.faults.processes import ROOT

T = TypeVar("T")
R = TypeVar("R")

WORKERS = 2
WARMED = ("generate", "adaptive", "retrieval")
"""Scenarios that between them import all that any other does."""


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

    def __init__(self, *warmed: tuple[Path, Path]) -> None:
        environment = {
            key: value
            for key, value in os.environ.items()
            if not key.startswith(("DITTO_", "LANGSMITH_", "LANGCHAIN_"))
        }
        command = [sys.executable, "-m", "tests.faults.kill_server", *(str(path) for one in warmed for path in one)]
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
        self._all = [
            ForkServer(*(self.task(one, f"{one}-warm-{number}") for one in WARMED)) for number in range(WORKERS)
        ]
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
        SCENARIOS[scenario].make(self._folder / name)
        return self._folder / name, self.model.configure(self._folder / f"{name}.yaml", name, self._redis_url)

    def each(self, act: Callable[[T], R], of: Iterable[T]) -> list[R]:
        """Do something for each on all workers."""
        with ThreadPoolExecutor(WORKERS) as workers:
            return list(workers.map(act, of))
