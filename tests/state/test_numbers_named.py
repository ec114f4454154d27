"""Months, scale words and glued letters: what stands around a number decides how it is read."""

from decimal import Decimal

import pytest

from ditto.state.numbers import Known, amounts, unknown_numbers

MONTHS = ["January", "February", "March", "April", "May", "June", "July"]
MONTHS += ["August", "September", "October", "November", "December"]
KNOWN = Known(
    cents=frozenset({114, 141, 4000, 6000, 114000, 2_000_000, 30_000_000, 1_500_000_000}),
    percents=frozenset({Decimal("23.68"), Decimal("141")}),
    periods=frozenset({"2026-07"}),
)


@pytest.mark.parametrize(("number", "name"), [*enumerate(MONTHS, start=1)])
def test_a_month_of_the_table_is_known_by_its_names(number: int, name: str) -> None:
    known = Known(frozenset(), frozenset(), frozenset({f"2026-{number:02d}"}))
    short = name[:3]
    text = f"In {name} 2026, {name.lower()}, 2026, {name.upper()} 2026, {short}. 2026 or {short} 2026, {number}月."
    assert unknown_numbers(text, known) == ()


@pytest.mark.parametrize(("number", "name"), [*enumerate(MONTHS, start=1)])
def test_a_month_of_another_name_is_not_known_with_the_tables_year(number: int, name: str) -> None:
    known = Known(frozenset(), frozenset(), frozenset({f"2026-{number % 12 + 1:02d}"}))
    for spelled in (name, name.lower(), name.upper()):
        assert unknown_numbers(f"In {spelled} 2026 it grew.", known) == ("2026",)


RIGHT = [
    "It was 1.5 billion, 1.5bn, 1.5 BN, 1.5 Billion or 15亿.",
    "It was 2 mn, 2MN, 2 million, 2百万 or 200万.",
    "It was 3千万, 30 mn or 0.03 billion cents.",
    "It was 4千分, 4k, 4 Thousand or 4 K.",
    "By 23.68 Percent, 23.68 PER CENT, 23.68 per cent or 23.68percent.",
    "A change of 23.68.",
    "114\u2019000 cents, 1\u2019140.00, 1'140.00 or 114'000 Cents.",
    "In all 114 141 % was it so.",
    "The parts 114 141 stand apart.",
    "In July 2026 6000 cents.",
]


@pytest.mark.parametrize("text", RIGHT)
def test_a_known_number_is_known_in_each_spelling(text: str) -> None:
    assert unknown_numbers(text, KNOWN) == ()


WRONG: list[tuple[str, tuple[str, ...]]] = [
    ("It fell to \u22126000 cents.", ("6000",)),
    ("It fell to -114 thousand.", ("114",)),
    ("It fell by -23.68.", ("23.68",)),
    ("By 23.680.", ("23.680",)),
    ("By 23.68 Percentage Points.", ("23.68",)),
    ("By 23.68 PP.", ("23.68",)),
    ("By 114000 Percent.", ("114000",)),
    ("It was 23.68 Cents.", ("23.68",)),
    ("It was 1,140.00 cents.", ("1,140.00",)),
    ("It was 01140.00.", ("01140.00",)),
    ("It was 1140.005.", ("1140.005",)),
    ("It was 6000 cents, then 5 cents.", ("5",)),
    ("It was 114 141 and then 5.", ("5",)),
    ("It was 114 142 cents.", ("114 142",)),
    ("It was 7 114 000 cents, 114 000 cents.", ("7 114 000",)),
    ("Row a6000.", ("6000",)),
    ("Row z6000.", ("6000",)),
    ("Row A6000.", ("6000",)),
    ("Row Z6000.", ("6000",)),
    ("It was 6000a.", ("6000a",)),
    ("It was 6000z.", ("6000z",)),
    ("It was 6000A.", ("6000A",)),
    ("It was 6000Z.", ("6000Z",)),
    ("增长百分之114000。", ("114000",)),
    ("增长百分之 114000。", ("114000",)),
    ("A million cents.", ("million",)),
    ("TWENTY or Half a MILLION.", ("TWENTY", "Half", "MILLION")),
    ("It was 2 thousand million.", ("2", "million")),
]  # fmt: skip


@pytest.mark.parametrize(("text", "unknown"), WRONG)
def test_what_stands_around_a_number_is_read_with_it(text: str, unknown: tuple[str, ...]) -> None:
    assert unknown_numbers(text, KNOWN) == unknown


@pytest.mark.parametrize(
    ("text", "stated"),
    [
        ("1'140.00", {114000}),
        ("1.140,00", {114000}),
        ("114\u2019000", {114000}),
        ("23.6", set[int]()),
        ("114.0005", set[int]()),
        ("0", {0}),
        ("0.50", {50}),
        ("00.50", set[int]()),
    ],
)
def test_an_amount_is_what_its_spelling_can_mean_and_no_more(text: str, stated: set[int]) -> None:
    assert amounts(text) == stated
