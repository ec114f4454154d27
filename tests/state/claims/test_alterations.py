"""A right report contradicts nothing, and each single alteration of it is found as what it is, and as nothing else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ditto.state.claims import contradictions
from ditto.state.report import Tokens
from ditto.state.review import Reviewer
from tests.state.claims.altering import Alter, asking, calls, chain, decision, files, proof, report, review, round_
from tests.state.claims.cases import CASES, ISSUE, call, ended, proof_of, version

OTHER = "0" * 64
OWN = "the report is not one that this task can end with"
BEARS = "the report claims an acceptance that its last round does not bear"
NAMES = "a task that was not completed names an accepted draft"
LATEST = "the latest draft is not that of the last version"
BEST = "the best draft is not the one with the fewest issues"
COUNTED = "the calls are not counted right"
NO_ANSWER = "version {} is said to be a model's, and no call was answered with it"
NOT_BY = "version {} is not by {}"
UNBOUND = "the proof of version {} is not that of its draft"
RERUN = "the check of version {} comes out differently when it is run again"
FOREIGN = "a review is of another draft"
UNSAVED = "a review differs from the one that was saved"
UNCALLED = "a review names a model that answered no call for it"
PAUSE = "a decision answers another pause"
NOBODY = "a decision is by nobody whom the policy lists"
WENT = "the task did not go on as version {} was decided"


def found(name: str, alter: Alter) -> list[tuple[str, str | None]]:
    """What contradicts in an altered case: the problem, and the file without its id."""
    told = contradictions(*alter(CASES[name]))
    return [
        (one.problem, (one.where or "").partition("/")[0] if one.where != "output/report.json" else None)
        for one in told
    ]


@pytest.mark.parametrize("name", CASES)
def test_a_right_report_contradicts_nothing(name: str) -> None:
    assert found(name, lambda case: case) == []


Table = list[tuple[str, str, Alter, list[tuple[str, str | None]]]]

REPORTED: Table = [
    ("another task", "accepted", report(request_id="other"), [(OWN, None)]),
    ("another status", "max-rounds", report(status="needs-human"), [(OWN, None)]),
    ("another status of a stop", "stopped", report(status="partial"), [(OWN, None)]),
    ("a reason of another status", "no-progress", report(stop_reason="missing-data"), [(OWN, None)]),
    ("another latest draft", "no-progress", report(latest_draft_id=OTHER), [(LATEST, None)]),
    ("no latest draft", "no-progress", report(latest_draft_id=None), [(LATEST, None)]),
    ("a latest draft of no version", "missing-data", report(latest_draft_id=OTHER), [(LATEST, None)]),
    ("another best draft", "no-progress", report(best_draft_id=OTHER), [(BEST, None)]),
    ("a best draft of no version", "missing-data", report(best_draft_id=OTHER), [(BEST, None)]),
    ("no best draft", "accepted", report(best_draft_id=None), [(BEST, None)]),
    ("a worse best draft", "max-rounds", report(best_draft_id=version(1, "A").draft_id), [(BEST, None)]),
    ("an accepted draft of a stop", "stopped", report(accepted_draft_id=version(1, "A").draft_id), [(NAMES, None)]),
    ("an acceptor of a stop", "stopped", report(accepted_by="human"), [(NAMES, None)]),
    ("a decision that accepts a stop", "stopped", report(decision_id=OTHER), [(NAMES, None)]),
    ("another accepted draft", "accepted", report(accepted_draft_id=OTHER, best_draft_id=OTHER), [(BEARS, None)]),
    ("a person in the model's place", "accepted", report(accepted_by="human"), [(BEARS, None)]),
    ("nobody in the model's place", "accepted", report(accepted_by=None), [(BEARS, None)]),
    ("a decision that was not needed", "accepted", report(decision_id=OTHER), [(BEARS, None)]),
    ("the model in a person's place", "approved", report(accepted_by="model"), [(BEARS, None), (WENT.format(1), "decisions")]),
    ("no decision for an approval", "approved", report(decision_id=None), [(BEARS, None)]),
    ("another decision", "approved", report(decision_id=OTHER), [(BEARS, None)]),
    ("a completed task without versions", "missing-data", report(status="completed", stop_reason="completed"), [(BEARS, None)]),
    ("a failed review passed for a completion", "no-progress", report(status="completed", stop_reason="completed"), [(BEARS, None)]),
    ("an approval that was not waited for", "accepted", asking(approval=True), [(BEARS, None)]),
    ("one call too many", "accepted", lambda case: report(usage=case.report.usage.model_copy(update={"model_calls": 5}))(case), [(COUNTED, None)]),
    ("tokens that were not counted", "accepted", lambda case: report(usage=case.report.usage.model_copy(update={"tokens": Tokens()}))(case), [(COUNTED, None)]),
    ("more calls than the limit", "accepted", asking(max_model_calls=3), [("more calls than the limit", None)]),
    ("versions left where none are said to be", "max-rounds", asking(max_rounds=3), [("the task says that it ended on a limit that is not spent", None)]),
    ("calls left where none are said to be", "max-model-calls", asking(max_model_calls=3), [("the task says that it ended on a limit that is not spent", None)]),
]  # fmt: skip

VERSIONED: Table = [
    (
        "the seed twice", "seeded", round_(1, origin="seed", draft_id=version(1, "A").draft_id),
        [("a version repeats an earlier one", None), (NOT_BY.format(2, "seed"), None), (UNBOUND.format(2), "checks"), (RERUN.format(2), "checks"), (FOREIGN, "reviews"), (LATEST, None), (BEARS, None)],
    ),
    ("a version over the limit", "accepted", asking(max_rounds=1), [("version 2 exceeds the limit", None)]),
    (
        "a gap in the versions", "accepted", round_(1, version=3),
        [("versions do not follow each other", None), (NO_ANSWER.format(3), None), (FOREIGN, "reviews"), (UNCALLED, "reviews")],
    ),
    ("a first version left out", "seeded", lambda case: report(rounds=case.report.rounds[1:])(case), [("versions do not follow each other", None)]),
    (
        "a version twice", "max-rounds", round_(1, draft_id=version(1, "A").draft_id),
        [("a version repeats an earlier one", None), (UNBOUND.format(2), "checks"), (RERUN.format(2), "checks"), (FOREIGN, "reviews"), (LATEST, None), (BEST, None)],
    ),
    ("a seed that the task has not", "seeded", files(seed=None), [(NOT_BY.format(1, "seed"), None)]),
    ("another seed", "seeded", files(seed=proof_of("B")), [(NOT_BY.format(1, "seed"), None)]),
    ("a model's version in place of the seed", "accepted", files(seed=proof_of("B")), [(NOT_BY.format(1, "model"), None)]),
    ("a seed after the first version", "accepted", round_(1, origin="seed"), [(NOT_BY.format(2, "seed"), None)]),
    ("a person's version without a decision", "accepted", round_(1, origin="human"), [(NOT_BY.format(2, "human"), None)]),
    ("a person's first version", "no-progress", round_(0, origin="human"), [(NOT_BY.format(1, "human"), None)]),
    ("a person's version called a model's", "edited", round_(1, origin="model"), [(NO_ANSWER.format(2), None), (WENT.format(1), "decisions")]),
    ("a model's version called a person's", "revised", round_(1, origin="human"), [(NOT_BY.format(2, "human"), None), (WENT.format(1), "decisions")]),
    ("an edit that brought another draft", "edited", decision(0, draft_id=OTHER), [(NOT_BY.format(2, "human"), None)]),
    ("a version that no call wrote", "accepted", calls(lambda made: [*made[:2], made[3]]), [(NO_ANSWER.format(2), None)]),
    ("a first version that no call wrote", "accepted", calls(lambda made: made[1:]), [(NO_ANSWER.format(1), None)]),
    ("a version whose call failed", "accepted", calls(lambda made: [*made[:2], call(2, "revise", outcome="failed"), made[3]]), [(NO_ANSWER.format(2), None)]),
    ("a version that a reviewer's call wrote", "accepted", calls(lambda made: [*made[:2], call(2, "review"), made[3]]), [(NO_ANSWER.format(2), None)]),
]  # fmt: skip

UNSPOKEN = "version {} was followed by another before both gates had spoken"
GATED: Table = [
    ("a later proof of another draft after a version without a check", "max-rounds", chain(round_(0, check_id=None), proof(1, draft_id=OTHER)), [(UNBOUND.format(2), "checks"), (UNSPOKEN.format(1), None)]),
    ("a later review of another draft after a version without one", "max-rounds", chain(round_(0, review=None), review(1, draft_id=OTHER)), [(FOREIGN, "reviews"), (UNSPOKEN.format(1), None)]),
    ("a proof of another draft", "accepted", proof(0, draft_id=OTHER), [(UNBOUND.format(1), "checks")]),
    ("a proof on other evidence", "accepted", proof(1, evidence_sha256=OTHER), [(UNBOUND.format(2), "checks")]),
    ("a proof of other issues", "accepted", proof(0, issues=()), [(UNBOUND.format(1), "checks")]),
    ("issues left out of the report", "no-progress", round_(0, issues=()), [(UNBOUND.format(1), "checks")]),
    ("issues invented in the report", "accepted", round_(1, issues=(ISSUE,)), [(UNBOUND.format(2), "checks"), (BEARS, None)]),
    ("a check that finds more", "accepted", files(proven={version(2, "B").draft_id: proof_of("B", ISSUE)}), [(RERUN.format(2), "checks")]),
    ("a check that finds less", "no-progress", files(proven={version(1, "A").draft_id: proof_of("A")}), [(RERUN.format(1), "checks")]),
    ("no check of the accepted draft", "accepted", round_(1, check_id=None), [(BEARS, None)]),
    ("no review of the accepted draft", "accepted", round_(1, review=None), [(BEARS, None)]),
    ("a review of another draft", "accepted", review(0, draft_id=OTHER), [(FOREIGN, "reviews")]),
    ("a review of another version", "accepted", review(1, version=1), [(FOREIGN, "reviews")]),
    ("a saved review that differs", "accepted", files(reviews={2: version(2, "B", "revise").review}), [(UNSAVED, "reviews")]),
    ("a reviewer of another model", "accepted", review(0, reviewer=Reviewer(provider="p", model="n", substituted=False)), [(UNCALLED, "reviews")]),
    ("a reviewer of another provider", "accepted", review(0, reviewer=Reviewer(provider="q", model="m", substituted=False)), [(UNCALLED, "reviews")]),
    ("a stand-in that is not said to be one", "accepted", review(0, reviewer=Reviewer(provider="p", model="m", substituted=True)), [(UNCALLED, "reviews")]),
    ("a review whose call failed", "accepted", calls(lambda made: [*made[:3], call(2, "review", outcome="cancelled")]), [(UNCALLED, "reviews")]),
    ("a review that no call gave", "accepted", calls(lambda made: made[:3]), [(UNCALLED, "reviews")]),
]  # fmt: skip

DECIDED: Table = [
    ("a later decision by nobody after a version without one", "approved later", decision(1, actor="mallory"), [(NOBODY, "decisions")]),
    ("a decision of another task", "approved", decision(0, fingerprint=OTHER), [(PAUSE, "decisions")]),
    ("a decision on another version", "approved", decision(0, version=2), [(PAUSE, "decisions")]),
    ("a decision with another token", "approved", decision(0, token=OTHER), [(PAUSE, "decisions")]),
    ("a decision by nobody", "approved", decision(0, actor="mallory"), [(NOBODY, "decisions")]),
    ("a policy that lists others", "stopped", files(principals=("editor",)), [(NOBODY, "decisions")]),
    ("a policy that could not be read", "stopped", files(principals=()), []),
    ("a stop that went on", "revised", decision(0, choice="stop"), [(WENT.format(1), "decisions")]),
    ("an approval that went on", "revised", decision(0, choice="approve"), [(WENT.format(1), "decisions")]),
    ("an approval that ended otherwise", "stopped", decision(0, choice="approve"), [(WENT.format(1), "decisions")]),
    ("a stop that ended otherwise", "revised without end", decision(0, choice="stop"), [(WENT.format(1), "decisions")]),
    ("an edit that ended the task", "stopped", decision(0, choice="edit"), [(WENT.format(1), "decisions")]),
    ("an edit that was revised", "revised", decision(0, choice="edit"), [(WENT.format(1), "decisions")]),
    ("a revision that was edited", "edited", decision(0, choice="revise", draft_id=version(2, "B").draft_id), [(WENT.format(1), "decisions")]),
    ("a revision that completed", "approved", decision(0, choice="revise"), [(WENT.format(1), "decisions"), (BEARS, None)]),
    ("a decision that is missing", "stopped", files(decisions={}), []),
    ("an approval that is missing", "approved", files(decisions={}), [(BEARS, None)]),
]  # fmt: skip

EVERY = [*REPORTED, *VERSIONED, *GATED, *DECIDED]


@pytest.mark.parametrize(("name", "alter", "expected"), [one[1:] for one in EVERY], ids=[one[0] for one in EVERY])
def test_an_alteration_is_found_as_what_it_is(name: str, alter: Alter, expected: list[tuple[str, str | None]]) -> None:
    assert sorted(found(name, alter), key=str) == sorted(expected, key=str)


@given(st.integers(1, 16), st.integers(1, 16))
def test_a_report_of_so_many_versions_is_right_up_to_the_limit(count: int, limit: int) -> None:
    rounds = [version(number, f"T{number}", "revise", issues=1) for number in range(1, count)]
    told = contradictions(*ended("completed", *rounds, version(count, "Last"), maxRounds=limit, maxModelCalls=100))
    assert [one.problem for one in told] == [
        f"version {number} exceeds the limit" for number in range(limit + 1, count + 1)
    ]
