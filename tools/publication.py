"""Publication: every claim of the report is verified from the files before anything is written."""

from typing import Any, Literal, NoReturn

from ditto.state.canonical import canonical
from ditto.state.claims import contradictions
from ditto.state.errors import DittoError, Tampered
from ditto.state.manifest import Manifest
from ditto.state.record import Record
from ditto.state.report import Report
from ditto.tools.artifacts import make_folder, write_once
from ditto.tools.manifest_files import manifest_of_files, write_manifest
from ditto.tools.report_markdown import render_report
from ditto.tools.task_files import TaskFiles
from ditto.tools.workspace import Workspace


class Analysis(Record):
    """The accepted document, `output/analysis.json`, and the check it rests on."""

    request_id: str
    draft_id: str
    check_id: str | None
    accepted_by: Literal["model", "human"] | None
    draft: dict[str, Any]


def publish(workspace: Workspace, report: Report, key: str | None = None) -> None:
    """Verify the report and write the output, the manifest last, signed where there is a key.

    The same report again changes nothing. Raises Tampered where a file differs from what the report rests on, or where
    other output stands already.
    """
    files = workspace.files()
    for contradiction in contradictions(report, files.held(report, _refuse, prove_all=False)):
        raise contradiction
    output = workspace.directory / "output"
    make_folder(output)
    if report.status != "completed" and (output / "analysis.json").exists():
        raise Tampered("an analysis stands beside a task that was not accepted", where=output / "analysis.json")
    for name, data in rendered(files, report).items():
        write_once(output / name, data)
    write_manifest(output, manifest_of(files, report), key)


def rendered(files: TaskFiles, report: Report) -> dict[str, bytes]:
    """Return the output that belongs to a report, by file name."""
    written = {"report.json": canonical(report.dump()), "report.md": render_report(files, report).encode()}
    if report.status != "completed":
        return written
    return written | {"analysis.json": canonical(analysis(files, report).dump())}


def analysis(files: TaskFiles, report: Report) -> Analysis:
    """Return the accepted analysis."""
    last = report.rounds[-1]
    return Analysis(
        request_id=report.request_id,
        draft_id=last.draft_id,
        check_id=last.check_id,
        accepted_by=report.accepted_by,
        draft=files.draft(last.draft_id).dump(),
    )


def manifest_of(files: TaskFiles, report: Report) -> Manifest:
    """Return the manifest of a task as its files are now; raises Tampered where one is missing."""
    return manifest_of_files(files.directory, report.request_id, files.fingerprint, listed(files, report))


def listed(files: TaskFiles, report: Report) -> list[str]:
    """Return the path of every file that a finished task rests on, in the order of its history."""
    request = files.request
    paths = ["request.json", "policy.json", *(source.path for source in request.sources)]
    paths += ["seed.json"] if request.seed_sha256 else []
    for one in report.rounds:
        names = (f"drafts/{one.draft_id}", one.check_id and f"checks/{one.check_id}")
        judged = (one.review and f"reviews/{one.version}", one.decision_id and f"decisions/{one.decision_id}")
        paths += [f"{name}.json" for name in (*names, *judged) if name]
    output = ["report.json", "report.md", *(["analysis.json"] if report.status == "completed" else [])]
    return paths + [f"output/{name}" for name in output]


def _refuse(error: DittoError) -> NoReturn:
    raise error
