"""Save the report in Memory: how the task ended, and on what grounds."""

from typing import cast

from ditto.agents.deps import Deps
from ditto.state.calibration import cited
from ditto.state.canonical import sha256
from ditto.state.errors import StopReason, Tampered
from ditto.state.report import Cited, Report, Round, Usage, best_round, status_of, total
from ditto.state.run import RunState
from ditto.tools.memory import Document


async def reporter(state: RunState, deps: Deps) -> RunState:
    """Write the task's end once."""
    stop = deps.stop()
    if stop is None:
        raise Tampered("the graph came to its end without a reason in Memory", where=deps.workspace.directory)
    report = await _report(cast(StopReason, stop.reason), str(stop), deps)  # one of this family, as stop() has checked
    await deps.held.put(Document("report", "final", report.dump()))
    return {"report": report.digest()}


async def _report(reason: StopReason, detail: str, deps: Deps) -> Report:
    rounds, calls, task = deps.rounds(), await deps.memory.calls(), deps.held.task
    accepted = rounds[-1] if reason == "completed" else None
    decision = deps.decision(accepted.version) if accepted else None
    best = accepted or best_round(rounds)
    return Report(
        request_id=deps.workspace.request.id,
        status=status_of(reason),
        stop_reason=reason,
        detail=detail,
        rounds=rounds,
        latest_draft_id=rounds[-1].draft_id if rounds else None,
        best_draft_id=best.draft_id if best else None,
        accepted_draft_id=accepted.draft_id if accepted else None,
        accepted_by=None if accepted is None else "human" if decision else "model",
        decision_id=decision.digest() if decision else None,
        usage=Usage(
            model_calls=len(calls), started_at=task.started_at if task else "", tokens=total(calls), calls=calls
        ),
        generated_at=deps.clock().isoformat(),
        calibration=await _cited(accepted, deps),
    )


async def _cited(accepted: Round | None, deps: Deps) -> Cited | None:
    """What the configured calibration says of the accepted draft's reviewer, where it is of this one and this rubric."""
    if accepted is None or accepted.review is None or deps.calibration is None:
        return None
    rubric = deps.workspace.domain.rubric(await deps.evidence())
    return cited(deps.calibration, accepted.review, sha256(rubric.encode()))
