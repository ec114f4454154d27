"""Lies about the numbers in sentences: unknown, rounded, or spelled so that nobody can compare them."""

from random import Random

from tests.faults.lies_figures import one_digit_off
from tests.faults.lies_stage import Case
from tests.faults.lies_telling import Told, altered, lie, said

FULL_WIDTH = str.maketrans("0123456789.", "０１２３４５６７８９．")
NUMERALS = "零一二三四五六七八九"


@lie("numbers in prose")
def a_net_revenue_of_one_wrong_digit(case: Case, draw: Random) -> Told:
    wrong = case.money(one_digit_off(case.both[1].net, draw))
    return said(case, f"Net revenue was {wrong}.", f"净收入为{wrong}。")


@lie("numbers in prose")
def only_one_wrong_figure_in_the_whole_sentence(case: Case, draw: Random) -> Told:
    wrong = case.money(one_digit_off(case.both[0].net, draw))
    return altered(case, interpretation=case.sentence(wrong, case.money(case.both[1].net), case.growth))


@lie("numbers in prose")
def a_growth_that_was_rounded(case: Case, draw: Random) -> Told:
    wrong = round(abs(float(case.growth)) + 0.31)
    return said(case, f"That is about {wrong} %.", f"约为{wrong} %。")


@lie("numbers in prose")
def a_share_that_nobody_computed(case: Case, draw: Random) -> Told:
    return said(case, "Refunds were 61.37 % of gross revenue.", "退款占毛收入的61.37 %。")


@lie("numbers in prose")
def a_minus_where_there_is_none(case: Case, draw: Random) -> Told:
    wrong = case.money(-case.both[1].net)
    return said(case, f"Net revenue was {wrong}.", f"净收入为{wrong}。")


@lie("numbers in prose")
def full_width_digits_of_a_wrong_figure(case: Case, draw: Random) -> Told:
    wrong = str(one_digit_off(case.both[1].net, draw)).translate(FULL_WIDTH)
    return said(case, f"Net revenue was {wrong} cents.", f"净收入为{wrong}分。")


@lie("numbers in prose", lambda case: case.chinese)
def chinese_numerals(case: Case, draw: Random) -> Told:
    percent = "".join("点" if one == "." else NUMERALS[int(one)] for one in str(abs(case.growth) + 1))
    return said(case, "", f"变化为百分之{percent}。")


@lie("numbers in prose", lambda case: case.chinese)
def chinese_fractions(case: Case, draw: Random) -> Told:
    return said(
        case, "", draw.choice(["净收入变化了三成。", "净收入变化了四分之一。", "净收入翻了一番。", "退款占一半。"])
    )


@lie("numbers in prose", lambda case: not case.chinese)
def numbers_in_words(case: Case, draw: Random) -> Told:
    return said(
        case, draw.choice(["It nearly doubled.", "Half of it was refunded.", "It is a third of gross revenue."]), ""
    )


@lie("numbers in prose", lambda case: not case.chinese)
def percent_in_words(case: Case, draw: Random) -> Told:
    return said(
        case, draw.choice(["That is twenty-three percent.", "It moved by forty percent.", "It fell by a quarter."]), ""
    )


@lie("numbers in prose")
def a_year_that_the_table_does_not_hold(case: Case, draw: Random) -> Told:
    return said(case, "It was lower in 2011.", "2011年更低。")


@lie("numbers in prose")
def a_period_that_the_table_does_not_hold(case: Case, draw: Random) -> Told:
    return said(case, "It was lower in 2011-03.", "2011年3月更低。")


@lie("numbers in prose")
def a_count_that_the_table_does_not_hold(case: Case, draw: Random) -> Told:
    return said(case, "There were 731 customers.", "共有731位客户。")


@lie("numbers in prose")
def a_sum_that_nobody_computed(case: Case, draw: Random) -> Told:
    total = case.money(case.both[0].net + case.both[1].net)
    return said(case, f"Both periods add up to {total}.", f"两个时期合计{total}。")


@lie("numbers in prose")
def an_average_that_nobody_computed(case: Case, draw: Random) -> Told:
    mean = case.money((case.both[0].net + case.both[1].net) // 2)
    return said(case, f"The average was {mean}.", f"平均为{mean}。")


@lie("numbers in prose")
def a_number_in_the_title(case: Case, draw: Random) -> Told:
    return said(case, "Net revenue up 77 %", "净收入增长77%", "title")


@lie("numbers in prose")
def a_number_in_a_limitation(case: Case, draw: Random) -> Told:
    return said(case, "The data does not show the other 44 shops.", "数据没有说明另外44家门店。", "limitations")


@lie("numbers in prose")
def a_number_in_a_task(case: Case, draw: Random) -> Told:
    return said(case, "Check the 58 largest refunds.", "核对58笔最大的退款。", "task")


@lie("numbers in prose")
def a_target_said_to_be_the_growth(case: Case, draw: Random) -> Told:
    told = said(case, "Growth was 37.5 %.", "增长率为37.5%。")
    return told._replace(case=case._replace(order=case.pick(" The target is 37.5 %.", "目标为37.5%。")))
