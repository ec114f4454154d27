"""Starting the runner as a real process, and looking at what it leaves behind."""

import subprocess
import sys
import threading
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

from tests.scripted_model import Reply, ScriptedModel, draft, held

ROOT = Path(__file__).parents[2]
Waiting = tuple[subprocess.Popen[str], threading.Event]
"""A process inside a call, and what lets the model answer."""


def command(*arguments: object) -> list[str]:
    """Return the command of the runner."""
    return [sys.executable, "-m", "tests.faults.runner", *map(str, arguments)]


@contextmanager
def running(arguments: list[str]) -> Generator[subprocess.Popen[str]]:
    """Start a process in the repository, and end it whatever happens."""
    process = subprocess.Popen(arguments, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def started(*arguments: object) -> AbstractContextManager[subprocess.Popen[str]]:
    """Start the runner, and end it whatever happens."""
    return running(command(*arguments))


def inside_a_call(task: Path, config: Path, model: ScriptedModel) -> AbstractContextManager[Waiting]:
    """Start the runner and wait until it asks."""
    return in_a_call(command(task, config), model, draft())


@contextmanager
def in_a_call(
    arguments: list[str], model: ScriptedModel, reply: Reply, before: Sequence[Reply] = ()
) -> Generator[Waiting]:
    """Start a process and wait for its call after those of `before`; the model answers once the event is set, at the latest in the end."""
    released, asked = threading.Event(), len(model.requests)
    model.script = [*before, held(released, reply)]
    try:
        with running(arguments) as process:
            wait_for(lambda: len(model.requests) == asked + len(before) + 1)
            yield process, released
    finally:
        released.set()


def wait_for(holds: Callable[[], bool], seconds: float = 60) -> None:
    """Wait until something holds; fails where it does not in time."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.02)


def descendants(parent: int) -> set[int]:
    """Return the process ids below a process."""
    listed = subprocess.run(["ps", "-A", "-o", "pid=,ppid="], capture_output=True, text=True, check=True).stdout
    parents = {int(pid): int(above) for pid, above in (line.split() for line in listed.splitlines())}
    found: set[int] = set()
    while new := {pid for pid, above in parents.items() if above in found | {parent}} - found:
        found |= new
    return found


def alive(pids: set[int]) -> set[int]:
    """Return those processes that still run; one that only waits to be reaped does not."""
    return {pid for pid in pids if _state(pid)[:1] not in ("", "Z")}


def _state(pid: int) -> str:
    seen = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True, check=False)
    return seen.stdout.strip()
