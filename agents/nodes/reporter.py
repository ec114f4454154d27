"""Save the report in Memory: how the task ended, and on what grounds."""

from collections.abc import Sequence
from typing import get_args

from ditto.agents.deps import Deps
from ditto.state.errors import StopReason, Tampered
from ditto.state.report import Report, Round, Usage, best_round, status_of, total
from ditto.state.run import RunState
from ditto.state.stopping import Standing, first_rule


async def reporter(state: RunState, deps: Deps) -> RunState:
    """Write the task's end once."""
    report = await _report(state.get("stop"), state.get("detail", ""), deps)  # pyright: ignore[reportArgumentType] -- checked below
    await deps.memory.put("report", "final", report.dump())
    return {"report": report.digest()}


async def _report(reason: StopReason, detail: str, deps: Deps) -> Report:
    rounds, calls, task = await deps.rounds(), await deps.memory.calls(), await deps.memory.task()
    _require_borne(reason, rounds, approval=deps.workspace.request.approval)
    accepted = rounds[-1] if reason == "completed" else None
    best = best_round(rounds)
    return Report(
        request_id=deps.workspace.request.id,
        status=status_of(reason),
        stop_reason=reason,
        detail=detail,
        rounds=rounds,
        latest_draft_id=rounds[-1].draft_id if rounds else None,
        best_draft_id=best.draft_id if best else None,
        accepted_draft_id=accepted.draft_id if accepted else None,
        accepted_by="model" if accepted else None,
        usage=Usage(
            model_calls=len(calls), started_at=task.started_at if task else "", tokens=total(calls), calls=calls
        ),
        generated_at=deps.clock().isoformat(),
    )


def _require_borne(reason: StopReason, rounds: Sequence[Round], *, approval: bool) -> None:
    """Refuse an end that was edited into the graph's state: only Memory's last round can bear an acceptance."""
    rule = first_rule(Standing(accepted=bool(rounds) and rounds[-1].accepted, approval=approval))
    if reason not in get_args(StopReason) or (reason == "completed" and (rule is None or rule.reason != "completed")):
        raise Tampered("the graph's state claims an end that Memory does not bear", where="state.stop", found=reason)
