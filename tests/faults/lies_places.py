"""Lies of right figures in wrong places: an amount of another period, another role, or another change."""

from calendar import month_name
from random import Random

from tests.faults.lies_stage import Case
from tests.faults.lies_telling import Told, altered, lie, said


@lie("wrong period or role")
def the_figures_of_both_periods_swapped_in_the_sentence(case: Case, draw: Random) -> Told:
    before, after = case.both
    return altered(case, interpretation=case.sentence(case.money(after.net), case.money(before.net), case.growth))


@lie("wrong period or role")
def the_other_period_after_the_amount(case: Case, draw: Random) -> Told:
    was, later = case.money(case.both[0].net), case.periods[1]
    return said(case, f"It was {was} in {later}.", f"净收入为{was}（{later}）。")


@lie("wrong period or role")
def the_other_period_before_the_amount(case: Case, draw: Random) -> Told:
    now, earlier = case.money(case.both[1].net), case.periods[0]
    return said(case, f"Net revenue in {earlier} was {now}.", f"{earlier}的净收入为{now}。")


@lie("wrong period or role")
def the_other_period_at_the_start(case: Case, draw: Random) -> Told:
    now, earlier = case.money(case.both[1].net), case.periods[0]
    return said(case, f"In {earlier}, net revenue came to {now}.", f"{earlier}，净收入达到{now}。")


@lie("wrong period or role")
def a_period_with_a_colon(case: Case, draw: Random) -> Told:
    now, earlier = case.money(case.both[1].net), case.periods[0]
    return said(case, f"{earlier}: {now}.", f"{earlier}：{now}。")


@lie("wrong period or role", lambda case: not case.quarterly)
def a_month_by_its_name(case: Case, draw: Random) -> Told:
    year, month = map(int, case.periods[0].split("-"))
    now = case.money(case.both[1].net)
    return said(case, f"Net revenue was {now} in {month_name[month]} {year}.", f"{year}年{month}月净收入为{now}。")


@lie("wrong period or role", lambda case: case.quarterly)
def a_quarter_by_its_name(case: Case, draw: Random) -> Told:
    year, quarter = case.periods[0].split("-Q")
    name = ("first", "second", "third", "fourth")[int(quarter) - 1]
    now, numeral = case.money(case.both[1].net), "一二三四"[int(quarter) - 1]
    return said(case, f"The {name} quarter of {year} brought {now}.", f"{year}年第{numeral}季度净收入为{now}。")


@lie("wrong period or role", lambda case: len(case.held) > 2)
def an_earlier_periods_figure(case: Case, draw: Random) -> Told:
    old, later = case.money(list(case.held.values())[-3].net), case.periods[1]
    return said(case, f"Net revenue was {old} in {later}.", f"{later}净收入为{old}。")


@lie("wrong period or role")
def a_possessive_period(case: Case, draw: Random) -> Told:
    was, later = case.money(case.both[0].net), case.periods[1]
    return said(case, f"{later}'s net revenue was {was}.", f"{later}的{was}是净收入。")


@lie("wrong period or role")
def gross_said_to_be_net(case: Case, draw: Random) -> Told:
    gross = case.money(case.both[1].gross)
    return said(case, f"Net revenue was {gross}.", f"净收入为{gross}。")


@lie("wrong period or role")
def net_said_to_be_gross(case: Case, draw: Random) -> Told:
    net = case.money(case.both[1].net)
    return said(case, f"Gross revenue was {net}.", f"毛收入为{net}。")


@lie("wrong period or role")
def net_said_to_be_gross_in_a_period(case: Case, draw: Random) -> Told:
    net, period = case.money(case.both[0].net), case.periods[0]
    return said(case, f"Gross revenue in {period} came to {net}.", f"{period}的总收入为{net}。")


@lie("wrong period or role")
def net_said_to_be_refunds(case: Case, draw: Random) -> Told:
    net = case.money(case.both[0].net)
    return said(case, f"Refunds amounted to {net}.", f"退款为{net}。")


@lie("wrong period or role")
def refunds_said_to_be_net(case: Case, draw: Random) -> Told:
    refund = case.money(case.both[1].refund)
    return said(case, f"Net revenue was {refund}.", f"净收入为{refund}。")


@lie("wrong period or role", lambda case: case.currency is not None)
def refunds_said_to_be_discounts(case: Case, draw: Random) -> Told:
    refund = case.money(case.both[1].refund)
    return said(case, f"Discounts were {refund}.", f"折扣为{refund}。")


@lie("wrong period or role")
def gross_as_both_ends_of_net(case: Case, draw: Random) -> Told:
    before, after = (case.money(one.gross) for one in case.both)
    return said(case, f"Net revenue moved from {before} to {after}.", f"净收入从{before}变为{after}。")


@lie("wrong period or role")
def the_change_of_net_said_of_refunds(case: Case, draw: Random) -> Told:
    change = case.both[1].net - case.both[0].net
    moved, changed = ("rose", "增加") if change > 0 else ("fell", "减少")
    size = case.money(abs(change))
    return said(case, f"Refunds {moved} by {size}.", f"退款{changed}{size}。")


@lie("wrong period or role")
def the_change_of_gross_said_of_net(case: Case, draw: Random) -> Told:
    size = case.money(abs(case.both[1].gross - case.both[0].gross))
    moved, changed = ("rose", "增加") if case.growth > 0 else ("fell", "减少")
    return said(case, f"Net revenue {moved} by {size}.", f"净收入{changed}{size}。")


@lie("wrong period or role")
def the_other_direction(case: Case, draw: Random) -> Told:
    draft = case.draft()
    turned = {"grew": "fell", "fell": "grew", "增长": "下降", "下降": "增长"}
    word = next(one for one in turned if one in draft["interpretation"])
    return altered(case, interpretation=draft["interpretation"].replace(word, turned[word]))


@lie("wrong period or role")
def a_right_figure_missing(case: Case, draw: Random) -> Told:
    now = case.money(case.both[1].net)
    return altered(case, interpretation=case.pick(f"Net revenue was {now}.", f"净收入为{now}。"))
