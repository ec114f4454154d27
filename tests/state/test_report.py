"""The report's small rules: status, best version, acceptance and totals."""

from typing import Any

import pytest

from ditto.state.errors import StopReason
from ditto.state.report import Call, Round, Status, Tokens, best_round, status_of, total
from ditto.state.review import Finding, Issue, Review, Reviewer, Verdict

FINDING = Finding(field="title", message="m", remedy="r")


def version(number: int, findings: int | None = 0, verdict: Verdict | None = None, issues: int = 0) -> Round:
    """A round: findings of the checker (None: not checked), verdict and issues of the reviewer."""
    draft_id = f"{number:064x}"
    review = verdict and Review(
        draft_id=draft_id,
        verdict=verdict,
        issues=(Issue(field="title", message="m"),) * issues,
        version=number,
        reviewer=Reviewer(provider="p", model="m", substituted=False),
    )
    found = () if findings is None else (FINDING,) * findings
    check_id = None if findings is None else "c" * 64
    return Round(
        version=number, draft_id=draft_id, origin="model", check_id=check_id, review=review or None, issues=found
    )


STATUS: list[tuple[StopReason, Status]] = [
    ("completed", "completed"),
    ("needs-human", "needs-human"),
    ("missing-data", "needs-human"),
    ("max-rounds", "partial"),
    ("max-model-calls", "partial"),
    ("deadline", "partial"),
    ("invalid-draft", "partial"),
    ("invalid-review", "partial"),
    ("no-progress", "partial"),
]


@pytest.mark.parametrize(("reason", "status"), STATUS)
def test_only_completed_is_completed(reason: StopReason, status: Status) -> None:
    assert status_of(reason) == status


BEST: dict[str, tuple[int | None, tuple[Round, ...]]] = {
    "none of none": (None, ()),
    "the fewest issues": (2, (version(1, 3), version(2, 1), version(3, 2))),
    "issues of both gates count": (1, (version(1, 2, "revise", 1), version(2, 1, "revise", 3))),
    "of equal ones the latest": (3, (version(1, 1), version(2, 2), version(3, 1))),
    "of equal ones a reviewed one": (1, (version(1, 0, "revise", 1), version(2, 1))),
    "an accepted one before an unreviewed clean one": (1, (version(1, 0, "pass"), version(2, 0))),
    "an unchecked one only without another": (1, (version(1, 5), version(2, None))),
    "an unchecked one": (1, (version(1, None),)),
}


@pytest.mark.parametrize(("number", "rounds"), BEST.values(), ids=BEST)
def test_the_best_version_is(number: int | None, rounds: tuple[Round, ...]) -> None:
    best = best_round(rounds)
    assert (best.version if best else None) == number


@pytest.mark.parametrize(
    ("accepted", "one"),
    [
        (True, version(1, 0, "pass")),
        (False, version(1, 1, "pass")),
        (False, version(1, 0, "revise", 1)),
        (False, version(1, 0, "needs-human", 1)),
        (False, version(1, 0)),
        (False, version(1, None, "pass")),
    ],
)
def test_a_version_is_accepted_only_by_both_gates(accepted: bool, one: Round) -> None:
    assert one.accepted is accepted


def call(tokens: Tokens) -> Call:
    """A call that counted these tokens."""
    fields: dict[str, Any] = {"purpose": "generate", "version": 1, "part": "whole", "attempt": 1, "provider": "p"}
    more = {"model": "m", "substituted": False, "node": "writer", "run": "r", "reserved_at": "t", "tokens": tokens}
    return Call.model_validate({**fields, **more})


def test_tokens_add_up_over_those_calls_that_counted_them() -> None:
    calls = (call(Tokens(prompt=10, completion=2)), call(Tokens()), call(Tokens(prompt=5, completion=None)))
    assert total(calls) == Tokens(prompt=15, completion=2)


def test_tokens_that_nobody_counted_are_not_zero() -> None:
    assert total((call(Tokens()),)) == total(()) == Tokens(prompt=None, completion=None)
    assert total((call(Tokens(prompt=0, completion=0)),)) == Tokens(prompt=0, completion=0)
