"""Save a brief's end in Memory, and publish it: verified from the files first, written once, safe to repeat."""

from typing import cast

from ditto.agents.brief_deps import BriefDeps
from ditto.state.brief_rounds import report_of
from ditto.state.brief_run import BriefRunState
from ditto.state.errors import BriefReason, Tampered
from ditto.tools.memory import Document


async def brief_reporter(state: BriefRunState, deps: BriefDeps) -> BriefRunState:
    """Write brief.md, result.json and the manifest of it all."""
    if (stop := deps.stop()) is None:
        raise Tampered("the graph came to its end without a reason in Memory", where=deps.workspace.directory)
    report = deps.report()
    if report is None:
        await deps.tool(deps.workspace.require_evidence, deps.recorded(deps.rounds()).snapshot)
        reason = cast(BriefReason, stop.reason)  # one of this family, as stop() has checked
        report = report_of(deps.recorded(deps.rounds()), reason, deps.held.calls)
        await deps.held.put(Document("report", "final", report.dump()))
    await deps.tool(deps.workspace.publish, report, deps.manifest_key)
    return {"report": report.digest()}
