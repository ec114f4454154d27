"""The record of a round as it follows from the one before it; pure, so that a reader can derive it again."""

from collections.abc import Callable, Sequence
from typing import Any

from ditto.state.brief import Action, BriefReport, BriefRequest, BriefState, RoundRecord, Snapshot, Spec
from ditto.state.brief_steps import Progress, applied, moves, next_step
from ditto.state.errors import BriefReason, Tampered
from ditto.state.review import Issue

Check = Callable[[Spec, BriefState], tuple[Issue, ...]]


def snapshot_of(spec: Spec, state: BriefState, check: Check) -> Snapshot:
    """Return a state with what is missing from it and what does not hold."""
    missing = tuple(field for field in spec.required if state.supplied(field) is None)
    return Snapshot(**_parts(state), missing=missing, issues=check(spec, state))


def state_of(snapshot: Snapshot) -> BriefState:
    """Return a snapshot's state."""
    return BriefState(**_parts(snapshot))


def _parts(state: BriefState) -> dict[str, Any]:
    return {name: getattr(state, name) for name in BriefState.model_fields}


def progress_of(request: BriefRequest, spec: Spec, record: RoundRecord) -> Progress:
    """Return where a task stands after a recorded round."""
    return Progress(
        request=request,
        spec=spec,
        snapshot=record.snapshot,
        rounds=record.round,
        calls=record.model_calls,
        last=record.action,
    )


def first_round(request: BriefRequest, spec: Spec, initial: BriefState, check: Check) -> RoundRecord:
    """Return the record of round 0; raises BadRequest where evidence is missing in a flow that does not search."""
    snapshot = snapshot_of(spec, initial, check)
    begun = Progress(request=request, spec=spec, snapshot=snapshot, rounds=0, calls=0, last=None)
    return RoundRecord(round=0, action=None, model_calls=0, snapshot=snapshot, next=next_step(begun))


def following(
    request: BriefRequest, spec: Spec, before: RoundRecord, action: Action, calls: int, check: Check
) -> RoundRecord:
    """Return the record of the round that an action makes."""
    snapshot = snapshot_of(spec, applied(state_of(before.snapshot), action), check)
    stands = Progress(request=request, spec=spec, snapshot=snapshot, rounds=before.round + 1, calls=calls, last=action)
    return RoundRecord(round=stands.rounds, action=action, model_calls=calls, snapshot=snapshot, next=next_step(stands))


def require_legal(request: BriefRequest, spec: Spec, before: RoundRecord, action: Action) -> None:
    """Raise Tampered where an action is not what the round before it called for, or holds what nothing proves."""
    due, step, state = before.next, action.step, before.snapshot
    legal = moves(progress_of(request, spec, before))
    holds = {
        "another step was due": step == due or (due.kind == step.kind == "search" and not due.fields and step in legal),
        "no legal plan": (step.kind == "plan") == (action.planned is not None)
        and (action.planned is None or action.planned in legal),
        "not a patch of the fields that were due": (step.kind in ("revise", "compose")) == (action.patch is not None)
        and (action.patch is None or action.patch == {field: state.value(field) for field in step.fields}),
        "not an attempt at the source that was due": (step.kind == "search") == (action.attempt is not None)
        and (action.attempt is None or ((action.attempt.field,), action.attempt.source) == (step.fields, step.source))
        and (action.found is None or (action.attempt is not None and action.found.source == action.attempt.source)),
    }
    if wrong := next((problem for problem, held in holds.items() if not held), None):
        raise Tampered(wrong, where=f"rounds/{before.round + 1}.json", found=action.dump(), expected=due.dump())


def derived(
    request: BriefRequest, spec: Spec, initial: BriefState, rounds: Sequence[RoundRecord], check: Check
) -> tuple[RoundRecord, ...]:
    """Return a history with its round 0, derived again from what the task began with; raises Tampered where it does not follow."""
    history = [first_round(request, spec, initial, check)]
    for one in rounds:
        before = history[-1]
        if one.action is None or one.model_calls < before.model_calls:
            raise Tampered("a round without an action or with fewer calls", where=f"rounds/{one.round}.json")
        require_legal(request, spec, before, one.action)
        if one != following(request, spec, before, one.action, one.model_calls, check):
            raise Tampered("not what follows from the round before it", where=f"rounds/{before.round + 1}.json")
        history.append(one)
    return tuple(history)


def report_of(last: RoundRecord, reason: BriefReason, calls: int) -> BriefReport:
    """Return the end of a task after its last round; only a brief that holds is completed."""
    return BriefReport(
        status="completed" if reason == "goal" else "stopped",
        reason=reason,
        rounds=last.round,
        model_calls=calls,
        snapshot=last.snapshot,
    )


def require_report(request: BriefRequest, last: RoundRecord, report: BriefReport) -> None:
    """Raise Tampered where a report does not follow from the last round.

    A round whose call was lost may leave no call for another: the budget is spent then, though the round before saw room.
    """
    reason = last.next.reason
    calls = last.model_calls
    if reason is None and report.model_calls >= request.model_call_budget:
        reason, calls = "budget", report.model_calls
    if reason is None or report != report_of(last, reason, calls):
        raise Tampered(
            "the result does not follow from the last round",
            where="result.json",
            found=f"{report.status}, {report.reason}, {report.rounds} rounds, {report.model_calls} calls",
            expected=f"{reason or 'no end'}, {last.round} rounds, {calls} calls",
        )
