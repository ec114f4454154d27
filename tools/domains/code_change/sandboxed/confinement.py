"""The limits that a process puts on itself before it runs what it was given, whether or not a sandbox stands around it.

The audit hook is no sandbox (PEP 578): it refuses what Python itself would do, and cannot be taken off again.
"""

import os
import resource
import signal
import sys
from collections.abc import Sequence
from typing import Any

_REFUSED = (
    "socket.", "subprocess.", "ctypes.", "shutil.", "pty.", "tempfile.", "webbrowser.", "ftplib.", "http.", "smtplib.",
    "os.exec", "os.fork", "os.posix_spawn", "os.spawn", "os.system", "os.startfile", "os.kill", "signal.",
    "os.remove", "os.rename", "os.mkdir", "os.rmdir", "os.link", "os.symlink", "os.chmod", "os.chown", "os.chflags",
    "os.truncate", "os.utime", "os.setxattr", "os.removexattr", "os.putenv", "os.unsetenv", "os.chdir",
    "resource.", "sqlite3.", "mmap.", "syslog.", "gc.", "_thread.start_new_thread", "sys.addaudithook",
)  # fmt: skip


def confine(readable: Sequence[str], seconds: int, wall: int, megabytes: int) -> None:
    """Limit processor time, wall time, memory, files and processes, then refuse all but reading the given folders."""
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))  # the soft limit's signal says what happened
    for limit, most in (
        (resource.RLIMIT_AS, megabytes << 20),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_NOFILE, 64),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_NPROC, 64),
    ):
        resource.setrlimit(limit, (most, most))
    signal.alarm(wall)
    folders = tuple(os.path.realpath(one) + os.sep for one in (*readable, *filter(None, sys.path)))
    sys.addaudithook(lambda event, given: _refuse(event, given, folders))


def _refuse(event: str, given: tuple[Any, ...], folders: tuple[str, ...]) -> None:
    if event == "open" and _reads(given, folders):
        return
    if event in ("os.listdir", "os.scandir") and _within(given[0], folders):
        return
    if event in ("open", "os.listdir", "os.scandir") or event.startswith(_REFUSED):
        raise PermissionError(f"the code may not do this: {event} {given[0] if given else ''!r}"[:200])


def _reads(given: tuple[Any, ...], folders: tuple[str, ...]) -> bool:
    path, mode, flags = given
    if isinstance(mode, str) and set(mode) & set("wax+"):
        return False
    if mode is None and flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC):
        return False
    return _within(path, folders)


def _within(path: Any, folders: tuple[str, ...]) -> bool:
    return isinstance(path, (str, bytes)) and (os.path.realpath(os.fsdecode(path)) + os.sep).startswith(folders)
