"""Facts are computed in exact decimal arithmetic, from two periods that can be compared."""

from decimal import ROUND_HALF_UP, Decimal, localcontext

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ditto.state.errors import BadRequest, BadSource
from ditto.state.evidence import MissingData, Source
from ditto.tools.domains.monthly_report.evidence import growth_percent
from tests.tools.domains.monthly_report.conftest import DOMAIN, HEADER, evidence_of

AMOUNT = st.integers(0, 10**15 - 1)


def test_the_facts_of_the_fixture() -> None:
    evidence = evidence_of("2026-07,120000,6000\n2026-08,150000,9000\n")
    assert evidence.facts == {
        "periods": ["2026-07", "2026-08"],
        "rowIds": ["sales-2026-07", "sales-2026-08"],
        "baselineNetCents": 114000,
        "currentNetCents": 141000,
        "changeCents": [27000, 30000, 3000],
        "growthPercent": "23.68",
        "held": ["2026-07", "2026-08"],
        "amounts": {
            "2026-07": {"gross": [120000], "refund": [6000], "net": [114000]},
            "2026-08": {"gross": [150000], "refund": [9000], "net": [141000]},
        },
        "currency": None,
        "every": "month",
        "sums": {"2026-07": {"gross": 120000, "refund": 6000}, "2026-08": {"gross": 150000, "refund": 9000}},
        "metrics": [],
        "houseRules": None,
        "previous": None,
        "parts": {},
        "differences": [],
        "differing": 0,
    }
    row = evidence.row("sales-2026-08")
    assert row is not None and (row.line, row.quote) == (3, "2026-08,150000,9000")
    assert evidence.row("sales-2026-09") is None


GROWTH = [
    (114000, 141000, "23.68"),
    (20000, 20001, "0.01"),
    (20000, 19999, "-0.01"),
    (40000, 40001, "0.00"),
    (40000, 39999, "0.00"),
    (100000, 100005, "0.01"),
    (8, 9, "12.50"),
    (3, 2, "-33.33"),
    (3, 1, "-66.67"),
    (114000, -5000, "-104.39"),
    (1, 0, "-100.00"),
    (5, 5, "0.00"),
    (1, 10**15, "99999999999999900.00"),
    (7 * 10**14, 7 * 10**14 + 1, "0.00"),
]


@pytest.mark.parametrize(("baseline", "current", "percent"), GROWTH)
def test_growth_is_rounded_half_away_from_zero_to_two_decimals(baseline: int, current: int, percent: str) -> None:
    assert str(growth_percent(baseline, current)) == percent


@given(AMOUNT.filter(bool), AMOUNT | AMOUNT.map(lambda amount: -amount))
def test_growth_is_that_of_exact_arithmetic(baseline: int, current: int) -> None:
    with localcontext(prec=80):
        exact = Decimal(current - baseline) * 100 / baseline
        assert growth_percent(baseline, current) == exact.quantize(Decimal("0.01"), ROUND_HALF_UP)


def test_the_two_latest_of_several_periods_are_compared() -> None:
    facts = evidence_of("2026-09,3,0\n2025-12,1,0\n2026-08,2,0\n").facts
    assert (facts["periods"], facts["growthPercent"]) == (["2026-08", "2026-09"], "50.00")


def test_the_periods_that_the_request_names_are_compared() -> None:
    facts = evidence_of("2026-09,3,0\n2025-12,1,0\n2026-08,2,0\n", periods=["2025-12", "2026-09"]).facts
    assert (facts["periods"], facts["growthPercent"]) == (["2025-12", "2026-09"], "200.00")
    assert facts["held"] == ["2025-12", "2026-08", "2026-09"]


def test_december_and_january_follow_each_other() -> None:
    assert evidence_of("2026-01,2,0\n2025-12,1,0\n").facts["periods"] == ["2025-12", "2026-01"]


MISSING: dict[str, tuple[str, dict[str, object], str]] = {
    "no period": ("", {}, "needs two periods, the source holds none"),
    "one period": ("2026-08,1,0\n", {}, "needs two periods, the source holds 2026-08"),
    "a gap": ("2026-06,1,0\n2026-08,1,0\n", {}, "2026-06 and 2026-08 do not follow each other"),
    "the same month of two years": ("2025-08,1,0\n2026-08,1,0\n", {}, "do not follow each other"),
    "a named period": ("2026-07,1,0\n2026-08,1,0\n", {"periods": ["2026-06", "2026-08"]}, "no row for 2026-06"),
    "two named periods": ("2026-07,1,0\n", {"periods": ["2026-05", "2026-06"]}, "no row for 2026-05 and 2026-06"),
    "a baseline of zero": ("2026-07,5,5\n2026-08,1,0\n", {}, "2026-07 has a net revenue of 0 cents"),
    "a baseline below zero": ("2026-07,5,6\n2026-08,1,0\n", {}, "2026-07 has a net revenue of -1 cents"),
}


@pytest.mark.parametrize(("rows", "options", "reason"), MISSING.values(), ids=MISSING)
def test_what_cannot_be_compared_is_missing_data(rows: str, options: dict[str, object], reason: str) -> None:
    with pytest.raises(MissingData, match=reason):
        evidence_of(rows, **options)


OPTIONS: dict[str, dict[str, object]] = {
    "out of order": {"periods": ["2026-08", "2026-07"]},
    "the same period": {"periods": ["2026-07", "2026-07"]},
    "one period": {"periods": ["2026-07"]},
    "three periods": {"periods": ["2026-06", "2026-07", "2026-08"]},
    "no month": {"periods": ["2026-13", "2027-01"]},
    "text": {"periods": "2026-07,2026-08"},
    "an unknown option": {"currency": "EUR"},
}


@pytest.mark.parametrize("options", OPTIONS.values(), ids=OPTIONS)
def test_options_that_do_not_fit_are_refused(options: dict[str, object]) -> None:
    with pytest.raises(BadRequest, match="options"):
        evidence_of("2026-07,1,0\n2026-08,1,0\n", **options)


def test_rows_of_two_sources_are_told_apart() -> None:
    sources = [Source(name, f"{HEADER}{row}".encode()) for name, row in (("a", "2026-07,1,0"), ("b", "2026-08,2,0"))]
    assert DOMAIN.gather(sources, {}, "e" * 64).facts["rowIds"] == ["a-2026-07", "b-2026-08"]
    with pytest.raises(BadSource, match="a line 2 and b line 2: the period 2026-07 stands in two sources"):
        DOMAIN.gather([sources[0], Source("b", f"{HEADER}2026-07,2,0".encode())], {}, "e" * 64)


def test_the_description_holds_the_facts_and_both_rows() -> None:
    text = DOMAIN.describe(evidence_of("2026-06,1,0\n2026-07,120000,6000\n2026-08,150000,9000\n"))
    for part in ("114000", "141000", "grew by 27000 cents", "23.68", '"2026-07,120000,6000"', '"2026-08,150000,9000"'):
        assert part in text
    assert "2026-06" not in text


@pytest.mark.parametrize(("rows", "refused"), [(4, False), (5, True), (20, True)])
def test_a_sum_that_json_does_not_carry_exactly_is_refused(rows: int, refused: bool) -> None:
    period = {"column": "month", "formats": ["YYYY-MM"], "rows": "many"}
    columns = {"gross": "grossCents", "refund": "refundCents"}
    mapping = {"period": period, **columns, "unit": "minor"}
    table = "".join(f"{month},999999999999999,0\n" * rows for month in ("2026-06", "2026-07"))
    given = {"mappings": {"sales": mapping}}
    if not refused:
        assert evidence_of(table, **given).facts["currentNetCents"] == rows * 999999999999999
        return
    with pytest.raises(BadSource, match="the gross of 2026-06 is too large"):
        evidence_of(table, **given)
