"""A process that lets `ditto run` be interrupted at an event: `python -m tests.faults.interrupted (DIR CONFIG EVENT SIGNAL)…`.

Each job is one fork, so that the imports are paid once. A job's line is its directory, its exit code, and the ids of the
children that it had when the signal came.
"""

import os
import signal
import sys
from pathlib import Path
from typing import Any

import langchain_openai
import langgraph.checkpoint.sqlite.aio
import redis.asyncio

from ditto.agents import runner
from ditto.agents.flows import reflection
from ditto.cli import app as command_line
from ditto.cli import running
from tests.faults.processes import descendants

# Imported before the fork, since it takes longer than a run.
PRELOADED = (langchain_openai, langgraph.checkpoint.sqlite.aio, redis.asyncio, reflection, runner)


class Interrupting:
    """Stand in for the command's progress: signal the own process at the event of that number, from 1."""

    def __init__(self, number: int, sent: signal.Signals) -> None:
        self._left = number
        self._sent = sent

    def __call__(self, event: Any) -> None:
        """Count an event."""
        self._left -= 1
        if self._left == 0:
            Path("children").write_text(" ".join(map(str, descendants(os.getpid()))))
            os.kill(os.getpid(), self._sent)

    def close(self) -> None:
        """End, as the command's progress does."""


def job(directory: str, config: str, number: int, sent: signal.Signals) -> int:
    """Run the command in a fork; return its exit code."""
    os.chdir(Path(directory).parent)
    Path("children").unlink(missing_ok=True)
    if (child := os.fork()) == 0:
        running.Progress = lambda: Interrupting(number, sent)  # type: ignore[assignment,misc]
        try:
            command_line.app(["--config", config, "run", directory], standalone_mode=True)
        except SystemExit as ended:
            os._exit(int(ended.code or 0))
        os._exit(99)
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status)


def main(jobs: list[str]) -> None:
    """Do the jobs one after the other."""
    for start in range(0, len(jobs), 4):
        directory, config, number, sent = jobs[start : start + 4]
        code = job(directory, config, int(number), signal.Signals(int(sent)))
        children = Path("children").read_text() if Path("children").exists() else ""
        sys.stdout.write(f"JOB\t{directory}\t{code}\t{children}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1:])
