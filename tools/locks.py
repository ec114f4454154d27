"""One active runner a task directory: an advisory lock that the kernel frees when its holder dies."""

import os
import stat
from pathlib import Path

from filelock import FileLock, Timeout

from ditto.state.errors import Busy, FileOutage, Tampered


class TaskLock:
    """Hold `task.lock` of a directory, as often as its owner asks, until it is released as often."""

    def __init__(self, directory: Path) -> None:
        self._path = directory / "task.lock"
        self._lock = FileLock(
            self._path, mode=0o600, thread_local=False, fallback_to_soft=False, preserve_lock_file=True
        )

    def acquire(self) -> None:
        """Take the lock at once; raises Busy where another process or app holds it."""
        try:
            if os.path.lexists(self._path) and not stat.S_ISREG(os.lstat(self._path).st_mode):
                raise Tampered("not a regular file", where=self._path)
            self._path.parent.stat()  # filelock would make a directory that is missing
            self._lock.acquire(blocking=False)
        except Timeout as cause:
            raise Busy(
                "another runner holds this task", where=self._path.parent, expected="one runner at a time"
            ) from cause
        except OSError as cause:
            raise FileOutage("the task cannot be locked", where=self._path, found=cause.strerror) from cause

    def release(self) -> None:
        """Give back one hold."""
        self._lock.release()

    @property
    def held(self) -> bool:
        """Tell whether this owner holds the lock."""
        return self._lock.is_locked
