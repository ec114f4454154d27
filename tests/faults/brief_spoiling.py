"""Ways in which a source of a brief goes wrong, and how it is put right."""

import os
from collections.abc import Callable
from pathlib import Path

from tests.faults.spoiling import fifo, folder

Spoil = Callable[[Path], object]


def link(path: Path) -> None:
    """Put a link to the same bytes there."""
    path.rename(path.with_suffix(".elsewhere"))
    path.symlink_to(path.with_suffix(".elsewhere"))


def large(path: Path) -> None:
    """Let the file grow above 1 MiB."""
    os.truncate(path, (1 << 20) + 1)


UNREADABLE: dict[str, Spoil] = {
    "a directory": folder,
    "a FIFO": fifo,
    "a link": link,
    "too large": large,
    "half of its JSON": lambda path: path.write_bytes(path.read_bytes()[:-1]),
    "a list": lambda path: path.write_text("[]"),
    "no facts": lambda path: path.write_text("{}"),
    "a number for a value": lambda path: path.write_text('{"facts": {"owner": 12}}'),
    "a value of two lines": lambda path: path.write_text('{"facts": {"owner": "team\\nh12"}}'),
    "no UTF-8": lambda path: path.write_bytes(b'{"facts": {"owner": "team-\xff"}}'),
}
CHANGED: dict[str, Spoil] = {
    "other values": lambda path: path.write_bytes(path.read_bytes().replace(b"team-h12", b"team-h13")),
    "the same values in other bytes": lambda path: path.write_bytes(path.read_bytes() + b"\n"),
    "removed": Path.unlink,
}


def mend(path: Path, data: bytes) -> None:
    """Put the file there as it was."""
    if path.is_dir() and not path.is_symlink():
        path.rmdir()
    path.unlink(missing_ok=True)
    path.write_bytes(data)
