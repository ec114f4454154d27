"""The first gate: recompute every figure, compare every quote, and save the proof."""

from ditto.agents.deps import Deps
from ditto.agents.events import Checked
from ditto.state.run import RunState


async def checker(state: RunState, deps: Deps) -> RunState:
    """Check the version in work; a check that was saved stands, and the accepted draft's is run again to publish it."""
    version, draft_id = state.get("version", 0), state.get("draft") or ""
    if checked := deps.held.get("check", str(version)):
        return {"check": checked["checkId"]}
    check_id, proof = await deps.keep_check(version, deps.draft(draft_id))
    deps.observe(Checked(version, proof.issues))
    return {"check": check_id}
