"""What verification asks of any task's folder: its files, its manifest, its signature; one line a finding."""

import hmac
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

from ditto.state.canonical import NotStrict, canonical, sha256
from ditto.state.errors import DittoError, Tampered
from ditto.state.manifest import Entry, Manifest, chained, signature
from ditto.state.record import Record
from ditto.state.report import Status
from ditto.tools.artifacts import read_file
from ditto.tools.policy import MOST_SOURCE_BYTES
from ditto.tools.task_files import attempted

Signed = Literal["valid", "wrong", "missing", "not checked", "none"]

_DATABASES = ("memory.sqlite", "checkpoints.sqlite")
_TOLERATED = {"task.lock", *(f"{name}{end}" for name in _DATABASES for end in ("", "-wal", "-shm", "-journal"))}


class Verification(Record):
    """The answer of `ditto verify`: what was claimed, how much was read, and every contradiction, a line each."""

    verified: bool
    status: Status | Literal["stopped"] | None
    stop_reason: str | None
    accepted_by: Literal["model", "human"] | None
    versions: int
    files: int
    signature: Signed
    findings: tuple[str, ...]


class Findings(list[str]):
    """What is wrong with a task's folder, a line each."""

    def __init__(self, directory: Path) -> None:
        super().__init__()
        self._prefix = f"{directory}/"

    def add(self, error: DittoError) -> None:
        """Keep an error as one line whose path begins at the task directory."""
        line = " ".join(str(error).removeprefix(self._prefix).split())
        if line not in self:
            self.append(line)


def require_manifest(directory: Path, name: str, now: Manifest, found: Findings) -> None:
    """Hold the manifest of that name against the one that the files make now."""
    data = read_file(directory, name)
    manifest = _manifest(name, data)
    if manifest.entries != chained(manifest.fingerprint, ((one.path, one.sha256) for one in manifest.entries)):
        raise Tampered("the manifest's chain is broken", where=name)
    stated = {one.path: one.sha256 for one in manifest.entries}
    for entry in now.entries:
        if stated.get(entry.path) != entry.sha256:
            found.add(
                Tampered(
                    "differs from the manifest",
                    where=entry.path,
                    found=entry.sha256,
                    expected=stated.get(entry.path, "no entry"),
                )
            )
    for path in sorted(stated.keys() - {one.path for one in now.entries}):
        found.add(Tampered("the manifest lists a file that the task does not rest on", where=path))
    if stated == {one.path: one.sha256 for one in now.entries} and canonical(now.dump()) != data:
        raise Tampered("the manifest is not that of this task's files", where=name)


def require_listed(directory: Path, name: str, found: Findings) -> None:
    """Name each file that is not the one the manifest lists, where too little can be read to derive the manifest."""
    for entry in _manifest(name, read_file(directory, name)).entries:
        if not any(line.startswith(f"{entry.path}:") for line in found):
            attempted(lambda entry=entry: _require_digest(directory, entry), found.add)


def _manifest(name: str, data: bytes) -> Manifest:
    try:
        return Manifest.parse(data)
    except NotStrict as cause:
        raise Tampered("the manifest cannot be read", where=name, found=cause) from cause


def _require_digest(directory: Path, entry: Entry) -> None:
    if (now := sha256(read_file(directory, entry.path, MOST_SOURCE_BYTES))) != entry.sha256:
        raise Tampered("differs from the manifest", where=entry.path, found=now, expected=entry.sha256)


def present(directory: Path, private: str, found: Findings) -> Iterator[str]:
    """Return every file but databases, locks and temporary leftovers in the folder `private`, the root where it is empty."""
    for folder, folders, names in os.walk(directory, onerror=lambda cause: found.add(_unreadable(cause))):
        for name in (*names, *(one for one in folders if (Path(folder) / one).is_symlink())):
            path = Path(folder) / name
            relative = path.relative_to(directory).as_posix()
            if (relative.startswith(private) and relative[len(private) :] in _TOLERATED) or _temporary(path):
                continue
            if not stat.S_ISREG(path.lstat().st_mode):
                found.add(Tampered("not a regular file", where=relative))
            yield relative


def _temporary(path: Path) -> bool:
    return path.name.startswith(".") and path.suffix == ".tmp"


def _unreadable(cause: OSError) -> DittoError:
    return Tampered("a folder cannot be read", where=cause.filename, found=cause.strerror)


def signed(directory: Path, folder: str, key: str | None, found: Findings) -> Signed:
    """Tell what the signature beside a manifest is worth under a key."""
    if not os.path.lexists(directory / f"{folder}/manifest.hmac"):
        if key is not None:
            found.add(Tampered("a key is set, and the manifest is not signed", where=f"{folder}/manifest.hmac"))
        return "none" if key is None else "missing"
    if key is None:
        return "not checked"
    right = attempted(lambda: _matches(directory, folder, key), found.add)
    if right is False:
        found.add(Tampered("the signature is not that of this manifest and key", where=f"{folder}/manifest.hmac"))
    return "valid" if right else "wrong"


def _matches(directory: Path, folder: str, key: str) -> bool:
    expected = signature(read_file(directory, f"{folder}/manifest.json"), key)
    return hmac.compare_digest(read_file(directory, f"{folder}/manifest.hmac"), f"{expected}\n".encode())
