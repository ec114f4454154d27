"""The revenue table is read exactly as it stands, or refused with line, column and text."""

import json
from pathlib import Path
from typing import Any

import pytest

from ditto.state.errors import BadSource
from ditto.state.evidence import Evidence, MissingData, Source
from ditto.tools.domains import load_domain
from ditto.tools.domains.monthly_report.tables.reading import read_table

CASES: dict[str, dict[str, str]] = {
    case["id"]: case for case in json.loads((Path(__file__).parents[3] / "cases/csv.json").read_text("utf-8"))
}


def gather(case: str, **options: Any) -> Evidence:
    """The evidence of a case's table."""
    data = CASES[case]["bytes"].encode("utf-8")
    return load_domain("monthly_report").gather([Source("sales", data)], options, "e" * 64)


# Net revenue of both periods, growth, and the physical line of each row, as read.
ACCEPTED: dict[str, tuple[int, int, str, list[int]]] = {
    "bom": (114000, 141000, "23.68", [2, 3]),
    "crlf": (114000, 141000, "23.68", [2, 3]),
    "out-of-order": (114000, 141000, "23.68", [2, 3]),
    "blank-lines": (114000, 141000, "23.68", [3, 5]),
    "refund-above-gross": (114000, -5000, "-104.39", [2, 3]),
    "rounding-tie": (20000, 20001, "0.01", [2, 3]),
}
REFUSED: dict[str, str] = {
    "lone-cr": "line 1: a line ending that is not supported: found a lone carriage return, expected LF or CRLF",
    "unclosed-quote": "line 2: a quoted cell that does not end on its line: found '2026-07,\"120000,6000'",
    "unquoted-thousands": "line 2: line 2 has 4 cells, the header 3",
    "thousands-dot": "line 2, column grossCents: not an amount in whole cents: found '120.000'",
    "currency-sign": "line 2, column grossCents: not an amount in whole cents: found '$120000'",
    "sign-lost": "line 3, column grossCents: negative gross: found '-150000'",
    "month-forms": "line 2, column month: not a month: found '07/2026', expected YYYY-MM",
    "duplicate-month": "lines 2 and 3: the month 2026-07 stands twice: found '2026-07,120000,6000' and '2026-07,1,0'",
    "duplicate-column": "line 1: the column 'grossCents' stands more than once",
    "totals-row": "line 4, column month: not a month: found 'Total'",
    "nul": "line 2: a NUL character",
    "unicode-digits": "line 2, column grossCents: not an amount in whole cents: found '\uff11\uff12\uff10\uff10\uff10\uff10'",
    "injection": "line 1: a column that was not declared: 'note'",
    "formula": "line 2, column month: not a month: found '=1+1'",
}
MISSING: dict[str, str] = {
    "missing-month": "the two latest periods 2026-06 and 2026-08 do not follow each other",
    "zero-baseline": "growth is undefined: the baseline 2026-07 has a net revenue of 0 cents",
}


def test_every_case_has_an_outcome() -> None:
    assert CASES.keys() == ACCEPTED.keys() | REFUSED.keys() | MISSING.keys()


@pytest.mark.parametrize("case", ACCEPTED)
def test_a_table_is_accepted_with_these_facts_and_lines(case: str) -> None:
    evidence = gather(case)
    facts = evidence.facts
    found = (facts["baselineNetCents"], facts["currentNetCents"], facts["growthPercent"])
    assert (*found, [row.line for row in evidence.rows]) == ACCEPTED[case]
    assert facts["periods"] == ["2026-07", "2026-08"]


@pytest.mark.parametrize("case", ACCEPTED)
def test_a_quote_is_the_physical_line_without_its_ending(case: str) -> None:
    lines = CASES[case]["bytes"].removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
    for row in gather(case).rows:
        assert row.quote == lines[row.line - 1]
        assert row.id == f"sales-{row.quote[:7]}"


@pytest.mark.parametrize("case", REFUSED)
def test_a_table_is_refused_with_the_place_and_the_text(case: str) -> None:
    with pytest.raises(BadSource) as refused:
        gather(case)
    assert str(refused.value).startswith(("sales, ", "sales: "))
    assert REFUSED[case] in str(refused.value)


@pytest.mark.parametrize("case", MISSING)
def test_facts_that_cannot_be_computed_are_missing_data(case: str) -> None:
    with pytest.raises(MissingData) as missing:
        gather(case)
    assert MISSING[case] in str(missing.value)


def test_months_that_do_not_follow_each_other_are_compared_where_the_request_names_both() -> None:
    facts = gather("missing-month", periods=["2026-06", "2026-08"]).facts
    assert (facts["periods"], facts["growthPercent"]) == (["2026-06", "2026-08"], "23.68")


def test_a_declared_column_is_data_and_changes_no_figure() -> None:
    evidence = gather("injection", ignoredColumns=["note"])
    assert (evidence.facts["baselineNetCents"], evidence.facts["growthPercent"]) == (114000, "23.68")
    assert evidence.rows[1].quote == "2026-08,150000,9000,![x](http://h.invalid/?q=1)"


TABLE = b"month,grossCents,refundCents\n2026-07,120000,6000\n"
FAULTS: dict[str, tuple[bytes, str]] = {
    "nothing": (b"", "the table is empty"),
    "blank lines alone": (b"\n \n\r\n", "the table is empty"),
    "a missing column": (b"month,grossCents\n", "line 1: a column is missing: refundCents"),
    "a column in other letters": (b"Month,grossCents,refundCents\n", "not declared: 'Month'"),
    "a column with a space": (b"month, grossCents,refundCents\n", "not declared: ' grossCents'"),
    "another separator": (b"month;grossCents;refundCents\n", "not declared: 'month;grossCents;refundCents'"),
    "too few cells": (TABLE + b"2026-08,150000\n", "line 3 has 2 cells, the header 3"),
    "an empty cell": (TABLE + b"2026-08,,0\n", "line 3, column grossCents: not an amount in whole cents: found ''"),
    "a space in a cell": (TABLE + b"2026-08, 1,0\n", "column grossCents: not an amount"),
    "a leading zero": (TABLE + b"2026-08,0150,0\n", "column grossCents: not an amount"),
    "a plus sign": (TABLE + b"2026-08,+150,0\n", "column grossCents: not an amount"),
    "an exponent": (TABLE + b"2026-08,1e5,0\n", "column grossCents: not an amount"),
    "an underscore": (TABLE + b"2026-08,1_0,0\n", "column grossCents: not an amount"),
    "sixteen digits": (TABLE + b"2026-08,1000000000000000,0\n", "column grossCents: not an amount"),
    "a negative refund": (TABLE + b"2026-08,1,-1\n", "column refundCents: negative refund: found '-1'"),
    "month thirteen": (TABLE + b"2026-13,1,0\n", "column month: not a month"),
    "a day": (TABLE + b"2026-08-01,1,0\n", "column month: not a month"),
    "a quote in a cell": (TABLE + b'2026-08,"1"0,0\n', "line 3: a quoted cell"),
    "a cell over two lines": (TABLE + b'"2026-08\n",1,0\n', "line 3: a quoted cell that does not end"),
    "another encoding": (TABLE + b"2026-08,1,0\xe9\n", "line 3: not UTF-8: found byte 0xe9"),
    "a second mark": (b"\xef\xbb\xbf\xef\xbb\xbf" + TABLE, "not declared"),
}


@pytest.mark.parametrize(("data", "reason"), FAULTS.values(), ids=FAULTS)
def test_nothing_is_guessed_trimmed_or_skipped(data: bytes, reason: str) -> None:
    with pytest.raises(BadSource) as refused:
        read_table(Source("sales", data))
    assert reason in str(refused.value)


def test_cells_may_be_quoted_and_the_quote_keeps_them_as_they_stand() -> None:
    (group,) = read_table(Source("sales", b'"month","grossCents","refundCents"\n"2026-07","120000",6000')).groups
    assert (group.period, group.net, group.row().quote) == ("2026-07", 114000, '"2026-07","120000",6000')
