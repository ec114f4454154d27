"""A report carries on from the one before: the same figure or a restatement, and its open actions."""

from typing import Any

import pytest

from ditto.state.errors import BadRequest
from tests.tools.domains.monthly_report.conftest import DOMAIN, GOAL, draft, evidence_of

ROWS = "2026-07,120000,6000\n2026-08,150000,9000\n"


def previous(**fields: Any) -> dict[str, Any]:
    """Return what the report of July said."""
    said = {"report": "a" * 64, "period": "2026-07", "currency": None, "netCents": 114000, "actions": []}
    return {**said, **fields}


ACTION = {"owner": "Finance manager", "task": "Check the refunds of July."}


def test_a_report_says_that_the_previous_one_stated_the_same() -> None:
    report = DOMAIN.render(draft(), evidence_of(ROWS, previous=previous()), GOAL)
    assert "The previous report (aaaaaaaaaaaa) stated 114000 cents for 2026-07, as this one does." in report
    assert "Restatement" not in report


def test_a_difference_is_told_as_a_restatement_and_may_stand_in_sentences() -> None:
    evidence = evidence_of(ROWS, previous=previous(netCents=110000))
    report = DOMAIN.render(draft(), evidence, GOAL)
    assert "**Restatement:** The previous report (aaaaaaaaaaaa) stated 110000 cents for 2026-07" in report
    assert "this table gives 114000 cents, a difference of 4000 cents." in report
    assert "- the previous report stated 110000 cents for 2026-07" in DOMAIN.describe(evidence)
    limits = ["The data does not show why 110000 cents were stated before, 4000 cents less."]
    assert DOMAIN.check(draft(limitations=limits), evidence, GOAL) == ()
    assert len(DOMAIN.check(draft(limitations=limits), evidence_of(ROWS), GOAL)) == 1


def test_open_actions_are_listed_and_told_to_the_writer() -> None:
    evidence = evidence_of(ROWS, previous=previous(actions=[ACTION]))
    assert "| Finance manager | Check the refunds of July. |" in DOMAIN.render(draft(), evidence, GOAL)
    told = "- open action of the previous report: Finance manager: Check the refunds of July."
    assert told in DOMAIN.describe(evidence)


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"period": "2026-06"}, "another period: found 2026-06, expected 2026-07, that of this report's baseline"),
        ({"currency": "EUR"}, "another currency: found EUR, expected None"),
        ({"report": "x"}, "previous.report"),
    ],
)
def test_a_previous_report_about_something_else_is_refused(fields: dict[str, Any], reason: str) -> None:
    with pytest.raises(BadRequest, match=reason):
        evidence_of(ROWS, previous=previous(**fields))


def test_without_a_previous_report_nothing_is_said_of_one() -> None:
    assert "previous" not in DOMAIN.describe(evidence_of(ROWS)) + DOMAIN.render(draft(), evidence_of(ROWS), GOAL)
