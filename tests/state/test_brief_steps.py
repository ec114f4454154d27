"""What is next and when a flow stops: goal, then blocked, then round-limit, then budget; pure."""

import pytest

from ditto.state.brief import Action, BriefState, Step
from ditto.state.brief_steps import RULES, applied, moves, next_step, untried
from ditto.state.errors import BadRequest
from tests.state.brief_stage import RIGHT, attempt, facts, request, spec, stands, words

ALL = facts(*RIGHT)
REVISING = ["bounded", "improvement", "goal", "stop"]


def test_the_rules_stand_in_the_order_of_the_contract() -> None:
    assert [rule.reason for rule in RULES] == ["goal", "blocked", "round-limit", "budget"]


@pytest.mark.parametrize("flow", [*REVISING, "adaptive", "retrieval"])
def test_a_brief_that_holds_is_the_goal_whatever_the_limits(flow: str) -> None:
    asked = request(flow, maxRounds=0, modelCallBudget=0)
    assert words(next_step(stands(spec(), BriefState(draft=RIGHT, evidence=ALL), asked))) == "end goal"
    assert words(next_step(stands(spec("code").model_copy(update={"required": ()}), BriefState(), asked))) == "end goal"


@pytest.mark.parametrize("flow", [*REVISING, "adaptive", "retrieval"])
def test_a_field_without_a_source_blocks_before_any_limit(flow: str) -> None:
    asked = request(flow, maxRounds=0, modelCallBudget=0)
    assert words(next_step(stands(spec(without=("owner",)), BriefState(), asked))) == "end owner blocked"


@pytest.mark.parametrize("flow", [*REVISING, "adaptive", "retrieval"])
def test_the_round_limit_is_before_the_budget(flow: str) -> None:
    state = BriefState(evidence=ALL)
    assert (
        words(next_step(stands(spec(), state, request(flow, maxRounds=2, modelCallBudget=0), rounds=2)))
        == "end round-limit"
    )
    assert words(next_step(stands(spec(), state, request(flow, modelCallBudget=3), rounds=2, calls=3))) == "end budget"


@pytest.mark.parametrize("flow", REVISING)
def test_a_revising_flow_takes_the_first_field_that_does_not_hold(flow: str) -> None:
    assert words(next_step(stands(spec(), BriefState(evidence=ALL), request(flow)))) == "revise code"
    kept = BriefState(draft={"code": RIGHT["code"], "owner": "old"}, evidence=ALL)
    assert words(next_step(stands(spec(), kept, request(flow)))) == "revise owner"


@pytest.mark.parametrize("flow", REVISING)
def test_missing_evidence_is_an_error_of_a_revising_flow_only_after_the_stop_rules(flow: str) -> None:
    state = BriefState(evidence=facts("code"))
    with pytest.raises(BadRequest, match=r"needs evidence for every required field.*owner, deadline"):
        next_step(stands(spec(), state, request(flow)))
    assert words(next_step(stands(spec(), state, request(flow, maxRounds=0)))) == "end round-limit"
    assert words(next_step(stands(spec(), state, request(flow, modelCallBudget=0)))) == "end budget"


def test_missing_evidence_alone_counts_as_a_round_of_one_call() -> None:
    assert words(next_step(stands(spec(), BriefState(), request(modelCallBudget=0)))) == "end budget"
    with pytest.raises(BadRequest, match=r"spec\.json, initialEvidence.*no source for code, owner, deadline"):
        next_step(stands(spec(), BriefState(), request(modelCallBudget=1)))


@pytest.mark.parametrize(("flow", "kind"), [("bounded", "revise"), ("adaptive", "plan"), ("retrieval", "compose")])
def test_the_last_call_of_the_budget_and_the_last_round_are_used(flow: str, kind: str) -> None:
    state = BriefState(evidence=ALL)
    assert next_step(stands(spec(), state, request(flow, modelCallBudget=3), calls=2)).kind == kind
    assert next_step(stands(spec(), state, request(flow, maxRounds=3), rounds=2)).kind == kind


def test_a_plan_names_the_source_that_a_search_would_read() -> None:
    assert [step.source for step in moves(stands(spec(), BriefState(), request("adaptive")))] == [
        "code-source",
        "owner-source",
        "deadline-source",
    ]


def test_adaptive_plans_then_takes_the_planned_step() -> None:
    asked = request("adaptive")
    assert words(next_step(stands(spec(), BriefState(), asked))) == "plan"
    planned = Step(kind="search", fields=("owner",), source="owner-source")
    last = Action(step=Step(kind="plan"), planned=planned)
    assert next_step(stands(spec(), BriefState(), asked, rounds=1, calls=1, last=last)) == planned


def test_a_planned_search_costs_no_call_and_a_planned_revision_does() -> None:
    spent = request("adaptive", modelCallBudget=1)
    search = Action(step=Step(kind="plan"), planned=Step(kind="search", fields=("code",), source="code-source"))
    revise = Action(step=Step(kind="plan"), planned=Step(kind="revise", fields=("code",)))
    state = BriefState(evidence=facts("code"))
    assert next_step(stands(spec(), state, spent, rounds=1, calls=1, last=search)) == search.planned
    assert words(next_step(stands(spec(), state, spent, rounds=1, calls=1, last=revise))) == "end budget"


def test_retrieval_searches_until_the_evidence_is_complete_then_composes_every_field() -> None:
    asked = request("retrieval")
    assert words(next_step(stands(spec(), BriefState(evidence=facts("code", "owner")), asked))) == "search"
    assert words(next_step(stands(spec(), BriefState(evidence=ALL), asked))) == "compose code owner deadline"


def test_a_pair_of_field_and_source_is_tried_once_in_the_order_of_the_catalog() -> None:
    given = spec().model_copy(update={"catalog": (*spec().catalog, *spec("code").catalog[:0])})
    assert untried(given, BriefState(), "code") == ("code-source",)
    assert untried(given, BriefState(attempts=(attempt("code"),)), "code") == ()
    assert untried(given, BriefState(evidence=facts("code")), "code") == ()


def test_a_plan_may_search_what_is_missing_and_revise_what_has_evidence() -> None:
    state = BriefState(evidence=facts("code"), attempts=(attempt("owner"),))
    assert [words(step) for step in moves(stands(spec(), state, request("adaptive")))] == [
        "search deadline",
        "revise code",
    ]
    assert [words(step) for step in moves(stands(spec(), state, request("retrieval")))] == ["search deadline"]


@pytest.mark.parametrize(
    ("flow", "first"), [("bounded", "revise code"), ("adaptive", "plan"), ("retrieval", "compose code deadline")]
)
def test_keeping_going_fills_every_other_field_before_it_ends_blocked(flow: str, first: str) -> None:
    given, asked = spec(without=("owner",)), request(flow, keepGoing=True)
    state = BriefState(evidence=facts("code", "deadline"))
    assert words(next_step(stands(given, state, asked))) == first
    done = state.model_copy(update={"draft": {"code": RIGHT["code"], "deadline": RIGHT["deadline"]}})
    assert words(next_step(stands(given, done, asked))) == "end owner blocked"
    assert (
        words(next_step(stands(given, state, request(flow, keepGoing=True, modelCallBudget=0)))) == "end owner blocked"
    )
    spent = request(flow, keepGoing=True, maxRounds=2)
    assert words(next_step(stands(given, state, spent, rounds=2))) == "end owner blocked"
    assert words(next_step(stands(given, state, request(flow)))) == "end owner blocked"


def test_an_action_adds_what_it_found_and_nothing_else() -> None:
    searched = Action(
        step=Step(kind="search", fields=("code",)), attempt=attempt("code", "found"), found=facts("code")[0]
    )
    state = applied(BriefState(), searched)
    assert (state.evidence, state.attempts, state.draft, state.revision) == (
        facts("code"),
        (attempt("code", "found"),),
        {},
        0,
    )
    revised = applied(state, Action(step=Step(kind="revise", fields=("code",)), patch={"code": "REL-1"}))
    assert (revised.draft, revised.revision, revised.evidence) == ({"code": "REL-1"}, 1, state.evidence)
    assert applied(state, searched).evidence == state.evidence
