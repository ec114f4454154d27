"""The durable writes of a process, found by instrumenting the real ones: each can be counted, or killed before or after.

A write is what another process could find after the kill: a file made, linked, renamed, removed or synced, a folder made,
a transaction committed, a statement that commits itself, a database closed (which folds its log into it).
"""

import builtins
import io
import os
import re
import signal
import sys
import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import Any

from tests.faults.kill_sqlite import watch_sqlite

_AUDITED = {"os.link": "link", "os.rename": "rename", "os.mkdir": "mkdir", "os.remove": "unlink"}

_RANDOM = {r"\.[^/.]+\.tmp": ".*.tmp", r"[0-9a-f]{64}": "*", r"^(\.[^/.]+)\.[a-z0-9_]{8}(?=/|$)": r"\1.*"}
"""What differs from run to run in a path: temporary files, digests, temporary folders."""


class Points:
    """The points passed so far, by name; at the `kill_at`-th, from 1, the process kills itself with SIGKILL."""

    def __init__(self, directory: Path, kill_at: int | None = None) -> None:
        self.passed: list[str] = []
        self.audited: list[str] = []
        """The writes to files that the interpreter itself reported: none of them may be missing among the points."""
        self._directory = directory.resolve()
        self._kill_at = kill_at
        self._turn = threading.Lock()

    @contextmanager
    def around(self, kind: str, path: object, what: str = "") -> Generator[None]:
        """Pass a point before and one after a write below the directory; one that fails has none after it."""
        if (named := self.named(path)) is None:
            yield
            return
        name = f"{kind} {named}{what and f' ({what})'}"
        self._pass(f"before {name}")
        yield
        self._pass(f"after {name}")

    def named(self, path: object) -> str | None:
        """Return a path as it is called in every run, or None where it is not below the directory."""
        given = Path(f"/proc/self/fd/{path}").readlink() if isinstance(path, int) else Path(str(path))
        whole = given.parent.resolve() / given.name
        if not whole.is_relative_to(self._directory):
            return None
        relative = str(whole.relative_to(self._directory))
        for random, star in _RANDOM.items():
            relative = re.sub(random, star, relative)
        return relative

    def audit(self, event: str, arguments: tuple[Any, ...]) -> None:
        """Note a write to a file of the directory, as the interpreter reports it before it is done."""
        if event in _AUDITED:
            path = arguments[1] if event in ("os.link", "os.rename") else arguments[0]
            kind = _AUDITED[event]
        elif event == "open" and not isinstance(arguments[0], int) and makes_a_file(arguments[0], arguments[2]):
            path, kind = arguments[0], "create"
        else:
            return
        if (kind != "mkdir" or not os.path.lexists(path)) and (named := self.named(path)) is not None:
            self.audited.append(f"{kind} {named}")

    def _pass(self, name: str) -> None:
        with self._turn:
            self.passed.append(name)
            if len(self.passed) == self._kill_at:
                os.kill(os.getpid(), signal.SIGKILL)


def makes_a_file(path: Any, flags: int) -> bool:
    """Tell whether opening with these flags makes or empties a file."""
    return bool(flags & os.O_TRUNC) or (bool(flags & os.O_CREAT) and not os.path.lexists(path))


def watch(points: Points) -> None:
    """Instrument every durable write of this process, for good."""
    for name, target in (("link", 1), ("rename", 1), ("replace", 1), ("unlink", 0), ("remove", 0)):
        kind = {"replace": "rename", "remove": "unlink"}.get(name, name)
        _wrap(os, name, lambda *given, at=target: given[at], points, kind)
    for name in ("fsync", "fdatasync"):
        _wrap(os, name, lambda handle: handle, points, "fsync")
    _wrap(os, "mkdir", lambda path, *rest: None if os.path.lexists(path) else path, points, "mkdir")
    _wrap(os, "open", lambda path, flags, *rest: path if makes_a_file(path, flags) else None, points, "create")
    for module in (io, builtins):
        _wrap(module, "open", _made, points, "create")
    watch_sqlite(points.around)
    sys.addaudithook(points.audit)


def _made(path: Any, mode: str = "r", *rest: Any) -> Any:
    flags = os.O_TRUNC if "w" in mode else os.O_CREAT if mode[0] in "xa" else 0
    return None if isinstance(path, int) or not makes_a_file(path, flags) else path


def _wrap(module: Any, name: str, written: Callable[..., Any], points: Points, kind: str) -> None:
    write = getattr(module, name)

    @wraps(write)
    def watched(*given: Any, **options: Any) -> Any:
        if (path := written(*given)) is None:
            return write(*given, **options)
        with points.around(kind, path):
            return write(*given, **options)

    setattr(module, name, watched)
