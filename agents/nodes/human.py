"""A person decides: the graph pauses here by an interrupt, and goes on with the decision that is kept."""

from functools import partial
from typing import Annotated, Any, cast

from langgraph.types import interrupt
from pydantic import AfterValidator, BeforeValidator, ValidationError

from ditto.agents.deps import Deps
from ditto.agents.events import Drafted
from ditto.agents.pausing import keep_decision, terms
from ditto.state.decision import Decision, Response, require_acceptable
from ditto.state.errors import BadRequest, Stop
from ditto.state.run import RunState


async def human(state: RunState, deps: Deps) -> RunState:
    """Wait for a decision on the version in work, and act on it; one that was kept before is acted on again."""
    version = state.get("version", 0)
    decision = deps.decision(version) or await _asked(deps)
    await deps.tool(deps.workspace.save_decision, decision)
    match decision.choice:
        case "approve":
            raise Stop("completed", f"{decision.actor} approved version {version}")
        case "stop":
            raise Stop("needs-human", f"{decision.actor} stopped the task at version {version}")
        case "edit":
            return await _edited(decision, deps)
        case "revise":
            return {"pause": None}


async def _asked(deps: Deps) -> Decision:
    held = await terms(deps)
    # LangGraph keeps an answer only once it is valid, so that a refused one leaves the pause as it was.
    acceptable = partial(require_acceptable, terms=held)
    form = Annotated[Response, BeforeValidator(Response.load), AfterValidator(acceptable)]
    try:
        response = interrupt(held.pause.dump(), response_schema=cast(Any, form))
    except ValidationError as cause:
        found = cause.errors(include_url=False)[0]["msg"]
        raise BadRequest("not an answer to this pause", where="resume", found=found, expected="a Response") from cause
    return await keep_decision(deps, response, held)


async def _edited(decision: Decision, deps: Deps) -> RunState:
    draft, before = deps.draft(decision.draft_id or ""), deps.round(decision.version)
    version = decision.version + 1
    draft_id = await deps.keep_version(version, draft, "human")
    previous = deps.draft(before.draft_id)
    deps.observe(Drafted(version, "human", draft.dump(), previous.dump()))
    return {"version": version, "draft": draft_id, "check": None, "verdict": None, "pause": None}
