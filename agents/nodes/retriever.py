"""Read the source that a plan has chosen; one that fails is an attempt, and the next plan takes another."""

from ditto.agents.brief_deps import BriefDeps
from ditto.state.brief import Action
from ditto.state.brief_run import BriefRunState


async def retriever(state: BriefRunState, deps: BriefDeps) -> BriefRunState:
    """Read a source once for a field."""
    before = deps.recorded(state.get("round", 0))
    number = before.round + 1
    if deps.action(number) is None:
        step = before.next if before.next.fields else deps.required(deps.plan(number), "plan", str(number))
        attempt, found = await deps.tool(deps.workspace.search, step.fields[0], step.source)
        useful = found if found is not None and found.facts else None
        await deps.keep_action(number, Action(step=step, attempt=attempt, found=useful))
    return {"round": before.round}
