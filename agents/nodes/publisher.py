"""Publish the report: verify everything it claims from the files, then write the output once; safe to repeat."""

from ditto.agents.deps import Deps
from ditto.state.errors import Tampered
from ditto.state.run import RunState
from ditto.tools.publication import publish


async def publisher(state: RunState, deps: Deps) -> RunState:
    """Write report.json and report.md, analysis.json for a completed task alone, and the manifest of it all."""
    report = deps.report()
    if report is None:
        raise Tampered("Memory holds no report to publish", where=deps.workspace.directory)
    await deps.tool(publish, deps.workspace, report, deps.manifest_key)
    return {"report": report.digest()}
