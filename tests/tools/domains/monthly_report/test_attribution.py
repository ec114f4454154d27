"""An amount that a sentence binds to a period or a role must be one of it; where a sentence leaves doubt, nothing is said."""

import json

import pytest

from ditto.state.evidence import Evidence, Source
from ditto.tools.domains.monthly_report.attribution import misattributed
from ditto.tools.domains.monthly_report.checks import known_numbers
from tests.scripted_model import GOOD_DRAFT
from tests.tools.domains.monthly_report.conftest import DOMAIN, GOAL, Check, evidence_of

WRONG = [
    "141000 cents in 2026-07",
    "2026-07: 141000 cents",
    "July's net revenue was 141000 cents.",
    "Net revenue grew from 141000 cents in 2026-07 to 114000 cents in 2026-08, a change of 23.68 %.",
    "Net revenue grew, 141000 cents in 2026-07, 114000 cents in 2026-08, 23.68 %.",
    "Gross revenue was 114000 cents.",
    "gross revenue was 114000 cents in 2026-07",
    "Refunds were 114000 cents.",
    "Net revenue was 120000 cents in 2026-07.",
    "Net revenue grew from 120000 cents to 150000 cents.",
    "Net revenue grew from 120000 cents in 2026-07 to 141000 cents in 2026-08.",
    "Net revenue grew from 114000 cents in 2026-07 to 150000 cents in 2026-08.",
    "Net revenue was 141000 cents in July and 114000 cents in August.",
    "In July, net revenue was 141000 cents.",
    "Net revenue in July was 141000 cents.",
    "August brought 114000 cents.",
    "The refunds of 114000 cents were paid.",
    "Refunds rose by 27000 cents.",
    "Net revenue rose by 30000 cents.",
    "Net revenue moved from 141000 cents (July) to 114000 cents (August).",
    "Net revenue grew from July (141000 cents) to August (114000 cents).",
    "Net revenue grew from July's 141000 cents to August's 114000 cents.",
    "The baseline period brought 141000 cents.",
    "Net revenue for 2026-07 came to 141000 cents.",
    "Gross revenue for 2026-07 came to 114000 cents.",
    "Net revenue: 150000 cents.",
    "Net revenue (150000 cents) was good.",
    "July 2026 net revenue: 141000 cents.",
    "7月净收入为141000分",
    "2026年7月的净收入141000分",
    "净收入从2026年7月的141000分增长到2026年8月的114000分。",
    "净收入由7月的141000分增至8月的114000分。",
    "净收入由120000分增至150000分。",
    "毛收入为114000分。",
    "总收入为141000分。",
    "退款为114000分。",
    "2026年8月净收入为150000分。",
    "七月净收入为141000分。",
    "净收入在2026-07为141000分。",
    "净收入增长30000分。",
    "净收入为１５００００分。",
    "７月净收入为１４１０００分。",
    "净收入从2026-07的120000分增长到2026-08的150000分。",
    "基期净收入为141000分。",
    "Net revenue: July 141000 cents, August 114000 cents.",
    "In August 2026, net revenue reached 114000 cents, up from 141000 cents in July 2026.",
    "与7月的141000分相比，8月的净收入为114000分。",
    "July gross revenue was 114000 cents.",
    "Gross revenue amounted to 141000 cents in August.",
    "8月，净收入为114000分。",
    "There were 114000 cents in refunds.",
]
RIGHT = [
    "Net revenue beside that of July was 141000 cents.",
    "July and August: 114000 cents, later 141000 cents.",
    "8月高于7月，净收入为141000分。",
    "Net revenue grew from 114000 cents in 2026-07 to 141000 cents in 2026-08, a change of 23.68 %.",
    "Net revenue grew, 114000 cents in 2026-07, 141000 cents in 2026-08, 23.68 %.",
    "Up from 114000 cents in July, net revenue was 141000 cents.",
    "Compared with July, net revenue was 141000 cents.",
    "Compared with July's net revenue, 141000 cents is more.",
    "Net revenue was 9000 cents lower than gross revenue in August.",
    "Gross revenue less refunds was 141000 cents in August.",
    "What was left after refunds rose from 114000 cents to 141000 cents.",
    "Gross revenue after refunds (141000 cents) is net revenue.",
    "Net of refunds, revenue was 141000 cents.",
    "Refunds were higher than in July: 9000 cents.",
    "The result that followed 114000 cents in July was 141000 cents.",
    "Net revenue rose above 114000 cents in August.",
    "August exceeded July's 114000 cents.",
    "9000 cents of gross revenue was refunded in August.",
    "Net revenue in August rose from 114000 cents to 141000 cents.",
    "In August, net revenue rose from 114000 cents to 141000 cents.",
    "July and August brought 114000 cents and 141000 cents.",
    "Gross revenue and refunds were 150000 cents and 9000 cents in August.",
    "The difference between gross revenue and refunds was 141000 cents.",
    "Net revenue is 150000 cents less 9000 cents of refunds.",
    "Net revenue is 150000 - 9000 = 141000 cents.",
    "Net revenue was 141000 cents, after 9000 cents was refunded.",
    "Refunds rose by 3000 cents, gross revenue by 30000 cents, net revenue by 27000 cents.",
    "Net revenue rose 27000 cents in August.",
    "Unlike July, August brought 141000 cents.",
    "After July, net revenue was 141000 cents.",
    "Since July (114000 cents), net revenue has grown.",
    "Gross revenue in 2026-08 was 150000 cents, refunds 9000 cents, net revenue 141000 cents.",
    "2026-07: gross 120000, refunds 6000, net 114000; 2026-08: gross 150000, refunds 9000, net 141000.",
    "Net revenue (gross revenue less refunds) was 114000 cents in 2026-07.",
    "By August it was 141000 cents, from 114000 cents in July.",
    "Net revenue was 141000 cents in August versus 114000 cents in July.",
    "Net revenue of 141000 cents in August compares with 114000 cents in July.",
    "Net revenue was 114000 cents in July and 141000 cents in August.",
    "Between July and August net revenue rose by 27000 cents.",
    "From July to August gross revenue rose to 150000 cents.",
    "Net revenue increased from July to August by 27000 cents to 141000 cents.",
    "July's 114000 cents grew to 141000 cents in August.",
    "Net revenue grew from July's 114000 cents to August's 141000 cents.",
    "Net revenue moved from 114000 cents (July) to 141000 cents (August).",
    "Net revenue grew from July (114000 cents) to August (141000 cents).",
    "Net revenue in August was higher than the 114000 cents of July.",
    "Refunds took 6000 cents of July's gross revenue and 9000 cents of August's.",
    "The baseline period brought 114000 cents, the current period 141000 cents.",
    "净收入从2026年7月的114000分增长到2026年8月的141000分，增幅23.68%。",
    "净收入由7月的114000分增至8月的141000分。",
    "2026年8月净收入从114000分增长到141000分。",
    "与7月相比，8月净收入为141000分。",
    "与7月相比，净收入为141000分。",
    "较7月，净收入增加27000分，为141000分。",
    "毛收入扣除退款后为141000分。",
    "毛收入减退款为141000分。",
    "净收入比毛收入低9000分。",
    "净收入低于毛收入9000分。",
    "7月和8月净收入分别为114000分和141000分。",
    "8月毛收入150000分，退款9000分，净收入141000分。",
    "7月毛收入为120000分，扣除退款6000分后净收入为114000分。",
    "毛收入中9000分为退款。",
    "净收入为毛收入150000分减去退款9000分。",
    "净收入增长27000分，退款增加3000分。",
    "2026-07净收入114000分；2026-08净收入141000分。",
    "8月净收入较7月的114000分增长23.68%，达到141000分。",
    "净收入自7月以来升至141000分。",
    "比7月净收入114000分高27000分。",
    "Net revenue for August 2026 was 141000 cents, compared to 114000 cents in July 2026.",
    "In August 2026, net revenue reached 141000 cents, up from 114000 cents in July 2026, an increase of 27000 cents or 23.68 %.",
    "Refunds increased from 6000 cents in July to 9000 cents in August, while gross revenue increased from 120000 cents to 150000 cents.",
    "Net revenue, gross revenue less refunds, grew from 114000 cents to 141000 cents.",
    "Gross revenue was 150000 cents and refunds were 9000 cents, giving net revenue of 141000 cents.",
    "Net revenue after refunds of 9000 cents was 141000 cents in August.",
    "Net revenue was 141000 cents after refunds of 9000 cents.",
    "Net revenue rose to 141000 cents from 114000 cents in July.",
    "Net revenue: July 114000 cents, August 141000 cents.",
    "Net revenue in July (gross 120000 cents less refunds 6000 cents) was 114000 cents.",
    "Net revenue in 2026-07 = 120000 - 6000 = 114000 cents.",
    "August net revenue (150000 cents gross less 9000 cents refunds) was 141000 cents.",
    "Refunds (9000 cents) lowered gross revenue (150000 cents) to net revenue (141000 cents).",
    "Refunds reduced gross revenue from 150000 cents to 141000 cents.",
    "Refunds of 9000 cents brought gross revenue of 150000 cents down to net revenue of 141000 cents.",
    "The increase in net revenue from 114000 cents in 2026-07 to 141000 cents in 2026-08 is 23.68 %.",
    "Net revenue changed by 27000 cents.",
    "Net revenue missed the target of 145000 cents in August.",
    "The target for net revenue of 145000 cents was missed.",
    "Gross revenue of 150000 cents, less refunds of 9000 cents, leaves 141000 cents in August.",
    "Between 2026-07 and 2026-08, gross revenue grew by 30000 cents and refunds by 3000 cents.",
    "Net revenue grew to 141000 cents in August (July: 114000 cents).",
    "The 27000 cents by which net revenue grew in August are 23.68 % of July's 114000 cents.",
    "The gap between gross revenue and net revenue grew from 6000 cents to 9000 cents.",
    "Gross revenue exceeded net revenue by 9000 cents in August.",
    "The share of gross revenue lost to refunds was 9000 cents in August.",
    "Net revenue, after 9000 cents of refunds, was 141000 cents.",
    "For July, the table gives 120000 cents gross revenue and 6000 cents refunds.",
    "Gross revenue minus refunds equals 114000 cents in 2026-07 and 141000 cents in 2026-08.",
    "8月净收入为141000分，比7月的114000分增加27000分。",
    "2026年8月，净收入为141000分，毛收入为150000分，退款为9000分。",
    "净收入（毛收入150000分减退款9000分）为141000分。",
    "净收入为150000分减9000分。",
    "7月毛收入120000分减退款6000分，净收入114000分。",
    "7月，净收入为114000分；8月，净收入为141000分。",
    "退款由7月的6000分增加至8月的9000分。",
    "8月的退款比7月多3000分，毛收入比7月多30000分。",
    "退款使毛收入从150000分降至141000分。",
    "净收入与毛收入相差9000分。",
    "毛收入与净收入的差额为9000分。",
    "与7月的114000分相比，8月的净收入为141000分。",
    "8月的毛收入为150000分，其中退款9000分。",
    "从7月到8月，净收入由114000分增长至141000分。",
]


def of(csv: str, period: str, **mapping: str) -> Evidence:
    """The evidence of a table of other periods or another currency."""
    fits = {"period": {"column": "when", "formats": [period]}, "gross": "gross", "refund": "refund", **mapping}
    return DOMAIN.gather([Source("sales", csv.encode())], {"mappings": {"sales": fits}}, "e" * 64)


EUR = of("when,gross,refund\n2026-07,1200.00,60.00\n2026-08,1500.00,90.00\n", "YYYY-MM", currency="EUR")
QUARTERS = of("when,gross,refund\nQ2 2026,120000,6000\nQ3 2026,150000,9000\n", "'Q'Q YYYY", currency="JPY")
YEARS = of("when,gross,refund\n2024,1200.00,60.00\n2025,1500.00,90.00\n", "YYYY", currency="CNY")
DISCOUNTED = of(
    "when,gross,refund,discount\n2026-07,1200.00,60.00,20.00\n2026-08,1500.00,90.00,30.00\n",
    "YYYY-MM",
    currency="USD",
    discount="discount",
)
TWO_YEARS = evidence_of("2025-07,70000,100\n2026-06,80000,200\n2026-07,90000,300\n")


def found(text: str, evidence: Evidence, goal: str = GOAL) -> list[str]:
    """What is said of a text."""
    return list(misattributed(text, known_numbers(evidence, goal), evidence.facts))


@pytest.mark.parametrize("text", WRONG)
def test_a_figure_of_another_period_or_role_is_reported(text: str, evidence: Evidence) -> None:
    assert found(text, evidence)


@pytest.mark.parametrize("text", RIGHT)
def test_a_figure_in_its_place_or_in_a_doubtful_one_is_not_reported(text: str, evidence: Evidence) -> None:
    assert found(text, evidence, f"{GOAL} The target is 145000 cents.") == []


OTHER_TABLES = [
    (EUR, "Net revenue in July was EUR {}.", "1,140.00", "1,410.00"),
    (EUR, "Net revenue grew from €{} in 2026-07.", "1,140", "1,410"),
    (EUR, "July brought {} €.", "1.140,00", "1.410,00"),
    (EUR, "Net revenue was {} thousand EUR in July 2026.", "1.14", "1.41"),
    (EUR, "Gross revenue reached {} EUR.", "1,500.00", "1,410.00"),
    (QUARTERS, "Net revenue in Q2 2026 was {} yen.", "114,000", "141,000"),
    (QUARTERS, "The second quarter of 2026 brought ¥{}.", "114,000", "141,000"),
    (QUARTERS, "Net revenue was {} JPY in 2026-Q3.", "141,000", "114,000"),
    (QUARTERS, "2026年第三季度净收入为{}日元。", "141,000", "114,000"),
    (QUARTERS, "净收入从2026-Q2的{}日元增长。", "114,000", "141,000"),
    (QUARTERS, "Q3净收入为{}日元。", "141,000", "114,000"),
    (YEARS, "2024年净收入为{}元。", "1,140.00", "1,410.00"),
    (YEARS, "净收入由2024年的{}元增至2025年的1410元。", "1140", "1410"),
    (YEARS, "Net revenue in 2025 was {} CNY.", "1,410.00", "1,140.00"),
    (DISCOUNTED, "Discounts were {} USD in August.", "30.00", "20.00"),
    (DISCOUNTED, "Refunds rose by {} USD.", "30.00", "10.00"),
    (DISCOUNTED, "折扣为{}美元。", "20.00", "60.00"),
    (TWO_YEARS, "July brought {} cents.", "69900", "79800"),
    (TWO_YEARS, "July 2026 brought {} cents.", "89700", "69900"),
]


@pytest.mark.parametrize(("evidence", "text", "right", "wrong"), OTHER_TABLES, ids=[one[1] for one in OTHER_TABLES])
def test_periods_roles_and_money_are_read_as_the_table_has_them(
    evidence: Evidence, text: str, right: str, wrong: str
) -> None:
    assert found(text.format(right), evidence) == []
    assert found(text.format(wrong), evidence)


def test_a_metric_of_one_period_stands_for_that_period_alone() -> None:
    mapping = {"period": {"column": "when", "formats": ["YYYY-MM"]}, "gross": "gross", "refund": "refund"}
    mapping |= {"counts": {"orders": "orders"}, "currency": "EUR"}
    metrics = {"average": {"formula": "net / orders", "unit": "money"}}
    csv = b"when,gross,refund,orders\n2026-07,1200.00,60.00,100\n2026-08,1500.00,90.00,100\n"
    evidence = DOMAIN.gather([Source("sales", csv)], {"mappings": {"sales": mapping}, "metrics": metrics}, "e" * 64)
    assert found("In July, it was 11.40 EUR; in August, it was 14.10 EUR.", evidence) == []
    assert found("In July, it was 14.10 EUR.", evidence)


def test_what_the_previous_report_stated_stands_for_the_baseline_alone() -> None:
    previous = {"report": "a" * 64, "period": "2026-07", "currency": None, "netCents": 113000, "actions": []}
    evidence = evidence_of("2026-07,120000,6000\n2026-08,150000,9000\n", previous=previous)
    assert found("The report before stated 113000 cents for 2026-07, 1000 cents less.", evidence) == []
    assert found("Net revenue was 113000 cents in 2026-08.", evidence)


def test_a_figure_in_the_wrong_period_is_told_with_those_of_the_period(check: Check) -> None:
    text = GOOD_DRAFT["interpretation"].replace("in 2026-07", "in 2026-08")
    (finding,) = check(interpretation=text)
    assert (finding.field, finding.message) == (
        "interpretation",
        "says 114000 cents of 2026-08, whose amounts are net 141000 cents, gross 150000 cents, refund 9000 cents",
    )
    assert finding.remedy.startswith("Write a new sentence from these figures alone: net revenue grew, 114000 cents in")


def test_facts_are_told_in_the_same_words_whatever_the_order_of_their_keys() -> None:
    turned = DISCOUNTED.model_copy(update={"facts": json.loads(json.dumps(DISCOUNTED.facts, sort_keys=True))})
    text = "Net revenue was 1,120.00 USD in August."
    assert found(text, DISCOUNTED) == found(text, turned) != []


def test_a_figure_in_the_wrong_role_is_told_with_those_of_the_role(check: Check) -> None:
    (finding,) = check(interpretation=f"{GOOD_DRAFT['interpretation']} Gross revenue was 114000 cents.")
    assert finding.message == (
        "says 114000 cents of gross revenue, which is 2026-07 120000 cents, 2026-08 150000 cents"
    )


def test_a_wrong_change_is_told_with_the_right_one(check: Check) -> None:
    (finding,) = check(interpretation=f"{GOOD_DRAFT['interpretation']} Refunds rose by 27000 cents.")
    assert finding.message == "says 27000 cents of the change in refunds, which is refund 3000 cents"


def test_a_text_that_holds_the_characters_of_the_patterns_is_read_without_them(evidence: Evidence) -> None:
    assert found("Net revenue \ue000was\uf000 114000 cents in \ue8002026-07, \uf123 in 2026-08.", evidence) == []


def test_an_amount_below_zero_is_read_with_its_sign() -> None:
    evidence = evidence_of("2026-07,120000,6000\n2026-08,3000,8000\n")
    assert found("August: -5000 cents.", evidence) == []
    assert found("July: -5000 cents.", evidence)
