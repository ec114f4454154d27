"""The number gate: every number of a text is known, however it is spelled, or it is reported as it is written."""

from decimal import Decimal

import pytest

from ditto.state.numbers import Known, amounts, unknown_numbers

KNOWN = Known(
    cents=frozenset({114000, 141000, 120000, 6000, 150000, 9000, 27000, -5000}),
    percents=frozenset({Decimal("23.68"), Decimal("-104.39")}),
    periods=frozenset({"2026-07", "2026-08"}),
)

RIGHT = [
    "Net revenue grew from 114000 cents in 2026-07 to 141000 cents in 2026-08, a change of 23.68 %.",
    "It rose by 27,000 cents (23.68%), from 114,000 to 141 000.",
    "From 114.000 to 141'000 to 150_000 cents; gross 1,200.00, refunds 60.00 and 90,00.",
    "Net revenue was 114 thousand cents, 114k, or 0.114 million.",
    "Refunds of 6000 cents were recorded in July 2026 and of 9000 cents in Aug. 2026.",
    "The rows of 07/2026, 2026/08 and 2026.07 hold what 2026 holds.",
    "A fall of 104.39 percent, -104.39 %, to -5000 cents, \u22125000 cents, a size of 5000 cents.",
    "The range 114000-141000 is not negative, and (114000) neither.",
    "The sum stands in 114\u00a0000, 114\u2009000 and 114\u202f000 cents.",
    "One of two rows, the first, was read by both roles.",
    "净收入从2026年7月的114000分增长到2026年8月的141000分，增幅为23.68%。",
    "7月净收入为11.4万分，08月为14.1万分，增长百分之23.68。",
    "净收入为１１４０００分，增幅２３．６８％。",
    "数据没有说明原因，财务经理应核对两行数据，十分重要。",
    "",
]

WRONG: list[tuple[str, tuple[str, ...]]] = [
    ("It grew to 141001 cents.", ("141001",)),
    ("It grew by 25% and 23.7 %, not 2368 %.", ("25%", "23.7 %", "2368 %")),
    ("Growth was 114000 % or 23.68 cents.", ("114000 %", "23.68")),
    ("Growth was 114 thousand %, or 114k%.", ("114", "114k")),
    ("It grew by 23.68 percentage points, 23.68 pp and 23.68 %-points.", ("23.68", "23.68 %")),
    ("It was 1140, 114 or 1.14 million.", ("1140", "114", "1.14")),
    ("It was 114000.5, 1140.5 or 23.6 %.", ("114000.5", "1140.5", "23.6 %")),
    ("It was 1,14000, 1,40,000, 114 00 or 0114000.", ("1,14000", "1,40,000", "114", "00", "0114000")),
    ("It fell to -114000 cents, by -23.68 %.", ("114000", "23.68 %")),
    ("It was 1.14e5 or 0x1BD50, code Q3.", ("1.14e", "5", "0x", "1BD", "50", "3")),
    ("It was a 1st, 3x, #1 and 3 months.", ("1st", "3x", "1", "3")),
    ("In September 2026 and 2025, unlike July 2025.", ("2026", "2025")),
    ("On 2026-07-15, July 16, 2026 and 2026-09.", ("2026", "07", "15", "16", "09")),
    ("About 2026 cents, 2,026 or 2026 %.", ("2026", "2,026", "2026 %")),
    ("It was \u00bd of 10\u00b2.", ("1", "2", "102")),
    ("Revenue doubled, a twofold, two-fold or tenfold rise.", ("doubled", "twofold", "two-fold", "tenfold")),
    ("Half, a third, one quarter or two-thirds.", ("Half", "a third", "one quarter", "two-thirds")),
    ("Twenty percent, a hundred, dozens of millions.", ("Twenty", "percent", "hundred", "dozens", "millions")),
    ("It rose by three of seventeen.", ("three", "seventeen")),
    ("净收入增长了25%，达到150001分。", ("25%", "150001")),
    ("9月净收入为114001分，2025年8月为15万元。", ("9", "114001", "2025")),
    ("2026年8月15日为14.2万分。", ("2026", "8", "15", "14.2")),
    ("增长百分之二十，约三成，翻了一番，是去年的三倍。", ("百分之二十", "三成", "翻了一番", "三倍")),
    ("下降了一半，即三分之一或半数，约十万。", ("一半", "三分之一", "半数", "十万")),
    ("增长了23.68个百分点。", ("23.68",)),
]


@pytest.mark.parametrize("text", RIGHT)
def test_a_text_of_known_numbers_passes(text: str) -> None:
    assert unknown_numbers(text, KNOWN) == ()


@pytest.mark.parametrize(("text", "unknown"), WRONG)
def test_each_unknown_number_is_reported_as_it_is_written(text: str, unknown: tuple[str, ...]) -> None:
    assert unknown_numbers(text, KNOWN) == unknown


def test_a_number_without_a_minus_sign_states_the_size_alone() -> None:
    assert unknown_numbers("a fall of 5000 cents, 104.39 %", KNOWN) == ()
    assert unknown_numbers("-5000 cents, -104.39 %", KNOWN) == ()
    assert unknown_numbers("-6000 cents", KNOWN) == ("6000",)


def test_nothing_is_known_of_an_empty_table() -> None:
    nothing = Known(frozenset(), frozenset(), frozenset())
    assert unknown_numbers("In 2026-07: 0 cents, 0 %.", nothing) == ("2026", "07", "0", "0 %")


@pytest.mark.parametrize(
    ("text", "stated"),
    [
        ("from 114,000 cents to 1,410.00", {114000, 141000}),
        ("114.000,00", {11400000}),
        ("114000 141000", {114000, 141000}),
        ("１１４０００分", {114000}),
        ("23.68 %", {2368}),
        ("no amounts", set[int]()),
    ],
)
def test_amounts_are_read_in_every_way_in_which_they_can_be_meant(text: str, stated: set[int]) -> None:
    assert stated <= amounts(text)
    assert bool(stated) == bool(amounts(text))


EUR = frozenset({"EUR", "€", "euro", "euros", "欧元"})
EUROS = Known(
    cents=frozenset({114000, 141000, 202600, -5000}),
    percents=frozenset({Decimal("23.68"), Decimal("1.5"), Decimal("0.125")}),
    periods=frozenset({"2026-07"}),
    currencies=EUR,
    counts=frozenset({Decimal("1.25"), Decimal(300), Decimal("-0.5")}),
)
YEN = Known(frozenset({114000, -5000}), frozenset(), frozenset(), digits=0, currencies=frozenset({"JPY", "¥", "日元"}))
DINARS = Known(frozenset({1140500}), frozenset(), frozenset(), digits=3, currencies=frozenset({"KWD"}))

RIGHT_MONEY = [
    (EUROS, "It was 1140 EUR, EUR 1,140.00, 1.140,00 €, €1140, 1140Euros, 1 140 euro, eur 1140 or EUR1'140."),
    (EUROS, "It was 0.00114 million EUR, € 1.14 thousand, 1.14k euros or a 1,140-euro gain."),
    (EUROS, "It was 114000, 114k, 1,140.00, 114000 cents, 114000 euro cents or 114000 eurocents."),
    (EUROS, "It fell to -€50, €-50, EUR -50, -50 EUR, \u2212€50.00, and by €50 or (50 €)."),
    (EUROS, "From 1140€-1410€ it is 1410 EUR - 1140 EUR."),
    (EUROS, "净收入为1140欧元，即欧元1,140.00，或0.114万欧元。"),
    (EUROS, "In 2026 EUR 1,140.00 came in, and 2026 EUR and €2026 are amounts that are known."),
    (EUROS, "A ratio of 1.25, 300 orders, 0.3 thousand orders, 1.5 %, 0.125%, 23.68, -0.5 and 0.5."),
    (YEN, "It was 114000, 114,000 JPY, ¥114000, ￥114,000, 114 thousand yen, JPY 114k or -¥5000."),
    (YEN, "净收入为11.4万日元。"),
    (DINARS, "It was KWD 1,140.500, 1140.500, 1.140,500 KWD, 1140500, 1,140,500 or 1.1405 thousand KWD."),
]

WRONG_MONEY: list[tuple[Known, str, tuple[str, ...]]] = [
    (EUROS, "It was 114000 EUR or €141000.", ("114000", "141000")),
    (EUROS, "It was 114000EUR, EUR141000, 114k EUR.", ("114000EUR", "141000", "114k")),
    (EUROS, "It was a 114000-euro gain, 0.114 million EUR.", ("114000", "0.114")),
    (EUROS, "It was 1,140.5 EUR or 1140.000 EUR.", ("1,140.5", "1140.000")),
    (EUROS, "It was EUR 114000, 1140 or 1410 cents.", ("114000", "1140", "1410")),
    (EUROS, "It was 1140 euro cents or EUR 1410 cents.", ("1140", "1410")),
    (EUROS, "It was 23.68 EUR, 300 EUR or € 1.25.", ("23.68", "300", "1.25")),
    (EUROS, "It fell to -€1140, or €-1410.", ("1140", "1410")),
    (EUROS, "It was 1140 EURX or US€1410.", ("1140", "1410")),
    (
        EUROS,
        "It was 1.25 %, 300 %, 1.26, 301 and -1.25 or -300 cents.",
        ("1.25 %", "300 %", "1.26", "301", "1.25", "300"),
    ),
    (EUROS, "净收入为114000欧元，增长1.50分。", ("114000", "1.50")),
    (YEN, "It was 1140.00 JPY, 1,140.00, 114000.00.", ("1140.00", "1,140.00", "114000.00")),
    (YEN, "It was 114000 cents, 114 thousand cents.", ("114000", "114")),
    (YEN, "净收入为114000分。", ("114000",)),
    (DINARS, "It was KWD 1140500, 1,140,500 KWD.", ("1140500", "1,140,500")),
    (DINARS, "It was 1,140.50, 11405.00, 1140500 cents.", ("1,140.50", "11405.00", "1140500")),
]


@pytest.mark.parametrize(("known", "text"), RIGHT_MONEY)
def test_an_amount_has_the_decimals_of_its_money_and_major_units_beside_its_currency(known: Known, text: str) -> None:
    assert unknown_numbers(text, known) == ()


@pytest.mark.parametrize(("known", "text", "unknown"), WRONG_MONEY)
def test_an_amount_of_other_decimals_or_in_the_wrong_unit_is_reported(
    known: Known, text: str, unknown: tuple[str, ...]
) -> None:
    assert unknown_numbers(text, known) == unknown


def test_a_year_beside_the_currency_is_an_amount() -> None:
    known = Known(frozenset({1}), frozenset(), frozenset({"2026-07", "2026-Q3"}), currencies=EUR)
    for text in ("2026 EUR", "2026 euros", "EUR 2026", "eur 2026", "€2026", "€-2026", "Q3 2026 EUR", "2026-EUR"):
        assert unknown_numbers(f"It was {text}.", known) == ("2026",)
    assert unknown_numbers("In EUR 2026 Q3 was", known) == ("2026", "3")


@pytest.mark.parametrize(
    ("text", "digits", "currencies", "stated"),
    [
        ("1140 EUR", 2, EUR, {114000}),
        ("EUR 1,140.00 and -€1.410,00", 2, EUR, {114000, 141000}),
        ("0.00114 million EUR", 2, EUR, {114000}),
        ("114000 and 114000 cents", 2, EUR, {114000}),
        ("114k", 2, EUR, {114000}),
        ("1,140.5 EUR, 23.68 %, a6", 2, EUR, set[int]()),
        ("0.0000114 million EUR", 2, EUR, {1140}),
        ("0.000001141 million EUR", 2, EUR, set[int]()),
        ("114,000 or 114.00", 0, frozenset[str](), {114000}),
        ("114000 cents", 0, frozenset[str](), set[int]()),
        ("1140.500", 3, frozenset[str](), {1140500}),
        ("KWD 1140", 3, frozenset({"KWD"}), {1140000}),
    ],
)
def test_amounts_of_a_stated_money_are_read_by_the_rules_of_the_gate(
    text: str, digits: int, currencies: frozenset[str], stated: set[int]
) -> None:
    assert amounts(text, digits, currencies) == stated
