"""Numbers that are no figures are known in their places: list items, notes, first and last days, the goal's own, ranges."""

from dataclasses import replace
from decimal import Decimal

import pytest

from ditto.state.numbers import Known, unknown_numbers

CENTS = Known(
    cents=frozenset({114000, 141000, 6000, 9000, 5000}),
    percents=frozenset({Decimal("23.68"), Decimal("3.7"), Decimal("7.7")}),
    periods=frozenset({"2026-07", "2026-08"}),
    counts=frozenset({Decimal(9500)}),
    goal="For the 4 area heads: was the target of 145000 cents met, and growth of 20 % (budget 20 %)? 供4位片区主管阅读。",
)
QUARTERS = replace(CENTS, periods=frozenset({"2026-Q1", "2026-Q2"}))
YEARS = replace(CENTS, periods=frozenset({"2024", "2025"}))
EUROS = replace(CENTS, currencies=frozenset({"EUR", "欧元"}))

RIGHT = [
    (CENTS, "1. Refunds rose. 2. It grew. 3. Nothing else is known."),
    (CENTS, "Known are: (1) refunds, (2) gross revenue."),
    (CENTS, "\u2460 refunds; \u2461 gross revenue"),
    (CENTS, "It was 9000 cents\u00b9, then 6000 cents.\u00b2 It grew (see note 3)."),
    (CENTS, "退款为9000分(注1)，净收入[2]增长。"),
    (CENTS, "The 1st row and the 2nd period, the 2nd of the two."),
    (CENTS, "It ran from 1 July to 31 August, since 2026/07/01 until 2026.8.31, Aug. 31, 2026 and 1 Jul 2026."),
    (CENTS, "截至8月31日，即2026年08月31号，自7月1日起。"),
    (CENTS, "2026-07 to 2026-08, 2026-07~2026-08, 7至8月，7月到8月，7与8月份"),
    (CENTS, "It was under the target of 145,000 cents and the budget of 20 %, set for the 4 area heads."),
    (CENTS, "低于目标值145000分，供4位片区主管阅读。"),
    (CENTS, "From 6 to 9 thousand cents, between 3.7 and 7.7 %, 6–9k, 3.7~7.7%, 6千到9千分."),
    (CENTS, "There were 9500 orders, 9.5 thousand orders, 9500\u4e2a订单."),
    (CENTS, "A 23.68-percent gain, 23.68-per cent or 0.009m cents."),
    (CENTS, "从6000分-9000分，6千-9千分，7月-8月。"),
    (CENTS, "\u2474 refunds; \u2475 gross revenue (See Note 1). The 1st Row. Target of 145000 cents."),
    (replace(CENTS, goal="A target of 300 orders."), "It is under the target of 300 orders."),
    (replace(CENTS, goal="For 4 Area Heads."), "It is for 4 area heads."),
    (CENTS, "FROM 6 TO 9 thousand cents, BETWEEN 3.7 AND 7.7 %, lines A-9000 and b-6000."),
    (EUROS, "在0.114万至0.141万欧元之间, 114–eur 1.41 thousand."),
    (CENTS, "2026-07/2026-08 ended on 31 AUGUST 2026."),
    (replace(CENTS, periods=frozenset({"2025-12", "2026-10", "2026-11"})), "2025-2026年，10-11月"),
    (QUARTERS, "Two quarters."),
    (QUARTERS, "The two quarters, 1st quarter 2026 and 2nd quarter of 2026, ran from 1 January 2026 to 30 June 2026."),
    (YEARS, "从2024-2025年，2024年至2025年度，2025年收入；自2024年1月1日至2025年12月31日。"),
]

WRONG: list[tuple[Known, str, tuple[str, ...]]] = [
    (CENTS, "1. Refunds rose. 3. It grew.", ("1", "3")),
    (CENTS, "2. Refunds rose.", ("2",)),
    (CENTS, "Known are (1) refunds, (1) gross revenue.", ("1",)),
    (CENTS, "Refunds rose by 1. It grew by (1).", ("1",)),
    (CENTS, "It was 9000 cents [2], then 10\u00b2 [3].", ("2", "102", "3")),
    (CENTS, "It grew (note 2).", ("2",)),
    (CENTS, "The 3rd row, the 1st quarter, the 2nd customer, the 1th row.", ("3rd", "1st", "2nd", "1th")),
    (CENTS, "On 2 July 2026, from 30 August, until 2026-07-30.", ("2", "30", "2026", "07")),
    (CENTS, "In July 1 order came.", ("1",)),
    (CENTS, "7月2日，2025年7月1日", ("7", "2", "2025", "1")),
    (CENTS, "6至8月，7与9月", ("6", "7", "9")),
    (CENTS, "2026-09/2026-08", ("2026", "09", "08")),
    (CENTS, "2026-07/2026-09", ("2026", "09")),
    (CENTS, "It grew by 20 % to 145000 cents, as the plan had it.", ("20 %", "145000")),
    (CENTS, "It met the target: 145000 cents; the target of 145001 cents.", ("145000", "145001")),
    (CENTS, "It met the target of 145000 %.", ("145000 %",)),
    (CENTS, "4 area managers, 14 area heads.", ("4", "14")),
    (CENTS, "达到145000分，增长20%。", ("145000", "20%")),
    (CENTS, "From 5 to 9 thousand cents and 10 to 9 thousand.", ("10",)),
    (CENTS, "It was 6 and 9 thousand cents.", ("6",)),
    (CENTS, "There were 9000 orders, 9k customers, 9000名客户, 6000次.", ("9000", "9k", "6000")),
    (CENTS, "There were 9000 Customers, and -9500 orders.", ("9000", "9500")),
    (CENTS, "The target of 145000 cents, not 999, and -6–9 thousand cents.", ("999", "6")),
    (replace(CENTS, goal="Was growth of 20 percent was planned?"), "Growth of 20 percent was reached.", ("20",)),
    (replace(CENTS, goal="Are 10 cents each lost, 3 million in all?"), "10 cents each, 3 million in all.", ("10", "3")),
    (
        replace(CENTS, goal="净收入是否增长20个百分点，达到15万分，5倍以上？"),
        "增长20个百分点，达到15万分，5倍以上。",
        ("20", "15", "5"),
    ),
    (CENTS, "It was 9k thousand cents.", ("9k", "thousand")),
    (CENTS, "为-9000分，达到-23.68%。", ("9000", "23.68%")),
    (CENTS, "净收入为2026。", ("2026",)),
    (CENTS, "two quarters", ("two quarters",)),
    (QUARTERS, "The 3rd quarter, from 2 January 2026 to 31 March 2026.", ("3rd", "2", "2026")),
    (YEARS, "2023-2025年", ("2023", "2025")),
]


@pytest.mark.parametrize(("known", "text"), RIGHT)
def test_a_number_that_is_no_figure_is_known_in_its_place(known: Known, text: str) -> None:
    assert unknown_numbers(text, known) == ()


@pytest.mark.parametrize(("known", "text", "unknown"), WRONG)
def test_out_of_its_place_it_is_reported(known: Known, text: str, unknown: tuple[str, ...]) -> None:
    assert unknown_numbers(text, known) == unknown
