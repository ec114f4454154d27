"""A fork server of runners: `python -m tests.faults.kill_server (TASK CONFIG)…` reads a job a line, each its own process.

A job is `{"task": DIR, "config": FILE, "kill_at": N or null}`. Two lines answer it: the runner's pid at once, and how it
ended. Before the first fork everything is imported and the tasks of the arguments are run, since both take longer than a run.
"""

import asyncio
import ctypes
import gc
import json
import os
import sys
import threading
import time
from pathlib import Path
from typing import Any

from ditto.state.errors import DittoError
from ditto.tools.settings import load_settings
from ditto.tools.verification import verify
from tests.faults.kill_points import Points, watch
from tests.faults.program import program

_PR_SET_CHILD_SUBREAPER = 36


def main(*warmed: str) -> None:
    """Answer jobs until the input is closed; whatever a killed runner leaves running becomes a child of this process."""
    ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1)
    for task, config in zip(warmed[::2], warmed[1::2], strict=True):
        asyncio.run(program(Path(task), load_settings(Path(config))))
    assert threading.active_count() == 1, threading.enumerate()  # a fork takes one thread along
    gc.freeze()
    for line in sys.stdin:
        serve(json.loads(line))


def serve(job: dict[str, Any]) -> None:
    """Run one job in a fork and tell how it ended."""
    reading, writing = os.pipe()
    if (child := os.fork()) == 0:
        os.close(reading)
        try:
            told = run(Path(job["task"]), Path(job["config"]), job["kill_at"])
            with os.fdopen(writing, "w") as out:
                json.dump(told, out)
        finally:
            os._exit(0)
    os.close(writing)
    say({"pid": child})
    with os.fdopen(reading) as said:
        told = json.loads(said.read() or "{}")
    _, status = os.waitpid(child, 0)
    say({**told, "code": os.waitstatus_to_exitcode(status), "orphans": has_children()})


def run(task: Path, config: Path, kill_at: int | None) -> dict[str, Any]:
    """Run the program in this process and return what came of it."""
    points = Points(task, kill_at)
    settings = load_settings(config)
    watch(points)
    began = time.monotonic()
    try:
        report = asyncio.run(program(task, settings))
    except DittoError as error:
        return {"error": f"{type(error).__name__}: {error}"}
    return {
        "seconds": time.monotonic() - began,
        "report": report.dump(),
        "findings": verify(task).findings,
        "points": points.passed,
        "audited": points.audited,
    }


def has_children() -> bool:
    """Tell whether anything still runs below this process."""
    try:
        os.waitpid(-1, os.WNOHANG)
    except ChildProcessError:
        return False
    return True


def say(document: dict[str, Any]) -> None:
    """Write one line at once."""
    sys.stdout.write(f"{json.dumps(document)}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
