"""Publication: every claim of the report is verified from the files before anything is written."""

from typing import Any, Literal

from ditto.state.canonical import canonical
from ditto.state.errors import Tampered
from ditto.state.record import Record
from ditto.state.report import Report, Round, status_of
from ditto.tools.artifacts import make_folder, write_once
from ditto.tools.report_markdown import render_report
from ditto.tools.workspace import Workspace


class Analysis(Record):
    """The accepted document, `output/analysis.json`, and the check it rests on."""

    request_id: str
    draft_id: str
    check_id: str | None
    accepted_by: Literal["model", "human"] | None
    draft: dict[str, Any]


def publish(workspace: Workspace, report: Report) -> None:
    """Verify the report's rounds and write the output; the same report again changes nothing.

    Raises Tampered where a file differs from what the report rests on, or where other output stands already.
    """
    workspace.authorize()
    _require_own(workspace, report)
    for one in report.rounds:
        _require_round(workspace, one)
    if report.status == "completed":
        _require_accepted(workspace, report)
    output = workspace.directory / "output"
    make_folder(output)
    write_once(output / "report.json", canonical(report.dump()))
    write_once(output / "report.md", render_report(workspace, report).encode())
    if report.status == "completed":
        write_once(output / "analysis.json", canonical(analysis(workspace, report).dump()))
    elif (output / "analysis.json").exists():
        raise Tampered("an analysis stands beside a task that was not accepted", where=output / "analysis.json")


def analysis(workspace: Workspace, report: Report) -> Analysis:
    """Return the accepted analysis."""
    last = report.rounds[-1]
    return Analysis(
        request_id=report.request_id,
        draft_id=last.draft_id,
        check_id=last.check_id,
        accepted_by=report.accepted_by,
        draft=workspace.draft(last.draft_id).dump(),
    )


def _require_own(workspace: Workspace, report: Report) -> None:
    """The report is this task's, and its status is the one that goes with its reason."""
    own = report.request_id == workspace.request.id
    if not own or report.status != status_of(report.stop_reason):
        raise Tampered(
            "the report is not one that this task can end with",
            where=workspace.directory,
            found=f"{report.request_id}, {report.status}, {report.stop_reason}",
            expected=f"{workspace.request.id}, {status_of(report.stop_reason)}",
        )


def _require_round(workspace: Workspace, one: Round) -> None:
    workspace.draft(one.draft_id)
    if one.check_id is not None:
        proof = workspace.proof(one.check_id)
        if proof.draft_id != one.draft_id or proof.issues != one.issues:
            raise Tampered(
                f"the proof of version {one.version} is not that of its draft",
                where=workspace.directory,
                found=one.check_id,
            )
    if one.review is None:
        return
    if one.review.draft_id != one.draft_id or workspace.review(one.version) != one.review:
        raise Tampered(
            "a review differs from the one that was saved", where=workspace.directory / f"reviews/{one.version}.json"
        )


def _require_accepted(workspace: Workspace, report: Report) -> None:
    """The last round is the accepted and latest draft, with no issue of either kind and verdict pass."""
    last = report.rounds[-1] if report.rounds else None
    bound = last is not None and last.review is not None and last.review.draft_id == last.draft_id
    named = last is not None and report.accepted_draft_id == report.latest_draft_id == last.draft_id
    if last is None or not (bound and named and last.accepted):
        raise Tampered("the report claims an acceptance that its last round does not bear", where=workspace.directory)
    proof = workspace.prove(workspace.draft(last.draft_id))
    if proof.issues or proof.digest() != last.check_id:
        raise Tampered(
            "the accepted draft does not pass the checks when they are run again",
            where=workspace.directory,
            found=proof.digest(),
            expected=last.check_id,
        )
