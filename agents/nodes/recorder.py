"""Check what stands, record the round that was made, and decide whether another begins."""

from ditto.agents.brief_deps import BriefDeps
from ditto.state.brief import RoundRecord
from ditto.state.brief_rounds import first_round, following, require_legal
from ditto.state.brief_run import BriefRunState
from ditto.state.errors import Stop


async def recorder(state: BriefRunState, deps: BriefDeps) -> BriefRunState:
    """Record a round once; raises Stop where a rule of the contract ends the task, Tampered where a source changed."""
    number = _number(state, deps)
    saved = deps.round(number)
    record = saved or await _derived(number, deps)
    await deps.tool(deps.workspace.require_evidence, record.snapshot)
    if saved is None:
        await deps.keep_round(record)
    if record.next.reason is not None:
        raise Stop(record.next.reason, _detail(record, deps))
    return {"task": deps.workspace.fingerprint, "round": record.round, "next": record.next.kind}


def _number(state: BriefRunState, deps: BriefDeps) -> int:
    """Return the round to be recorded: the one after the state's, where it was made."""
    if (before := state.get("round")) is None:
        return 0
    return before + 1 if deps.action(before + 1) else before


async def _derived(number: int, deps: BriefDeps) -> RoundRecord:
    request, spec, check = deps.workspace.request, deps.workspace.spec, deps.workspace.domain.check
    if number == 0:
        return first_round(request, spec, await deps.tool(deps.workspace.initial), check)
    before, action = deps.recorded(number - 1), deps.required(deps.action(number), "action", str(number))
    require_legal(request, spec, before, action)  # what Memory holds may have been altered
    return following(request, spec, before, action, deps.held.calls, check)


def _detail(record: RoundRecord, deps: BriefDeps) -> str:
    request, snapshot = deps.workspace.request, record.snapshot
    left = ", ".join(issue.field for issue in snapshot.issues)
    match record.next.reason:
        case "goal":
            return "every required field holds"
        case "blocked":
            return f"no untried source supplies {', '.join(record.next.fields)}"
        case "round-limit":
            return f"{record.round} of {request.max_rounds} rounds are made; left: {left}"
        case _:
            return f"the next round does not fit in {request.model_call_budget} model calls; left: {left}"
