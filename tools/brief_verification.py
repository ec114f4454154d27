"""Verification of a brief from its files alone: every round is derived again, every value read from the kept sources."""

import os
from pathlib import Path

from ditto.state.brief import BriefReport
from ditto.state.canonical import MAX_DOCUMENT, canonical
from ditto.state.errors import Tampered
from ditto.tools.artifacts import read_file
from ditto.tools.brief_files import PRIVATE, BriefFiles, read_brief_request
from ditto.tools.brief_publication import derive, listed, manifest_of, rendered
from ditto.tools.folder_verification import Findings, Verification, present, require_listed, require_manifest, signed
from ditto.tools.task_files import attempted

_MANIFEST = f"{PRIVATE}/manifest.json"
_UNLISTED = {_MANIFEST, f"{PRIVATE}/manifest.hmac"}


def verify_brief(directory: Path, key: str | None = None) -> Verification:
    """Check a finished brief again; raises BadRequest where the folder is no brief's."""
    found, request = Findings(directory), read_brief_request(directory)
    files = attempted(lambda: BriefFiles(directory, request), found.add)
    report = attempted(files.result, found.add) if files else None
    if files:
        attempted(lambda: _require_request(files), found.add)
        derive(files, report, found.add)
    if files and report:
        attempted(lambda: _require_output(files, report), found.add)
        attempted(lambda: require_manifest(directory, _MANIFEST, manifest_of(files, report), found), found.add)
    elif os.path.lexists(directory / _MANIFEST):
        attempted(lambda: require_listed(directory, _MANIFEST, found), found.add)
    there = set(present(directory, f"{PRIVATE}/", found))
    paths = attempted(lambda: listed(files, report), found.add) if files and report else None
    for stray in sorted(there - set(paths) - _UNLISTED) if paths else ():
        found.add(Tampered("a file that the task does not rest on", where=stray))
    signature = signed(directory, PRIVATE, key, found)
    return Verification(
        verified=not found,
        status=report.status if report else None,
        stop_reason=report.reason if report else None,
        accepted_by=None,
        versions=report.snapshot.revision + 1 if report else 0,
        files=len(there),
        signature=signature,
        findings=tuple(found),
    )


def _require_request(files: BriefFiles) -> None:
    if read_file(files.directory, f"{PRIVATE}/request.json") != canonical(files.request.dump()):
        raise Tampered("the request is not in its canonical form", where=f"{PRIVATE}/request.json")


def _require_output(files: BriefFiles, report: BriefReport) -> None:
    for name, data in rendered(files, report).items():
        if read_file(files.directory, name, MAX_DOCUMENT) != data:
            raise Tampered("not what follows from the result and its rounds", where=name)
