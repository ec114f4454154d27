"""Verification of a finished task from its files alone: no model, no Redis, no database, no settings; writes nothing."""

import hmac
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

from ditto.state.canonical import NotStrict, canonical
from ditto.state.claims import contradictions
from ditto.state.errors import DittoError, Tampered
from ditto.state.evidence import MissingData
from ditto.state.manifest import Manifest, chained, signature
from ditto.state.record import Record
from ditto.state.report import Report, Status
from ditto.state.request import Request
from ditto.tools.artifacts import read_file
from ditto.tools.policy import read_policy, read_request
from ditto.tools.publication import listed, manifest_of, rendered
from ditto.tools.task_files import TaskFiles, attempted

Signed = Literal["valid", "wrong", "missing", "not checked", "none"]

_DATABASES = ("memory.sqlite", "checkpoints.sqlite")
_TOLERATED = {"task.lock", *(f"{name}{end}" for name in _DATABASES for end in ("", "-wal", "-shm", "-journal"))}
_UNLISTED = {"output/manifest.json", "output/manifest.hmac"}


class Verification(Record):
    """The answer of `ditto verify`: what was claimed, how much was read, and every contradiction, a line each."""

    verified: bool
    status: Status | None
    stop_reason: str | None
    accepted_by: Literal["model", "human"] | None
    versions: int
    files: int
    signature: Signed
    findings: tuple[str, ...]


class _Findings(list[str]):
    def __init__(self, directory: Path) -> None:
        super().__init__()
        self._prefix = f"{directory}/"

    def add(self, error: DittoError) -> None:
        """Keep an error as one line whose path begins at the task directory."""
        line = " ".join(str(error).removeprefix(self._prefix).split())
        if line not in self:
            self.append(line)


def verify(directory: Path, key: str | None = None) -> Verification:
    """Check a finished task again; raises BadRequest where the folder is no task's."""
    found, request = _Findings(directory), read_request(directory)
    files = TaskFiles(directory, request)
    attempted(lambda: _require_own(directory, request), found.add)
    report = attempted(lambda: _report(directory), found.add)
    if report is not None:
        for contradiction in contradictions(report, files.held(report, found.add, prove_all=True)):
            found.add(contradiction)
        attempted(lambda: _require_missing(files, report), found.add)
        attempted(lambda: _require_output(files, report), found.add)
        attempted(lambda: _require_manifest(files, report, found), found.add)
    present = set(_present(directory, found))
    for stray in sorted(present - set(listed(files, report) if report else ()) - _UNLISTED) if report else ():
        found.add(Tampered("a file that the task does not rest on", where=stray))
    signed = _signed(directory, key, found)
    return Verification(
        verified=not found,
        status=report.status if report else None,
        stop_reason=report.stop_reason if report else None,
        accepted_by=report.accepted_by if report else None,
        versions=len(report.rounds) if report else 0,
        files=len(present),
        signature=signed,
        findings=tuple(found),
    )


def _require_own(directory: Path, request: Request) -> None:
    if read_file(directory, "request.json") != canonical(request.dump()):
        raise Tampered("the request is not in its canonical form", where="request.json")
    if (found := read_policy(directory).fingerprint) != request.digest():
        raise Tampered(
            "the policy is that of another request", where="policy.json", found=found, expected=request.digest()
        )


def _report(directory: Path) -> Report:
    data = read_file(directory, "output/report.json")
    try:
        report = Report.parse(data)
    except NotStrict as cause:
        raise Tampered("the report cannot be read", where="output/report.json", found=cause) from cause
    if canonical(report.dump()) != data:
        raise Tampered("the report is not in its canonical form", where="output/report.json")
    return report


def _require_missing(files: TaskFiles, report: Report) -> None:
    if report.stop_reason != "missing-data":
        return
    try:
        files.evidence()
    except MissingData:
        return
    raise Tampered("the task ended for missing data, and its sources hold it", where="output/report.json")


def _require_output(files: TaskFiles, report: Report) -> None:
    for name, data in rendered(files, report).items():
        if read_file(files.directory, f"output/{name}") != data:
            raise Tampered("not what follows from the report and its drafts", where=f"output/{name}")


def _require_manifest(files: TaskFiles, report: Report, found: _Findings) -> None:
    data = read_file(files.directory, "output/manifest.json")
    try:
        manifest = Manifest.parse(data)
    except NotStrict as cause:
        raise Tampered("the manifest cannot be read", where="output/manifest.json", found=cause) from cause
    if manifest.entries != chained(manifest.fingerprint, ((one.path, one.sha256) for one in manifest.entries)):
        raise Tampered("the manifest's chain is broken", where="output/manifest.json")
    now = manifest_of(files, report)
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
        raise Tampered("the manifest is not that of this task's files", where="output/manifest.json")


def _present(directory: Path, found: _Findings) -> Iterator[str]:
    for folder, folders, names in os.walk(directory, onerror=lambda cause: found.add(_unreadable(cause))):
        for name in (*names, *(one for one in folders if (Path(folder) / one).is_symlink())):
            path = Path(folder) / name
            relative = path.relative_to(directory).as_posix()
            if relative in _TOLERATED or _temporary(path):
                continue
            if not stat.S_ISREG(path.lstat().st_mode):
                found.add(Tampered("not a regular file", where=relative))
            yield relative


def _temporary(path: Path) -> bool:
    return path.name.startswith(".") and path.suffix == ".tmp"


def _unreadable(cause: OSError) -> DittoError:
    return Tampered("a folder cannot be read", where=cause.filename, found=cause.strerror)


def _signed(directory: Path, key: str | None, found: _Findings) -> Signed:
    if not os.path.lexists(directory / "output/manifest.hmac"):
        if key is not None:
            found.add(Tampered("a key is set, and the manifest is not signed", where="output/manifest.hmac"))
        return "none" if key is None else "missing"
    if key is None:
        return "not checked"
    right = attempted(lambda: _matches(directory, key), found.add)
    if right is False:
        found.add(Tampered("the signature is not that of this manifest and key", where="output/manifest.hmac"))
    return "valid" if right else "wrong"


def _matches(directory: Path, key: str) -> bool:
    expected = signature(read_file(directory, "output/manifest.json"), key)
    return hmac.compare_digest(read_file(directory, "output/manifest.hmac"), f"{expected}\n".encode())
