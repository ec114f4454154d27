"""The fork server as a value: start it once, send it jobs, learn how each ended."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.faults.processes import ROOT


class Forks:
    """Runs of a task, each in a process of its own that costs one fork."""

    def __init__(self, server: "subprocess.Popen[str]", config: Path) -> None:
        self._server = server
        self._config = config

    def run(
        self,
        directory: Path,
        *,
        response: dict[str, Any] | None = None,
        stop_after: str | None = None,
        at: int | None = None,
        started: Callable[[int], None] = lambda process: None,
    ) -> int:
        """Run the task and return the exit code, -9 where it was killed; `started` gets the process id first."""
        assert self._server.stdin is not None
        job = {
            "directory": str(directory),
            "config": str(self._config),
            "stopAfter": stop_after,
            "response": response,
            "at": at,
        }
        self._server.stdin.write(f"{json.dumps(job)}\n")
        self._server.stdin.flush()
        started(int(self._line()))
        return int(self._line())

    def _line(self) -> str:
        assert self._server.stdout is not None
        line = self._server.stdout.readline()
        assert line, "the fork server ended"
        return line


@contextmanager
def forks(config: Path) -> Generator[Forks]:
    """Start the fork server, and end it whatever happens."""
    command = [sys.executable, "-m", "tests.faults.machine_runner"]
    server = subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env={**os.environ}
    )
    try:
        yield Forks(server, config)
    finally:
        server.kill()
        server.communicate()
