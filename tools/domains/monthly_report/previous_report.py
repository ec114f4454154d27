"""Reading an accepted report of an earlier period, which a new one carries on from."""

from pathlib import Path
from typing import Any

from ditto.state.errors import BadRequest, Tampered
from ditto.state.report import Report
from ditto.tools.artifacts import read_file
from ditto.tools.policy import read_request
from ditto.tools.task_files import TaskFiles
from ditto.tools.verification import verify

from .options import Previous
from .schema import Draft


def previous_report(directory: Path) -> dict[str, Any]:
    """Return what a finished task said, for the options of a new one.

    Raises Tampered where it does not verify, BadRequest where it was not accepted or has another subject.
    """
    request, verification = read_request(directory), verify(directory)
    if verification.status is None:
        raise BadRequest("the previous task has not ended", where=directory, expected="a task with output/report.json")
    if not verification.verified:
        raise Tampered("the previous task does not verify", where=directory, found=verification.findings[0])
    report, files = Report.parse(read_file(directory, "output/report.json")), TaskFiles(directory, request)
    if report.accepted_draft_id is None:
        raise BadRequest(
            "the previous report was not accepted", where=directory, found=report.stop_reason, expected="completed"
        )
    draft, facts = files.draft(report.accepted_draft_id), files.evidence().facts
    if not isinstance(draft, Draft):
        raise BadRequest(
            "the previous task has another subject", where=directory, found=request.domain, expected="monthly_report"
        )
    previous = Previous(
        report=report.digest(),
        period=facts["periods"][1],
        currency=facts["currency"],
        net_cents=draft.metrics.current_net_cents,
        actions=draft.actions,
    )
    return previous.dump()
