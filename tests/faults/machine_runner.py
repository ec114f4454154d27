"""A fork server: `python -m tests.faults.machine_runner` runs one job a line of stdin, in a fork that may be killed.

A job is a JSON object {directory, config, stopAfter, response, at}; the fork's id is one line of stdout, its exit code
the next. With `at` the fork is killed with SIGKILL at its at-th point: an event, either side of a write to Memory, or
either side of a file that is put into place or cleared away.
"""

import functools
import json
import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ditto.agents.runner import run
from ditto.state.decision import Response
from ditto.state.errors import Busy, DittoError
from ditto.tools.settings import load_settings
from ditto.tools.sqlite_memory import SqliteMemory
from tests.faults.interrupted import PRELOADED
from tests.faults.runner import say

WRITES = ("start", "keep_flow", "step", "reserve", "settle", "put")


def main() -> None:
    """Run the jobs, one after the other."""
    assert PRELOADED
    for line in sys.stdin:
        if (child := os.fork()) == 0:
            os._exit(_ended(json.loads(line)))
        say(str(child))
        _, status = os.waitpid(child, 0)
        say(str(os.waitstatus_to_exitcode(status)))


def _ended(job: dict[str, Any]) -> int:
    observe = _points(job["at"]) if job["at"] else lambda event: None
    response = None if job["response"] is None else Response.load(job["response"])
    settings = load_settings(Path(job["config"]))
    try:
        run(Path(job["directory"]), response, stop_after=job["stopAfter"], settings=settings, observe=observe)
    except DittoError as error:
        return 5 if isinstance(error, Busy) else 1
    return 0


def killer(number: int) -> Callable[[Any], None]:
    """Return an observer that kills its own process at the event of that number, from 1."""
    left = number

    def observe(event: Any) -> None:
        nonlocal left
        left -= 1
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)

    return observe


def _points(at: int) -> Callable[[Any], None]:
    """Make the process die at its at-th point, and return the observer that counts events among them."""
    point = killer(at)
    for name in WRITES:
        setattr(SqliteMemory, name, _around(getattr(SqliteMemory, name), point))
    for name in ("link", "unlink"):
        setattr(os, name, _beside(getattr(os, name), point))
    return point


def _around(act: Callable[..., Any], point: Callable[[Any], None]) -> Callable[..., Any]:
    @functools.wraps(act)
    async def wrapped(*arguments: Any) -> Any:
        point(None)
        result = await act(*arguments)
        point(None)
        return result

    return wrapped


def _beside(act: Callable[..., Any], point: Callable[[Any], None]) -> Callable[..., Any]:
    @functools.wraps(act)
    def wrapped(*arguments: Any, **options: Any) -> Any:
        point(None)
        result = act(*arguments, **options)
        point(None)
        return result

    return wrapped


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    main()
