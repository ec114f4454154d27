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


QUARTERS = {1: ("first", "一"), 2: ("second", "二"), 3: ("third", "三"), 4: ("fourth", "四")}
HELD = frozenset({"2025-Q4", "2026-Q1"})


def spellings(number: int) -> tuple[str, ...]:
    """A quarter of 2026 as it can be written with its year."""
    ordinal, chinese = QUARTERS[number]
    short = (f"2026{mark}Q{number}" for mark in ("-", " ", "/", ""))
    named = (f"Q{number} 2026", f"Q{number}/2026", f"Q{number} of 2026", f"q{number} (2026)", f"2026's Q{number}")
    english = (f"the {ordinal} quarter of 2026", f"{ordinal} quarter 2026", f"{ordinal.title()}-quarter 2026")
    written = (f"2026年第{chinese}季度", f"2026年第{number}季度", f"2026年{chinese}季度", f"2026年的第{chinese}季度")
    return (*short, *named, *english, *written, f"2026年Q{number}")


@pytest.mark.parametrize("number", QUARTERS)
def test_a_quarter_of_the_table_is_known_by_its_names(number: int) -> None:
    known = Known(frozenset(), frozenset(), frozenset({f"2026-Q{number}"}))
    ordinal, chinese = QUARTERS[number]
    for spelled in (*spellings(number), f"Q{number}", f"{ordinal} quarter", f"第{chinese}季度", f"第{number}季度"):
        assert unknown_numbers(f"In {spelled} it grew.", known) == ()
        assert unknown_numbers(f"在{spelled}，净收入增长。", known) == ()


@pytest.mark.parametrize("number", QUARTERS)
def test_another_quarter_is_not_known_with_the_tables_year(number: int) -> None:
    ordinal, chinese = QUARTERS[number]
    for known in (f"2026-Q{number % 4 + 1}", "2026"):
        table = Known(frozenset(), frozenset(), frozenset({known}))
        for spelled in (*spellings(number), f"Q{number}", f"{ordinal} quarter", f"第{chinese}季度", f"第{number}季度"):
            assert unknown_numbers(f"In {spelled} it grew.", table) != ()


@pytest.mark.parametrize("number", [1, 4])
def test_a_quarter_is_known_with_its_own_year_alone(number: int) -> None:
    table = Known(frozenset(), frozenset(), HELD)
    for spelled in spellings(number):
        assert (unknown_numbers(f"In {spelled} it grew.", table) == ()) == (number == 1)
        assert (unknown_numbers(f"In {spelled.replace('2026', '2025')} it grew.", table) == ()) == (number == 4)
        assert unknown_numbers(f"In {spelled.replace('2026', '2024')} it grew.", table) != ()


RIGHT_PERIODS = [
    (HELD, "From Q4 2025 to Q1 2026, 2025 Q4, 2026 Q1, 2025-Q4/2026-Q1, 2025-Q4-2026-Q1 and Q4/Q1."),
    (HELD, "2025年第四季度和2026年第一季度，即四季度和一季度。"),
    (frozenset({"2025", "2026"}), "In 2025 and 2026, from 2025年 to 2026 年: 2026年净收入，在2025年。"),
]
WRONG_PERIODS: list[tuple[frozenset[str], str, tuple[str, ...]]] = [
    (HELD, "Code XQ1, Q12, Q1.5, Q1b, 2Q1.", ("1", "12", "1.5", "1b", "2Q")),
    (HELD, "A quarter of it, the second quarter of 2026, second quarters.", ("A quarter", "second quarter", "second quarters")),
    (HELD, "前一季度，第二、四季度，二季度。", ("一季度", "四季度", "二季度")),
    (HELD, "In 2026-01, July 2026 and 1月.", ("2026", "01", "1")),
    (HELD, "It was Q1 2026 %, Q1 2026 cents.", ("2026 %", "2026")),
    (frozenset({"2026-07"}), "In Q3 2026, the third quarter or 第三季度.", ("3", "third quarter", "第三季度")),
    (frozenset({"2026"}), "2026年8月15日，2025年，12026年。", ("8", "15", "2025", "12026")),
    (frozenset({"2026"}), "In 2026-07, July 2026, 2026 % or 2,026.", ("2026", "07", "2026 %", "2,026")),
    (frozenset({"2026-07"}), "On 2026-07-15.", ("2026", "07", "15")),
]  # fmt: skip


@pytest.mark.parametrize(("periods", "text"), RIGHT_PERIODS)
def test_the_quarters_and_years_of_a_table_may_stand_together(periods: frozenset[str], text: str) -> None:
    assert unknown_numbers(text, Known(frozenset(), frozenset(), periods)) == ()


@pytest.mark.parametrize(("periods", "text", "unknown"), WRONG_PERIODS)
def test_what_is_no_period_of_the_table_is_reported(
    periods: frozenset[str], text: str, unknown: tuple[str, ...]
) -> None:
    assert unknown_numbers(text, Known(frozenset(), frozenset(), periods)) == unknown
