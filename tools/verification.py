"""Verification of a finished task from its files alone: no model, no Redis, no database; writes nothing."""

import os
from pathlib import Path

from ditto.state.canonical import NotStrict, canonical
from ditto.state.claims import contradictions
from ditto.state.errors import Tampered
from ditto.state.evidence import MissingData
from ditto.state.report import Report
from ditto.state.request import Request
from ditto.tools.artifacts import read_file
from ditto.tools.brief_files import is_brief
from ditto.tools.brief_verification import verify_brief
from ditto.tools.folder_verification import Findings, Verification, present, require_listed, require_manifest, signed
from ditto.tools.policy import read_policy, read_request
from ditto.tools.publication import listed, manifest_of, rendered
from ditto.tools.subjects import INSTALLED, Subjects
from ditto.tools.task_files import TaskFiles, attempted

MANIFEST = "output/manifest.json"
_UNLISTED = {MANIFEST, "output/manifest.hmac"}


def verify(directory: Path, key: str | None = None, subjects: Subjects = INSTALLED) -> Verification:
    """Check a finished task again; raises BadRequest where the folder is no task's, BadSettings where its subject is not usable."""
    if is_brief(directory):
        return verify_brief(directory, key)
    found, request = Findings(directory), read_request(directory)
    files = TaskFiles(directory, request, subjects)
    attempted(lambda: require_own(directory, request), found.add)
    report = attempted(lambda: read_report(directory), found.add)
    if report is not None:
        for contradiction in contradictions(report, files.held(report, found.add, prove_all=True)):
            found.add(contradiction)
        attempted(lambda: _require_missing(files, report), found.add)
        attempted(lambda: _require_output(files, report), found.add)
        attempted(lambda: require_manifest(directory, MANIFEST, manifest_of(files, report), found), found.add)
    elif os.path.lexists(directory / MANIFEST):
        attempted(lambda: require_listed(directory, MANIFEST, found), found.add)
    there = set(present(directory, "", found))
    for stray in sorted(there - set(listed(files, report) if report else ()) - _UNLISTED) if report else ():
        found.add(Tampered("a file that the task does not rest on", where=stray))
    signature = signed(directory, "output", key, found)
    return Verification(
        verified=not found,
        status=report.status if report else None,
        stop_reason=report.stop_reason if report else None,
        accepted_by=report.accepted_by if report else None,
        versions=len(report.rounds) if report else 0,
        files=len(there),
        signature=signature,
        findings=tuple(found),
    )


def require_own(directory: Path, request: Request) -> None:
    """Raise Tampered where request.json is not in its one form, or the policy is that of another request."""
    if read_file(directory, "request.json") != canonical(request.dump()):
        raise Tampered("the request is not in its canonical form", where="request.json")
    if (found := read_policy(directory).fingerprint) != request.digest():
        raise Tampered(
            "the policy is that of another request", where="policy.json", found=found, expected=request.digest()
        )


def read_report(directory: Path) -> Report:
    """Return the report of an ended task; raises Tampered where it is missing or not in its one form."""
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
