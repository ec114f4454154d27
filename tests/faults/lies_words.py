"""Lies in words: another language, a person for a role, a proposal said to be done, and what the table does hold denied."""

from random import Random

from tests.faults.lies_stage import Case
from tests.faults.lies_telling import Told, altered, lie, said, with_text

OTHER = {"title": ("月度报告", "Monthly report"), "limitations": ("数据没有说明原因。", "The data does not show why.")}
OTHER |= {"owner": ("财务经理", "Finance manager"), "task": ("核对退款金额。", "Check the refund amounts.")}


def in_the_other_language(case: Case, field: str) -> Told:
    """Return a draft one text of which is not in the goal's language."""
    return with_text(case, field, OTHER[field][case.chinese])


@lie("language")
def a_title_in_another_language(case: Case, draw: Random) -> Told:
    return in_the_other_language(case, "title")


@lie("language")
def a_limitation_in_another_language(case: Case, draw: Random) -> Told:
    return in_the_other_language(case, "limitations")


@lie("language")
def an_owner_in_another_language(case: Case, draw: Random) -> Told:
    return in_the_other_language(case, "owner")


@lie("language")
def a_task_in_another_language(case: Case, draw: Random) -> Told:
    return in_the_other_language(case, "task")


@lie("language")
def an_interpretation_in_another_language(case: Case, draw: Random) -> Told:
    turned = case._replace(chinese=not case.chinese)
    return altered(case, interpretation=turned.draft()["interpretation"])


@lie("language")
def a_whole_draft_in_another_language(case: Case, draw: Random) -> Told:
    turned = case._replace(chinese=not case.chinese)
    return altered(case, **{**turned.draft(), "sections": case.draft()["sections"]} if case.ruled else turned.draft())


@lie("people and actions")
def a_person_for_a_role(case: Case, draw: Random) -> Told:
    return said(
        case, draw.choice(["Maria Lopez", "Peter Jones", "Mr. Smith"]), draw.choice(["张伟", "王芳", "李先生"]), "owner"
    )


@lie("people and actions")
def nobody_for_a_role(case: Case, draw: Random) -> Told:
    return said(case, draw.choice(["Everyone", "Nobody", "You"]), draw.choice(["大家", "任何人"]), "owner")


@lie("people and actions")
def an_action_said_to_be_done(case: Case, draw: Random) -> Told:
    english = [
        "The refunds were checked.",
        "We informed the board.",
        "The records have been compared.",
        "This is completed.",
    ]
    return said(
        case, draw.choice(english), draw.choice(["已经核对退款。", "退款核对已完成。", "记录已被核对。"]), "task"
    )


@lie("people and actions")
def an_action_that_foretells(case: Case, draw: Random) -> Told:
    return said(case, "Forecast the revenue of the next period.", "预测下一时期的收入。", "task")


@lie("people and actions")
def no_limitations_at_all(case: Case, draw: Random) -> Told:
    return altered(case, limitations=[case.pick("There are no limitations.", "没有任何局限。")])


@lie("people and actions")
def what_the_table_holds_denied(case: Case, draw: Random) -> Told:
    return said(case, "The data does not show refunds.", "数据没有显示退款。", "limitations")


@lie("people and actions", lambda case: not case.quarterly)
def a_month_that_the_table_does_not_hold(case: Case, draw: Random) -> Told:
    held = {int(period[5:]) for period in case.held}
    names = {
        1: ("January", "一月"),
        2: ("February", "二月"),
        6: ("June", "六月"),
        9: ("September", "九月"),
        11: ("November", "十一月"),
    }
    english, chinese = names[draw.choice([month for month in names if month not in held])]
    return said(case, f"The data does not show {english}.", f"数据没有说明{chinese}。", "limitations")


@lie("people and actions")
def words_about_the_writing(case: Case, draw: Random) -> Told:
    return said(case, "As the reviewer asked, the draft was mended.", "按指令修改了草稿。")
