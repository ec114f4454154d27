"""Each pattern of the prose gate reads capitals as it reads small letters, and knows every month and role."""

import pytest

from ditto.state.evidence import Evidence
from ditto.tools.domains.monthly_report.prose import (
    faults,
    hint,
    other_month,
    says_below_zero,
    wrong_direction,
)
from tests.tools.domains.monthly_report.conftest import GOAL, evidence_of

MONTHS = ["January", "February", "March", "April", "May", "June", "July"]
MONTHS += ["August", "September", "October", "November", "December"]
CHINESE_MONTHS = ["一月", "二月", "三月", "四月", "五月", "六月", "七月", "八月", "九月", "十月", "十一月", "十二月"]
NAMED = [*enumerate(MONTHS, start=1), *enumerate(CHINESE_MONTHS, start=1)]
CHINESE = "为管理团队撰写月度报告。"


@pytest.mark.parametrize(("number", "name"), NAMED)
def test_a_month_is_found_where_the_table_holds_another_and_not_where_it_holds_it(number: int, name: str) -> None:
    text = f"It grew in {name}."
    assert other_month(text, [f"2026-{number:02d}"]) is None
    assert name in (other_month(text, [f"2026-{number % 12 + 1:02d}"]) or "")


FAULTY: list[tuple[str, str, str]] = [
    ("limitations[0]", "There are No Limitations.", "says that there are no limitations"),
    ("limitations[0]", "WITHOUT ANY KNOWN LIMITATION", "says that there are no limitations"),
    ("limitations[0]", "Only the Net revenue is given.", "says that only net revenue is given"),
    ("limitations[0]", "The data does not show refunds.", "denies what the source does give: not show refunds"),
    ("limitations[0]", "The data shows NO GROSS revenue.", "denies what the source does give: NO GROSS"),
    ("limitations[0]", "It lacks a refund column.", "denies what the source does give: lacks a refund"),
    ("actions[0].task", "Write the json file.", "speaks of the writing itself: json"),
    ("actions[0].task", "Read THE DRAFT.", "speaks of the writing itself: THE DRAFT"),
    ("interpretation", "Net revenue DECLINED.", "says DECLINED, the net revenue moved the other way"),
    ("actions[0].task", "FORECAST the next quarter.", "asks for what this data cannot give: FORECAST"),
    ("actions[0].task", "It was Completed.", "says that something was done already: was Completed"),
]  # fmt: skip


@pytest.mark.parametrize(("field", "text", "fault"), FAULTY)
def test_a_fault_is_found_in_capitals_too(field: str, text: str, fault: str, evidence: Evidence) -> None:
    (message,) = faults(field, text, evidence, GOAL)
    assert fault in message


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("数据没有显示退款。", ["denies what the source does give: 没有显示退款"]),
        ("数据未提供任何毛收入。", ["denies what the source does give: 未提供任何毛收入"]),
        ("报告没有任何局限。", ["says that there are no limitations"]),
        ("仅给出净收入。", ["says that only net revenue is given, the source also gives gross revenue and refunds"]),
        ("只有净收入。", ["says that only net revenue is given, the source also gives gross revenue and refunds"]),
        ("数据没有说明原因。 ", []),
        ("数据没有说明原因。它很短。", ["has more than one sentence"]),
    ],
)
def test_a_chinese_limitation_is_read_alike(text: str, found: list[str], evidence: Evidence) -> None:
    assert list(faults("limitations[0]", text, evidence, CHINESE)) == found


@pytest.mark.parametrize("text", ["It does not show why refunds changed.", "No reason for gross revenue is given."])
def test_a_limitation_may_say_that_the_cause_is_not_shown(text: str, evidence: Evidence) -> None:
    assert list(faults("limitations[0]", text, evidence, GOAL)) == []


ROLES = ["Accountant", "ADMIN", "Compliance", "Consultant", "Clerk", "IT", "it", "Lead", "Head", "Project", "Product"]
ROLES += ["Quality", "Treasurer", "Team", "CFO", "cto", "Legal", "Sales"]


@pytest.mark.parametrize("owner", ROLES)
def test_a_role_is_known_in_every_case(owner: str, evidence: Evidence) -> None:
    assert list(faults("actions[0].owner", owner, evidence, GOAL)) == []


@pytest.mark.parametrize("owner", ["Leda", "Italy", "Projectile", "Complianceville", "Maria"])
def test_a_name_is_no_role(owner: str, evidence: Evidence) -> None:
    assert list(faults("actions[0].owner", owner, evidence, GOAL)) == ["does not name a role"]


def test_the_direction_is_that_of_net_revenue_and_not_of_gross() -> None:
    evidence = evidence_of("2026-07,120000,6000\n2026-08,130000,60000\n")
    assert list(faults("interpretation", "Net revenue fell.", evidence, GOAL)) == []
    (message,) = faults("interpretation", "Net revenue GREW.", evidence, GOAL)
    assert message == "says GREW, the net revenue moved the other way"


@pytest.mark.parametrize(("text", "change", "word"), [("ROSE", -1, "ROSE"), ("FELL", 1, "FELL"), ("UP", 0, "UP")])
def test_a_direction_is_read_in_capitals(text: str, change: int, word: str) -> None:
    assert wrong_direction(text, change) == word


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("BECAUSE of refunds", "BECAUSE"),
        ("It Will grow", "Will"),
        ("It is LIKELY due to refunds", "due to"),
        ("a led lamp", None),
    ],
)
def test_a_word_of_cause_or_prediction_is_a_hint_in_every_case(text: str, word: str | None) -> None:
    assert hint(text) == word


@pytest.mark.parametrize("text", ["a NEGATIVE amount", "Minus 5000", "Below Zero", "-5000", "- 5000", "净收入为负"])
def test_an_amount_below_zero_is_said_in_every_case(text: str) -> None:
    assert says_below_zero(text)
    assert not says_below_zero("114000-141000 cents, x-5000, 5)-5")
