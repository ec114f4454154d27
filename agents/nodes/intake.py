"""Check identity and sources, compute the facts, and take up the seed draft where there is one."""

from ditto.agents.deps import Deps
from ditto.agents.events import Drafted
from ditto.state.errors import Stop
from ditto.state.evidence import MissingData
from ditto.state.run import RunState


async def intake(state: RunState, deps: Deps) -> RunState:
    """Begin the task; facts that cannot be computed end it before any model call."""
    try:
        await deps.evidence()
    except MissingData as missing:
        raise Stop("missing-data", str(missing)) from missing
    begun: RunState = {
        "task": deps.workspace.fingerprint,
        "version": 0,
        "draft": None,
        "check": None,
        "verdict": None,
        "pause": None,
    }
    seed = await deps.tool(deps.workspace.seed)
    if seed is None:
        return begun
    draft_id = await deps.keep_version(1, seed, "seed")
    deps.observe(Drafted(1, "seed", seed.dump(), None))
    return {**begun, "version": 1, "draft": draft_id}
