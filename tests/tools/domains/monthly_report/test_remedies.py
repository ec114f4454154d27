"""Each finding tells the writer what to write instead, in words that pass the check."""

from typing import Any

import pytest

from tests.scripted_model import GOOD_DRAFT
from tests.tools.domains.monthly_report.conftest import DOMAIN, GOAL, Check, draft, evidence_of

TASK = GOOD_DRAFT["actions"][0]
REWRITE = (
    "Write a new sentence from these figures alone: net revenue grew, 114000 cents in 2026-07, "
    "141000 cents in 2026-08, 23.68 %."
)
LIMIT = "Write one new sentence that begins with: The data does not show"
ROLE = "Name a role, such as Finance manager or Data analyst."
PROPOSAL = "Write a new task for a role, such as checking the refund amounts against the accounting records, without any number."
TITLE = "Write a short title without any number."
QUOTE = (
    'Quote exactly: sourceId "sales-2026-07", quote "2026-07,120000,6000"; '
    'sourceId "sales-2026-08", quote "2026-08,150000,9000".'
)
REMEDIES: dict[str, tuple[dict[str, Any], str]] = {
    "title": ({"title": "Report 7"}, TITLE),
    "a title in another currency": ({"title": "Euros"}, TITLE),
    "interpretation": ({"interpretation": "Net revenue grew."}, REWRITE),
    "an unknown number": ({"interpretation": f"{GOOD_DRAFT['interpretation']} That is 7."}, REWRITE),
    "no limitation": ({"limitations": []}, LIMIT),
    "a limitation with a number": ({"limitations": ["The data shows 7 rows."]}, LIMIT),
    "a limitation twice": (
        {"limitations": GOOD_DRAFT["limitations"] * 2},
        "Each of the limitations must say something else.",
    ),
    "no action": ({"actions": []}, PROPOSAL),
    "a task with a number": ({"actions": [{**TASK, "task": "Check 7 rows."}]}, PROPOSAL),
    "an owner": ({"actions": [{**TASK, "owner": "Maria"}]}, ROLE),
    "one citation": ({"citations": GOOD_DRAFT["citations"][:1]}, QUOTE),
    "a metric": (
        {"metrics": {**GOOD_DRAFT["metrics"], "growthPercent": 25.0}},
        "growthPercent must be 23.68, not 25.0.",
    ),
}


@pytest.mark.parametrize(("fields", "remedy"), REMEDIES.values(), ids=REMEDIES)
def test_a_finding_tells_what_to_write_instead(fields: dict[str, Any], remedy: str, check: Check) -> None:
    (finding,) = check(**fields)
    assert finding.remedy == remedy


def test_a_misquoted_row_is_told_with_both_rows(check: Check) -> None:
    row = {**GOOD_DRAFT["citations"][0], "quote": "x"}
    (finding,) = check(citations=[row, GOOD_DRAFT["citations"][1]])
    assert (finding.field, finding.remedy) == ("citations[0]", QUOTE)


def found(rows: str, text: str, current: int, growth: float, quote: str) -> list[tuple[str, str]]:
    """Field and remedy of every finding on a text about other rows."""
    metrics = {"baselineNetCents": 114000, "currentNetCents": current, "growthPercent": growth}
    citations = [GOOD_DRAFT["citations"][0], {"sourceId": "sales-2026-08", "quote": quote}]
    made = draft(metrics=metrics, citations=citations, interpretation=text)
    return [(one.field, one.remedy) for one in DOMAIN.check(made, evidence_of(rows), GOAL)]


def test_a_net_revenue_of_nothing_is_not_below_zero() -> None:
    rows, text = "2026-07,120000,6000\n2026-08,6000,6000\n", "Net revenue fell from 114000 cents to 0 cents."
    assert found(rows, text, 0, -100.0, "2026-08,6000,6000") == []


def test_a_net_revenue_of_one_cent_is_not_below_zero() -> None:
    rows, text = "2026-07,120000,6000\n2026-08,6001,6000\n", "Net revenue fell from 114000 cents to 1 cent."
    assert found(rows, text, 1, -100.0, "2026-08,6001,6000") == []


def test_one_cent_below_zero_is_an_issue_of_the_interpretation_with_the_direction_of_net_revenue() -> None:
    rows, text = "2026-07,120000,6000\n2026-08,130000,130001\n", "Net revenue fell from 114000 cents to 1 cent."
    ((field, remedy),) = found(rows, text, -1, -100.0, "2026-08,130000,130001")
    assert (field, "net revenue fell, 114000 cents in 2026-07, -1 cents in 2026-08, -100.00 %." in remedy) == (
        "interpretation",
        True,
    )
