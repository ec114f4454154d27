"""Metrics of the request are computed, must be stated as they are, and may stand in sentences."""

from typing import Any

import pytest

from ditto.state.errors import BadRequest
from ditto.tools.domains.monthly_report.metrics import stated
from tests.scripted_model import GOOD_DRAFT
from tests.tools.domains.monthly_report.conftest import DOMAIN, GOAL, draft, evidence_of

ROWS = "2026-07,120000,6000\n2026-08,150000,9000\n"
DECLARED: dict[str, Any] = {
    "half": {"formula": "net / 2", "unit": "money", "title": "Half of it"},
    "refundShare": {"formula": "share(refund, gross)", "unit": "percent", "places": 1},
    "grown": {"formula": "growth(gross)", "unit": "percent"},
    "nothing": {"formula": "net / discount", "unit": "number"},
}
RIGHT: dict[str, Any] = {
    "half.baseline": 57000,
    "half.current": 70500,
    "refundShare.baseline": 5.0,
    "refundShare.current": 6.0,
    "grown": 25.0,
}
EVIDENCE = evidence_of(ROWS, metrics=DECLARED)


def stating(declared: dict[str, Any], **fields: Any) -> list[tuple[str, str]]:
    """Return field and message of each finding on a right draft that states these metrics."""
    metrics = {**GOOD_DRAFT["metrics"], "declared": declared}
    return [(one.field, one.message) for one in DOMAIN.check(draft(metrics=metrics, **fields), EVIDENCE, GOAL)]


def test_metrics_as_they_were_computed_pass() -> None:
    assert stating(RIGHT) == []


def test_a_draft_must_state_every_metric_that_has_a_value() -> None:
    assert sorted(stating({})) == [
        (f"metrics.declared.{key}", f"declared.{key} is missing, recomputed from the source it is {value}")
        for key, value in sorted({**RIGHT, "grown": "25.00"}.items())
    ]


@pytest.mark.parametrize("key", RIGHT)
def test_a_metric_that_differs_is_a_finding_on_its_field(key: str) -> None:
    assert [field for field, _ in stating({**RIGHT, key: RIGHT[key] + 1})] == [f"metrics.declared.{key}"]


@pytest.mark.parametrize("key", ["nothing.current", "half", "other"])
def test_a_metric_that_was_not_declared_or_has_no_value_is_a_finding(key: str) -> None:
    assert stating({**RIGHT, key: 1}) == [(f"metrics.declared.{key}", f"declared.{key} is no metric of the request")]


TEXT = "Net revenue grew from 114000 cents in 2026-07 to 141000 cents in 2026-08"


def test_sentences_may_state_metrics_and_no_other_numbers() -> None:
    assert stating(RIGHT, interpretation=f"{TEXT}, gross revenue by 25.00 %, with refunds at 6.0 %.") == []
    assert stating(RIGHT, interpretation=f"{TEXT}, of which 70500 cents are one part.") == []
    (finding,) = stating(RIGHT, interpretation=f"{TEXT}, gross revenue by 26.00 %.")
    assert finding[0] == "interpretation"


EUROS = {
    "mappings": {
        "sales": {
            "period": {"column": "month", "formats": ["YYYY-MM"]},
            "gross": "grossCents",
            "refund": "refundCents",
            "currency": "EUR",
        }
    },
    "metrics": {
        "ratio": {"formula": "net / refund", "unit": "number"},
        "third": {"formula": "net / 3", "unit": "money"},
        "share": {"formula": "share(refund, gross)", "unit": "percent", "places": 1},
    },
}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("It grew from 1,140.00 EUR to EUR 1410, by 27000 cents or 23.68 %, at 19.00 and 15.67 times the refunds.", []),
        ("It grew from 1,140.00 EUR to EUR 1410, or 380.00 to 470 EUR in three parts.", ["three"]),
        ("It grew from 1,140.00 EUR to EUR 1410, or 15.66.", ["15.66"]),
        ("It grew from 1,140.00 EUR to EUR 1410, or 5.0 %, 19.00 EUR, 19.00 % and 6.0.", [": 19.00, 19.00 %, 6.0"]),
        ("It grew from 1140 to 1410.", [": 1140, 1410", "missing: 1,140.00 EUR, 1,410.00 EUR"]),
        ("It grew to EUR 1410.", ["missing: 1,140.00 EUR"]),
    ],
)
def test_sentences_about_money_are_read_with_its_currency_decimals_and_metrics(text: str, found: list[str]) -> None:
    evidence = evidence_of("2026-07,1200.00,60.00\n2026-08,1500.00,90.00\n", **EUROS)
    declared = {fact["key"]: float(stated(fact)) for fact in evidence.facts["metrics"] if fact["value"] is not None}
    metrics = {**GOOD_DRAFT["metrics"], "declared": declared}
    findings = DOMAIN.check(draft(interpretation=text, metrics=metrics), evidence, GOAL)
    messages = [one.message for one in findings if one.field == "interpretation"]
    assert len(messages) == len(found) and all(any(part in message for message in messages) for part in found), messages
    assert all("1,140.00 EUR in 2026-07, 1,410.00 EUR in 2026-08" in one.remedy for one in findings[: len(found)])


@pytest.mark.parametrize(
    ("text", "unknown"),
    [("It grew from 1,140 JPY to ¥1410.", None), ("It grew from 1140 to 1410, not 14.10.", "14.10")],
)
def test_sentences_about_money_without_decimals_are_read_with_none(text: str, unknown: str | None) -> None:
    mapping = {**EUROS["mappings"]["sales"], "currency": "JPY"}
    evidence = evidence_of("2026-07,1200,60\n2026-08,1500,90\n", mappings={"sales": mapping})
    found = DOMAIN.check(draft(interpretation=text), evidence, GOAL)
    messages = [one.message for one in found if one.field == "interpretation"]
    assert messages == ([f"not a figure of the source or computed from it: {unknown}"] if unknown else [])


def test_the_report_tabulates_every_metric_with_why_one_has_no_value() -> None:
    metrics = {**GOOD_DRAFT["metrics"], "declared": RIGHT}
    report = DOMAIN.render(draft(metrics=metrics), EVIDENCE, GOAL)
    assert "| Metric | 2026-07 | 2026-08 | Both |" in report
    assert "| Half of it | 57000 cents | 70500 cents |  |" in report
    assert "| refundShare | 5.0 % | 6.0 % |  |" in report
    assert "| grown |  |  | 25.00 % |" in report
    assert "| nothing | none (division by zero: discount) | none (division by zero: discount) |  |" in report


def test_the_writer_is_told_every_metric_and_its_schema_asks_for_those_with_a_value() -> None:
    text = DOMAIN.describe(EVIDENCE)
    assert "- Half of it in 2026-08: declared half.current 70500, written 70500 cents" in text
    assert "- nothing in 2026-07: has no value, division by zero: discount" in text
    assert "in declared each other metric" in DOMAIN.instructions(EVIDENCE)
    asked: Any = DOMAIN.schema(EVIDENCE, GOAL, {})
    assert sorted(asked["properties"]["metrics"]["properties"]["declared"]["properties"]) == sorted(RIGHT)
    pinned: Any = DOMAIN.schema(EVIDENCE, GOAL, {"metrics": {"declared": {"grown": 25.0}}})
    declared = pinned["properties"]["metrics"]["properties"]["declared"]["properties"]
    assert (declared["grown"]["enum"], "enum" in declared["half.current"]) == ([25.0], False)


def test_only_metrics_without_a_finding_are_proven() -> None:
    wrong = draft(metrics={**GOOD_DRAFT["metrics"], "declared": {**RIGHT, "grown": 26.0}})
    proven: Any = DOMAIN.proven(wrong, DOMAIN.check(wrong, EVIDENCE, GOAL))
    assert sorted(proven["metrics"]["declared"]) == sorted(set(RIGHT) - {"grown"})


def test_without_metrics_nothing_is_said_of_them() -> None:
    plain = evidence_of(ROWS)
    assert "declared" not in DOMAIN.instructions(plain) + DOMAIN.describe(plain) + str(DOMAIN.schema(plain, GOAL, {}))
    assert "declared" not in draft().dump()["metrics"]
    assert "Metrics" not in DOMAIN.render(draft(), plain, GOAL)


REFUSED: dict[str, tuple[dict[str, Any], str]] = {
    "no formula": ({"formula": "net +", "unit": "money"}, r"metrics.m.formula: .*is no formula at character 6"),
    "another name": (
        {"formula": "net / orders", "unit": "money"},
        "found orders, expected gross or refund or discount",
    ),
    "places of money": ({"formula": "net", "unit": "money", "places": 1}, "places are the currency's own"),
    "another unit": ({"formula": "net", "unit": "euros"}, "metrics.m.unit"),
}


@pytest.mark.parametrize(("metric", "reason"), REFUSED.values(), ids=REFUSED)
def test_a_metric_that_cannot_be_computed_is_refused_with_its_name(metric: dict[str, Any], reason: str) -> None:
    with pytest.raises(BadRequest, match=reason):
        evidence_of(ROWS, metrics={"m": metric})


def test_a_value_of_more_than_fifteen_digits_is_absent() -> None:
    found = evidence_of(ROWS, metrics={"m": {"formula": "net * net * net", "unit": "number"}}).facts["metrics"]
    assert {(one["value"], one["absent"]) for one in found} == {(None, "the value has more than 15 digits")}
