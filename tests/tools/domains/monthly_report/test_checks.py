"""The deterministic gate: a good draft passes, and each mutant of it is found where it differs."""

from typing import Any

import pytest

from ditto.state.evidence import Evidence
from ditto.tools.domains.monthly_report.checks import known_numbers
from tests.scripted_model import GOOD_DRAFT
from tests.tools.domains.monthly_report.conftest import DOMAIN, GOAL, Check, draft, evidence_of

METRICS, TEXT, ROWS = GOOD_DRAFT["metrics"], GOOD_DRAFT["interpretation"], GOOD_DRAFT["citations"]
TASK, LIMIT = GOOD_DRAFT["actions"][0], GOOD_DRAFT["limitations"][0]


def test_a_good_draft_has_no_issue(check: Check) -> None:
    assert check() == ()


def quoting(index: int, **fields: str) -> list[dict[str, str]]:
    """Both citations, one of them with these fields in place of its own."""
    return [{**row, **fields} if place == index else row for place, row in enumerate(ROWS)]


MUTANTS: dict[str, tuple[dict[str, Any], list[tuple[str, str]]]] = {
    "a wrong baseline": (
        {"metrics": {**METRICS, "baselineNetCents": 114001}},
        [("metrics.baselineNetCents", "baselineNetCents is 114001, recomputed from the source it is 114000")],
    ),
    "a baseline in units": ({"metrics": {**METRICS, "baselineNetCents": 1140}}, [("metrics.baselineNetCents", "1140")]),
    "a wrong current": ({"metrics": {**METRICS, "currentNetCents": -141000}}, [("metrics.currentNetCents", "-141000")]),
    "a wrong growth": ({"metrics": {**METRICS, "growthPercent": 23.69}}, [("metrics.growthPercent", "23.69")]),
    "a growth of another rounding": (
        {"metrics": {**METRICS, "growthPercent": 23.684}},
        [("metrics.growthPercent", "it is 23.68")],
    ),
    "a growth near by": (
        {"metrics": {**METRICS, "growthPercent": 23.680000000000003}},
        [("metrics.growthPercent", "23.680000000000003")],
    ),
    "gross for net": (
        {"metrics": {"baselineNetCents": 120000, "currentNetCents": 150000, "growthPercent": 25}},
        [
            ("metrics.baselineNetCents", "120000"),
            ("metrics.currentNetCents", "150000"),
            ("metrics.growthPercent", "25"),
        ],
    ),
    "an unknown number": (
        {"interpretation": f"{TEXT} That is 25 %."},
        [("interpretation", "source or computed from it: 25 %")],
    ),
    "a number in words": (
        {"interpretation": f"{TEXT} That is a quarter of 7 %."},
        [
            ("interpretation", "source or computed from it: 7 %"),
            ("interpretation", "spelled in words, which cannot be verified, digits can: a quarter"),
        ],
    ),
    "one net revenue alone": (
        {"interpretation": "Net revenue grew to 141000 cents."},
        [("interpretation", "both periods must be stated, missing: 114000")],
    ),
    "no net revenue": (
        {"interpretation": "Net revenue grew."},
        [("interpretation", "missing: 114000, 141000")],
    ),
    "the other direction": (
        {"interpretation": "Net revenue fell from 114000 cents to 141000 cents."},
        [("interpretation", "says fell, the net revenue moved the other way")],
    ),
    "a number in the title": ({"title": "Report 7"}, [("title", "7")]),
    "a number in a limitation": ({"limitations": ["The data shows 3 products."]}, [("limitations[0]", "3")]),
    "a number in a task": ({"actions": [{**TASK, "task": "Save 10 %."}]}, [("actions[0].task", "10 %")]),
    "a currency": (
        {"title": "Revenue in euros"},
        [("title", "names a currency that the source does not state: euros")],
    ),
    "a person": ({"actions": [{**TASK, "owner": "Peter Jones"}]}, [("actions[0].owner", "does not name a role")]),
    "a thing done": (
        {"actions": [TASK, {**TASK, "task": "Tell the team that the refunds have been checked."}]},
        [("actions[1].task", "says that something was done already: have been")],
    ),
    "no limitations": ({"limitations": []}, [("limitations", "limitations are missing, at least one is required")]),
    "no actions": ({"actions": []}, [("actions", "actions are missing, at least one is required")]),
    "a limitation twice": ({"limitations": [LIMIT, LIMIT]}, [("limitations", "limitations repeat themselves")]),
    "an action twice": ({"actions": [TASK, TASK]}, [("actions", "actions repeat themselves")]),
    "no citations": (
        {"citations": []},
        [("citations", "the row sales-2026-07 is not quoted"), ("citations", "the row sales-2026-08 is not quoted")],
    ),
    "one citation": ({"citations": ROWS[:1]}, [("citations", "the row sales-2026-08 is not quoted")]),
    "one row twice": (
        {"citations": [ROWS[0], ROWS[0]]},
        [("citations", "citations repeat themselves"), ("citations", "the row sales-2026-08 is not quoted")],
    ),
    "a row again": ({"citations": [*ROWS, ROWS[0]]}, [("citations", "citations repeat themselves")]),
    "quote-with-space": (
        {"citations": quoting(1, quote="2026-08,150000,9000 ")},
        [("citations[1]", "'2026-08,150000,9000 ' is not the row sales-2026-08, which reads '2026-08,150000,9000'")],
    ),
    "a quote cut short": ({"citations": quoting(0, quote="2026-07,120000")}, [("citations[0]", "is not the row")]),
    "a quote with its ending": (
        {"citations": quoting(0, quote="2026-07,120000,6000\n")},
        [("citations[0]", "is not the row")],
    ),
    "quotes exchanged": (
        {"citations": [{**ROWS[0], "quote": ROWS[1]["quote"]}, {**ROWS[1], "quote": ROWS[0]["quote"]}]},
        [("citations[0]", "is not the row sales-2026-07"), ("citations[1]", "is not the row sales-2026-08")],
    ),
    "an unknown row": (
        {"citations": quoting(0, sourceId="sales-2026-09")},
        [("citations[0]", "'sales-2026-09' is not a row of the source"), ("citations", "sales-2026-07 is not quoted")],
    ),
    "the header as a row": (
        {"citations": [*ROWS, {"sourceId": "sales", "quote": "month"}]},
        [("citations[2]", "is not a row")],
    ),
}


@pytest.mark.parametrize(("fields", "expected"), MUTANTS.values(), ids=MUTANTS)
def test_each_mutant_is_found_where_it_differs(
    fields: dict[str, Any], expected: list[tuple[str, str]], check: Check
) -> None:
    findings = check(**fields)
    assert [finding.field for finding in findings] == [field for field, _ in expected]
    for finding, (_, message) in zip(findings, expected, strict=True):
        assert message in finding.message


def test_the_seed_of_the_demo_has_an_issue_in_every_part(evidence: Evidence) -> None:
    demo = DOMAIN.demos["flawed-draft"]
    assert demo.seed is not None
    found = DOMAIN.check(DOMAIN.draft.parse(demo.seed), evidence, GOAL)
    roots = ["metrics", "metrics", "metrics", "interpretation", "interpretation", "limitations", "actions", "citations"]
    assert [finding.root for finding in found] == [*roots, "citations"]


def test_the_sentence_that_a_remedy_tells_to_write_passes(check: Check, evidence: Evidence) -> None:
    (finding,) = check(interpretation="Net revenue grew.")
    sentence = finding.remedy.partition(": ")[2].capitalize()
    assert check(interpretation=sentence) == ()
    assert {114000, 141000, 27000, 120000} <= known_numbers(evidence, GOAL).cents


FALLEN = "2026-07,120000,6000\n2026-08,1000,6000\n"
NEGATIVE = {
    "metrics": {"baselineNetCents": 114000, "currentNetCents": -5000, "growthPercent": -104.39},
    "citations": [ROWS[0], {"sourceId": "sales-2026-08", "quote": "2026-08,1000,6000"}],
}


@pytest.mark.parametrize(
    "stated", ["to -5000 cents", "to \u22125000 cents", "to a negative 5000 cents", "to minus 5000 cents"]
)
def test_net_revenue_below_zero_is_said_to_be_so(stated: str) -> None:
    text = f"Net revenue fell from 114000 cents in 2026-07 {stated} in 2026-08, by 104.39 %."
    assert DOMAIN.check(draft(**NEGATIVE, interpretation=text), evidence_of(FALLEN), GOAL) == ()


def test_net_revenue_below_zero_is_not_stated_by_its_size_alone() -> None:
    text = "Net revenue fell from 114000 cents in 2026-07 to 5000 cents in 2026-08."
    (finding,) = DOMAIN.check(draft(**NEGATIVE, interpretation=text), evidence_of(FALLEN), GOAL)
    assert "net revenue is below zero, -5000 cents, and the text does not say so" in finding.message


@pytest.mark.parametrize(("current", "word"), [(10000000, "did not change"), (10000001, "grew"), (9999999, "fell")])
def test_a_change_too_small_for_the_growth_keeps_its_direction(current: int, word: str) -> None:
    evidence = evidence_of(f"2026-07,10000000,0\n2026-08,{current},0\n")
    metrics = {"baselineNetCents": 10000000, "currentNetCents": current, "growthPercent": 0}
    rows = [{"sourceId": row.id, "quote": row.quote} for row in evidence.rows]
    text = f"Net revenue {word}: 10000000 cents in 2026-07, {current} cents in 2026-08, 0.00 %."
    assert DOMAIN.check(draft(metrics=metrics, citations=rows, interpretation=text), evidence, GOAL) == ()
    (finding,) = DOMAIN.check(draft(metrics=metrics, citations=rows, interpretation=f"Net {word}."), evidence, GOAL)
    assert f"net revenue {word}" in finding.remedy
