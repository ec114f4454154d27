"""Ways to spoil one file of a task in place, and the grid of files and spoilings that a run of the tests takes a sample of."""

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

import pytest

T = TypeVar("T")
Spoil = Callable[[Path], None]

GIGABYTE = 1 << 30


def bit(position: float) -> Spoil:
    """Flip the lowest bit of the byte at that part of the file."""

    def flip(path: Path) -> None:
        data = bytearray(path.read_bytes())
        data[min(int(len(data) * position), len(data) - 1)] ^= 1
        path.write_bytes(data)

    return flip


def emptied(path: Path) -> None:
    """Leave no byte."""
    path.write_bytes(b"")


def halved(path: Path) -> None:
    """Leave what a write that was cut short would."""
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def linked(path: Path) -> None:
    """Put a symbolic link to the same bytes there, outside the task."""
    target = task_of(path).parent / f"elsewhere-{path.name}"
    path.rename(target)
    path.symlink_to(target)


def task_of(path: Path) -> Path:
    """Return the task directory that a file lies in; tests name it `task`."""
    return next(parent for parent in path.parents if parent.name == "task")


def fifo(path: Path) -> None:
    """Put a FIFO there, which keeps waiting whoever opens it as a file."""
    path.unlink()
    os.mkfifo(path)


def sparse(path: Path) -> None:
    """Let the file grow to 1 GB that takes no disk."""
    os.truncate(path, GIGABYTE)


def folder(path: Path) -> None:
    """Put a folder there."""
    path.unlink()
    path.mkdir()


def swapped(path: Path) -> None:
    """Exchange the file with another valid one of the same task: a sibling where there is one."""
    siblings = [one for one in sorted(path.parent.glob("*.json")) if one not in (path, path.with_name("request.json"))]
    elsewhere = next(one for name in ("seed.json", "spec.json") if (one := task_of(path) / name).exists())
    other, between = siblings[0] if siblings else elsewhere, path.with_suffix(".swap")
    other.rename(between)
    path.rename(other)
    between.rename(path)


EVERY: dict[str, Spoil] = {
    "first bit": bit(0),
    "middle bit": bit(0.5),
    "last bit": bit(1),
    "emptied": emptied,
    "halved": halved,
    "link": linked,
    "FIFO": fifo,
    "1 GB": sparse,
    "folder": folder,
    "swapped": swapped,
}


def sample(config: pytest.Config, grid: Sequence[T], step: int = 3) -> list[T]:
    """Return the whole grid with --faults=all, else every third case."""
    return list(grid) if config.getoption("--faults", "sample") == "all" else list(grid)[::step]


def peak_bytes() -> int:
    """Return the most memory that this process has held since the peak was forgotten; 0 where the system does not tell."""
    status = Path("/proc/self/status")
    lines = status.read_text().splitlines() if status.exists() else []
    return next((int(line.split()[1]) * 1024 for line in lines if line.startswith("VmHWM")), 0)


def forget_peak() -> None:
    """Begin to measure the peak again."""
    if (place := Path("/proc/self/clear_refs")).exists():
        place.write_text("5")
