"""A file system of a few kilobytes that a test mounts, fills, frees and makes read-only."""

import subprocess
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest

NOT_PERMITTED = "not run: needs root to mount a small tmpfs"


class SmallDisk:
    """A mounted tmpfs."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._filler = root / "filler"

    def leave(self, size: int) -> None:
        """Fill the disk up to that many bytes."""
        with self._filler.open("wb", buffering=0) as file:
            try:
                while True:
                    file.write(b"\0" * 4096)
            except OSError:
                pass
            file.truncate(max(file.tell() - size, 0))

    def free(self) -> None:
        """Give the space back."""
        self._filler.unlink()

    def make(self, mode: str) -> None:
        """Mount it again as `ro` or `rw`."""
        subprocess.run(["mount", "-o", f"remount,{mode}", str(self.root)], check=True, capture_output=True)


@contextmanager
def small_disk(root: Path, size: str = "2m") -> Generator[SmallDisk]:
    """Mount a small tmpfs; the test is skipped where that is not permitted."""
    root.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(root)]
    try:
        subprocess.run(command, check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip(NOT_PERMITTED)
    try:
        yield SmallDisk(root)
    finally:
        subprocess.run(["umount", "--lazy", str(root)], check=True, capture_output=True)
