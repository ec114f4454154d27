"""Write-once files and safe reads: what is on disk is either whole or not there (contract, section 1)."""

import os
import shutil
import stat
import tempfile
from collections.abc import Callable
from pathlib import Path

from ditto.state.errors import FileOutage, Tampered

MOST_BYTES = 4 << 20


def make_folder(path: Path) -> None:
    """Create the folder for its owner alone; one that exists is kept, raises Tampered where a link stands there."""
    if path.is_symlink():
        raise Tampered("not a folder", where=path, found="a symbolic link")
    try:
        path.mkdir(mode=0o700, exist_ok=True)
    except OSError as cause:
        raise FileOutage("a folder cannot be made", where=path, found=_reason(cause)) from cause


def put_folder(path: Path, what: str, fill: Callable[[Path], None]) -> None:
    """Make a folder whole or not at all: `fill` is given it beside its place, to which it is moved then.

    Raises FileOutage that says `what` cannot be made where the disk refuses.
    """
    made = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        made = Path(tempfile.mkdtemp(prefix=f".{path.name}.", dir=path.parent))
        fill(made)
        made.rename(path)
    except OSError as cause:
        raise FileOutage(f"the {what} cannot be made", where=path, found=_reason(cause)) from cause
    finally:
        if made is not None:
            shutil.rmtree(made, ignore_errors=True)


def write_once(path: Path, data: bytes) -> None:
    """Put the bytes under the path for good, readable by the owner alone.

    The same bytes again change nothing; raises Tampered where others stand there, FileOutage where the disk refuses.
    """
    if os.path.lexists(path):
        _require_same(path, data)
        return
    try:
        _link_into_place(path, data)
    except FileExistsError:
        _require_same(path, data)
    except OSError as cause:
        raise FileOutage("a file cannot be written", where=path, found=_reason(cause)) from cause


def replace(path: Path, data: bytes) -> None:
    """Put the bytes under the path in place of those that stand there; raises FileOutage where the disk refuses."""
    try:
        temporary = _temporary(path, data)
        try:
            os.rename(temporary, path)
        except OSError:
            os.unlink(temporary)
            raise
        _sync_folder(path.parent)
    except OSError as cause:
        raise FileOutage("a file cannot be written", where=path, found=_reason(cause)) from cause


def read_file(root: Path, relative: str, most: int = MOST_BYTES) -> bytes:
    """Return the bytes of a regular file below the root.

    Raises Tampered for a link, a FIFO, a device, a path that leaves the root, or a file above `most` bytes.
    """
    path = root / relative
    if not _below(root, Path(relative)):
        raise Tampered("the path leaves the task directory", where=path)
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except FileNotFoundError as cause:
        raise Tampered("a file is missing", where=path) from cause
    except OSError as cause:
        if path.is_symlink():
            raise Tampered("not a regular file", where=path, found="a symbolic link") from cause
        raise FileOutage("a file cannot be read", where=path, found=_reason(cause)) from cause
    try:
        return _read_regular(path, handle, most)
    finally:
        os.close(handle)


def _below(root: Path, relative: Path) -> bool:
    """Tell whether a path stays below the root: no folder on its way is a link or leads back up."""
    if relative.is_absolute() or ".." in relative.parts[:-1]:
        return False
    return not any((root / folder).is_symlink() for folder in list(relative.parents)[:-1])


def _read_regular(path: Path, handle: int, most: int) -> bytes:
    status = os.fstat(handle)
    if not stat.S_ISREG(status.st_mode):
        raise Tampered("not a regular file", where=path)
    if status.st_size > most:
        raise Tampered("a file is too large", where=path, found=f"{status.st_size} bytes", expected=f"at most {most}")
    with os.fdopen(os.dup(handle), "rb") as file:
        return file.read(most + 1)


def _require_same(path: Path, data: bytes) -> None:
    if read_file(path.parent, path.name, max(len(data), MOST_BYTES)) != data:
        raise Tampered("a file that is written once holds other bytes", where=path)


def _link_into_place(path: Path, data: bytes) -> None:
    temporary = _temporary(path, data)
    try:
        os.link(temporary, path)
    finally:
        os.unlink(temporary)
    _sync_folder(path.parent)


def _temporary(path: Path, data: bytes) -> str:
    """Write the bytes to a new file beside the path, on disk when this returns."""
    handle, temporary = tempfile.mkstemp(prefix=".", suffix=".tmp", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
    except BaseException:
        os.unlink(temporary)
        raise
    return temporary


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _reason(cause: OSError) -> str:
    return cause.strerror or type(cause).__name__
