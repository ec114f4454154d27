"""A history of rounds is derived again: what does not follow from the round before it is found."""

from typing import Any, get_args

import pytest

from ditto.state.brief import Action, Attempt, BriefRequest, BriefState, RoundRecord, Spec, Step
from ditto.state.brief_rounds import (
    derived,
    first_round,
    following,
    progress_of,
    report_of,
    require_report,
    state_of,
)
from ditto.state.errors import BriefReason, DittoError, Tampered
from ditto.tools.domains.release_brief.checks import check
from tests.state.brief_stage import RIGHT, attempt, facts, request, spec

SPEC = spec()
BEGUN = BriefState(evidence=facts(*RIGHT))


def revised(field: str) -> Action:
    """A right revision of one field."""
    return Action(step=Step(kind="revise", fields=(field,)), patch={field: RIGHT[field]})


def history(asked: BriefRequest, initial: BriefState, *actions: Action) -> tuple[RoundRecord, ...]:
    """Return the rounds that actions make, each for one call."""
    rounds = [first_round(asked, SPEC, initial, check)]
    for number, action in enumerate(actions, 1):
        rounds.append(following(asked, SPEC, rounds[-1], action, number, check))
    return tuple(rounds[1:])


def found(rounds: tuple[RoundRecord, ...], asked: BriefRequest | None = None, initial: BriefState = BEGUN) -> str:
    """Return what is said of a history."""
    try:
        derived(asked or request(), SPEC, initial, rounds, check)
    except DittoError as error:
        return str(error)
    return ""


RIGHT_ROUNDS = history(request(), BEGUN, *map(revised, RIGHT))


def test_a_history_that_follows_has_no_contradiction() -> None:
    assert found(RIGHT_ROUNDS) == ""
    assert RIGHT_ROUNDS[-1].next == Step(kind="end", reason="goal")
    assert state_of(RIGHT_ROUNDS[-1].snapshot) == BriefState(draft=RIGHT, evidence=facts(*RIGHT), revision=3)


FORGED: dict[str, tuple[int, Any]] = {
    "a value that no source says": (1, lambda one: one | {"action": {**one["action"], "patch": {"owner": "team-x"}}}),
    "a patch of another field": (0, lambda one: one | {"action": revised("owner").dump()}),
    "a patch of more fields": (0, lambda one: one | {"action": {**one["action"], "patch": RIGHT}}),
    "a round that did nothing": (0, lambda one: one | {"action": None}),
    "a draft that was not made": (0, lambda one: one | {"snapshot": {**one["snapshot"], "draft": RIGHT}}),
    "an issue that is hidden": (0, lambda one: one | {"snapshot": {**one["snapshot"], "issues": []}}),
    "a revision that is not counted": (1, lambda one: one | {"snapshot": {**one["snapshot"], "revision": 1}}),
    "an end that no rule gives": (0, lambda one: one | {"next": {"kind": "end", "fields": [], "reason": "goal"}}),
    "another number": (1, lambda one: one | {"round": 5}),
    "fewer calls than before": (2, lambda one: one | {"modelCalls": 0}),
    "a plan where none was due": (0, lambda one: one | {"action": {**one["action"], "planned": one["next"]}}),
    "an attempt where none was due": (
        0,
        lambda one: (
            one
            | {"action": {**one["action"], "attempt": {"field": "code", "source": "code-source", "outcome": "found"}}}
        ),
    ),
}


@pytest.mark.parametrize(("place", "forge"), FORGED.values(), ids=FORGED)
def test_a_forged_round_is_found(place: int, forge: Any) -> None:
    rounds = [*RIGHT_ROUNDS]
    rounds[place] = RoundRecord.load(forge(rounds[place].dump()))
    assert f"rounds/{rounds[place].round if rounds[place].round != 5 else 2}.json" in found(tuple(rounds))


def test_a_round_that_is_left_out_or_comes_after_the_end_is_found() -> None:
    assert "rounds/1.json" in found(RIGHT_ROUNDS[1:])
    after = RIGHT_ROUNDS[-1].model_copy(update={"round": 4})
    assert "rounds/4.json" in found((*RIGHT_ROUNDS, after))


def test_a_search_of_a_source_that_was_not_due_is_found() -> None:
    asked, plan = request("adaptive"), Step(kind="search", fields=("owner",), source="owner-source")
    planned = Action(step=Step(kind="plan"), planned=plan)
    searched = Action(
        step=plan, attempt=Attempt(field="owner", source="owner-source", outcome="found"), found=facts("owner")[0]
    )
    right = history(asked, BriefState(), planned, searched)
    assert found(right, asked, BriefState()) == ""
    other = searched.model_copy(update={"found": facts("code")[0]})
    for wrong in (other, searched.model_copy(update={"step": plan.model_copy(update={"source": "code-source"})})):
        rounds = (right[0], following(asked, SPEC, right[0], wrong, 2, check))
        assert "rounds/2.json" in found(rounds, asked, BriefState())
    illegal = Action(step=Step(kind="plan"), planned=Step(kind="revise", fields=("owner",)))
    begun = first_round(asked, SPEC, BriefState(), check)
    assert "no legal plan" in found((following(asked, SPEC, begun, illegal, 1, check),), asked, BriefState())


def searched(field: str) -> Action:
    """A search of a field that finds it."""
    step = Step(kind="search", fields=(field,), source=f"{field}-source")
    return Action(step=step, attempt=attempt(field, "found"), found=facts(field)[0])


COMPOSED = Action(step=Step(kind="compose", fields=tuple(RIGHT)), patch=RIGHT)


def test_a_retrieval_searches_what_the_model_chose_among_the_legal_and_composes_all() -> None:
    asked = request("retrieval")
    right = history(asked, BriefState(), *map(searched, ("owner", "code", "deadline")), COMPOSED)
    assert found(right, asked, BriefState()) == ""
    assert [one.field for one in right[-1].snapshot.attempts] == ["owner", "code", "deadline"]
    begun = first_round(asked, SPEC, BriefState(), check)
    unlisted = searched("code").model_copy(
        update={"step": Step(kind="search", fields=("code",), source="owner-source")}
    )
    for wrong in (COMPOSED, revised("code"), unlisted):
        assert "another step was due" in found((following(asked, SPEC, begun, wrong, 1, check),), asked, BriefState())
    early = (*right[:3], following(asked, SPEC, right[2], searched("code"), 4, check))
    assert "another step was due" in found(early, asked, BriefState())
    for patch in ({**RIGHT, "code": "x"}, None):
        last = following(asked, SPEC, right[2], COMPOSED.model_copy(update={"patch": patch}), 4, check)
        assert "not a patch" in found((*right[:3], last), asked, BriefState())


def test_a_planned_search_is_not_exchanged_for_another_legal_one() -> None:
    asked, plan = request("adaptive"), searched("owner").step
    planned = Action(step=Step(kind="plan"), planned=plan)
    right = history(asked, BriefState(), planned, searched("owner"))
    assert found(right, asked, BriefState()) == ""
    assert found((right[0], right[1].model_copy(update={"model_calls": 1})), asked, BriefState()) == ""
    other = following(asked, SPEC, right[0], searched("code"), 1, check)
    assert "another step was due" in found((right[0], other), asked, BriefState())


def test_a_task_begins_with_no_round_and_no_call() -> None:
    begun = first_round(request(maxRounds=1, modelCallBudget=1), SPEC, BEGUN, check)
    assert (begun.round, begun.model_calls, begun.action, begun.next.kind) == (0, 0, None, "revise")


def test_progress_is_that_of_the_record() -> None:
    asked, record = request(), RIGHT_ROUNDS[1]
    stands = progress_of(asked, SPEC, record)
    assert (stands.rounds, stands.calls, stands.last, stands.snapshot) == (2, 2, record.action, record.snapshot)


def test_only_the_goal_completes() -> None:
    assert [report_of(RIGHT_ROUNDS[0], reason, 1).status for reason in get_args(BriefReason)] == [
        "completed",
        "stopped",
        "stopped",
        "stopped",
    ]


def test_a_report_follows_from_the_last_round_alone() -> None:
    last, asked = RIGHT_ROUNDS[-1], request()
    right = report_of(last, "goal", 3)
    require_report(asked, last, right)
    for changed in ({"status": "stopped"}, {"reason": "budget"}, {"rounds": 2}, {"model_calls": 4}):
        with pytest.raises(Tampered, match=r"^result\.json: "):
            require_report(asked, last, right.model_copy(update=changed))
    with pytest.raises(Tampered, match="no end"):
        require_report(asked, RIGHT_ROUNDS[0], report_of(RIGHT_ROUNDS[0], "goal", 1))


def test_calls_whose_answers_were_lost_may_spend_the_budget_before_the_next_round() -> None:
    asked = request(modelCallBudget=3)
    last = history(asked, BEGUN, revised("code"))[0]
    require_report(asked, last, report_of(last, "budget", 3))
    with pytest.raises(Tampered):
        require_report(asked, last, report_of(last, "budget", 2))


def test_a_spec_of_no_fields_is_complete_at_once() -> None:
    empty = Spec(required=(), catalog=())
    assert first_round(request(), empty, BriefState(), check).next.reason == "goal"
