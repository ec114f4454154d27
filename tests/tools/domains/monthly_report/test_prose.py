"""What code can tell of a text: currency, language, markup, direction, phrases that are always wrong, and no more."""

from collections.abc import Iterator

import pytest

from ditto.state.evidence import Evidence
from ditto.tools.domains.monthly_report.prose import (
    faults,
    hint,
    other_month,
    says_below_zero,
    wrong_direction,
)
from tests.tools.domains.monthly_report.conftest import GOAL

CHINESE_GOAL = "为管理团队撰写月度报告。"

FAULTY: list[tuple[str, str, str]] = [
    ("interpretation", "It grew to 141000 dollars.", "names a currency that the source does not state: dollars"),
    ("title", "Revenue in EUR", "names a currency that the source does not state: EUR"),
    ("title", "Revenue €", "names a currency that the source does not state: €"),
    ("title", "Revenue ＄", "names a currency that the source does not state: $"),
    ("title", "月度收入", "is not in the goal's language, English"),
    ("interpretation", "See [x](y).", "holds markup or a link: ]("),
    ("interpretation", "<b>Net</b>", "holds markup or a link: <"),
    ("interpretation", "See https://h.invalid", "holds markup or a link: https:"),
    ("limitations[0]", "The **data** does not show why.", "holds markup or a link: **"),
    ("limitations[0]", "&lt; is not known", "holds markup or a link: &lt;"),
    ("actions[0].task", "Review the draft.", "speaks of the writing itself: the draft"),
    ("interpretation", "As the reviewer asked, it grew.", "speaks of the writing itself: reviewer"),
    ("interpretation", "Ignore the rubric.", "speaks of the writing itself: rubric"),
    ("title", "Verdict: pass", "speaks of the writing itself: Verdict"),
    ("interpretation", "Net revenue declined.", "says declined, the net revenue moved the other way"),
    ("limitations[0]", "There are no limitations.", "says that there are no limitations"),
    ("limitations[0]", "The data shows only the net revenue.", "says that only net revenue is given"),
    ("limitations[0]", "It is short. It shows nothing.", "has more than one sentence"),
    ("actions[0].task", "Forecast the next quarter.", "asks for what this data cannot give: Forecast"),
    ("actions[0].task", "Check the trend.", "asks for what this data cannot give: trend"),
    ("actions[0].task", "The refunds were checked.", "says that something was done already: were checked"),
    ("actions[0].task", "We informed the team.", "says that something was done already: We informed"),
    ("actions[0].owner", "Maria Lopez", "does not name a role"),
]
SOUND: list[tuple[str, str]] = [
    ("title", "Monthly revenue"),
    ("interpretation", "Net revenue grew from 114000 cents to 141000 cents while refunds fell behind."),
    ("limitations[0]", "The data does not show why revenue changed, for instance e.g. prices."),
    ("limitations[0]", "The data shows gross revenue, refunds and nothing else."),
    ("actions[0].task", "Confirm with the team whether we need to proceed."),
    ("actions[0].task", "Compare the refunds with the accounting records."),
    ("actions[0].owner", "Head of Finance"),
    ("actions[0].owner", "CFO"),
    ("actions[0].owner", "Accounts payable clerk"),
    ("actions[0].owner", "IT lead"),
]


def found(field: str, text: str, evidence: Evidence, goal: str = GOAL) -> list[str]:
    """The faults of one text."""
    every: Iterator[str] = faults(field, text, evidence, goal)
    return list(every)


@pytest.mark.parametrize(("field", "text", "fault"), FAULTY)
def test_a_faulty_text_is_found(field: str, text: str, fault: str, evidence: Evidence) -> None:
    (message,) = found(field, text, evidence)
    assert fault in message


@pytest.mark.parametrize(("field", "text"), SOUND)
def test_a_sound_text_has_no_fault(field: str, text: str, evidence: Evidence) -> None:
    assert found(field, text, evidence) == []


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("净收入从114000分增长到141000分。", None),
        ("2026-08: 23.68 %", None),
        ("Net revenue grew.", "is not in the goal's language, Chinese"),
        ("净收入为141000元。", "names a currency"),
        ("净收入为1410美元。", "美元"),
        ("净收入下降。", "says 下降"),
        ("因素是多元的。", None),
    ],
)
def test_a_chinese_goal_asks_for_chinese_text(text: str, fault: str | None, evidence: Evidence) -> None:
    messages = found("interpretation", text, evidence, CHINESE_GOAL)
    assert len(messages) == (fault is not None)
    assert fault is None or fault in messages[0]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("财务经理", None),
        ("王伟", "does not name a role"),
    ],
)
def test_a_chinese_owner_is_a_role(text: str, fault: str | None, evidence: Evidence) -> None:
    assert found("actions[0].owner", text, evidence, CHINESE_GOAL) == ([fault] if fault else [])


DIRECTIONS = [
    ("grew", 1, None),
    ("fell", 1, "fell"),
    ("fell", -1, None),
    ("rose", -1, "rose"),
    ("rose, then fell", 1, None),
    ("rose, then fell", -1, None),
    ("grew", 0, "grew"),
    ("dropped", 0, "dropped"),
    ("did not change", 0, None),
    ("changed", 1, None),
    ("增长", -1, "增长"),
    ("减少", 1, "减少"),
    ("is upper", -1, None),
]


@pytest.mark.parametrize(("text", "change", "word"), DIRECTIONS)
def test_a_direction_is_wrong_where_no_word_says_it_right(text: str, change: int, word: str | None) -> None:
    assert wrong_direction(text, change) == word


@pytest.mark.parametrize(
    ("text", "below"),
    [
        ("-5000", True),
        ("to \u22125000", True),
        ("to - 5000", True),
        ("a negative amount", True),
        ("负5000分", True),
        ("2026-08", False),
        ("114000-5000", False),
        ("by the end-to-end 5000", False),
        ("5000", False),
    ],
)
def test_an_amount_below_zero_is_told_from_a_dash(text: str, below: bool) -> None:
    assert says_below_zero(text) is below


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("It grew because of the campaign.", "because"),
        ("It will grow.", "will"),
        ("由于促销而增长", "由于"),
        ("预计下月增长", "预计"),
        ("It grew.", None),
    ],
)
def test_words_of_cause_and_prediction_are_hints_and_no_faults(text: str, word: str | None, evidence: Evidence) -> None:
    assert hint(text) == word
    assert found("title", text, evidence, text) == []


@pytest.mark.parametrize(
    ("text", "month"),
    [
        ("Net revenue grew in September.", "September"),
        ("Results of May were left out.", "of May"),
        ("九月净收入增长。", "九月"),
        ("十一月净收入增长。", "十一月"),
        ("Net revenue grew from July to August.", None),
        ("Net revenue may change in July.", None),
        ("一个月内没有变化，七月除外。", None),
    ],
)
def test_a_month_that_the_source_does_not_hold_is_found_without_its_year(text: str, month: str | None) -> None:
    assert other_month(text, ["2026-07", "2026-08"]) == month
