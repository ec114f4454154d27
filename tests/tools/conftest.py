"""What the tools' tests share: other processes, and waiting for what another process does."""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

StartPython = Callable[..., "subprocess.Popen[str]"]


@pytest.fixture
def start_python() -> Iterator[StartPython]:
    """Start `python -c CODE ARGUMENT …` and read its first line, which says that it is ready; kill it at the end."""
    started: list[subprocess.Popen[str]] = []

    def start(code: str, *arguments: object) -> "subprocess.Popen[str]":
        command = [sys.executable, "-c", code, *map(str, arguments)]
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=os.sep)
        started.append(process)
        return process

    yield start
    for process in started:
        process.kill()
        process.communicate()


def first_line(process: "subprocess.Popen[str]") -> str:
    """The first line that a process prints."""
    assert process.stdout is not None
    return process.stdout.readline().strip()


def alive(pid: int) -> bool:
    """Tell whether a process lives; one that ended and was not collected does not."""
    shown = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True, check=False).stdout
    return shown.strip() not in ("", "Z", "Z+", "Zs")


def gone_within(pid: int, seconds: float) -> bool:
    """Tell whether a process ends in that time."""
    deadline = time.monotonic() + seconds
    while alive(pid):
        if time.monotonic() > deadline:
            return False
        time.sleep(0.05)
    return True


def descendants(pid: int) -> set[int]:
    """The living processes that a process started, and those that they started."""
    shown = subprocess.run(["ps", "-Ao", "pid=,ppid=,stat=,comm="], capture_output=True, text=True, check=True).stdout
    rows = [line.split(maxsplit=3) for line in shown.splitlines()]
    living = [(int(row[0]), int(row[1])) for row in rows if not row[2].startswith("Z") and row[3] != "ps"]
    found = {pid}
    while more := {child for child, parent in living if parent in found} - found:
        found |= more
    return found - {pid}


def modes(folder: Path) -> dict[str, str]:
    """Every path below a folder with its permissions."""
    return {str(path.relative_to(folder)): f"{path.lstat().st_mode & 0o777:o}" for path in folder.rglob("*")}
