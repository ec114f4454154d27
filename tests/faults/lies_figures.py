"""Lies about the figures: metrics that are not what the table comes to."""

from random import Random

from tests.faults.lies_stage import Case
from tests.faults.lies_telling import Told, lie, measured


def one_digit_off(value: int, draw: Random) -> int:
    """Return a number of as many digits of which one is another."""
    digits = list(str(abs(value)))
    place = draw.randrange(len(digits))
    digits[place] = draw.choice([one for one in "123456789" if one != digits[place]])
    return int("".join(digits)) * (1 if value > 0 else -1)


def together(case: Case, before: int, after: int, growth: float | None = None) -> Told:
    """Return a draft whose metrics and sentence tell the same lie."""
    told = measured(case, baselineNetCents=before, currentNetCents=after, growthPercent=growth or float(case.growth))
    assert isinstance(told.draft, dict)
    told.draft["interpretation"] = case.sentence(case.money(before), case.money(after), growth or case.growth)
    return told


@lie("figures")
def a_baseline_of_one_wrong_digit(case: Case, draw: Random) -> Told:
    return measured(case, baselineNetCents=one_digit_off(case.both[0].net, draw))


@lie("figures")
def a_current_figure_of_one_wrong_digit(case: Case, draw: Random) -> Told:
    return measured(case, currentNetCents=one_digit_off(case.both[1].net, draw))


@lie("figures")
def a_growth_that_is_a_hundredth_off(case: Case, draw: Random) -> Told:
    return measured(case, growthPercent=round(float(case.growth) + draw.choice([-0.01, 0.01]), 2))


@lie("figures")
def a_growth_of_the_other_sign(case: Case, draw: Random) -> Told:
    return measured(case, growthPercent=-float(case.growth))


@lie("figures")
def a_growth_rounded_to_one_decimal(case: Case, draw: Random) -> Told:
    shorter = round(float(case.growth), 1)
    return measured(case, growthPercent=shorter if shorter != float(case.growth) else shorter + 0.1)


@lie("figures")
def a_growth_as_a_fraction(case: Case, draw: Random) -> Told:
    return measured(case, growthPercent=float(case.growth / 100))


@lie("figures")
def a_growth_over_the_current_period(case: Case, draw: Random) -> Told:
    before, after = case.both
    return measured(case, growthPercent=round((after.net - before.net) * 100 / after.net, 2))


@lie("figures")
def a_growth_of_gross_revenue(case: Case, draw: Random) -> Told:
    before, after = case.both
    other = round((after.gross - before.gross) * 100 / before.gross, 2)
    return measured(case, growthPercent=other if other != float(case.growth) else other + 0.05)


@lie("figures")
def swapped_periods(case: Case, draw: Random) -> Told:
    before, after = case.both
    return measured(case, baselineNetCents=after.net, currentNetCents=before.net)


@lie("figures")
def gross_for_net_in_both_periods(case: Case, draw: Random) -> Told:
    before, after = case.both
    return measured(case, baselineNetCents=before.gross, currentNetCents=after.gross)


@lie("figures")
def refunds_for_net(case: Case, draw: Random) -> Told:
    return measured(case, currentNetCents=case.both[1].refund)


@lie("figures")
def refunds_not_taken_off(case: Case, draw: Random) -> Told:
    return measured(case, currentNetCents=case.both[1].gross - case.both[1].discount + (0 if case.currency else 1))


@lie("figures")
def refunds_added(case: Case, draw: Random) -> Told:
    return measured(case, baselineNetCents=case.both[0].gross + case.both[0].refund)


@lie("figures")
def a_figure_of_the_other_sign(case: Case, draw: Random) -> Told:
    return measured(case, currentNetCents=-case.both[1].net)


@lie("figures")
def a_figure_a_hundred_times_too_large(case: Case, draw: Random) -> Told:
    return measured(case, baselineNetCents=case.both[0].net * 100)


@lie("figures")
def the_change_in_place_of_a_figure(case: Case, draw: Random) -> Told:
    return measured(case, currentNetCents=case.both[1].net - case.both[0].net)


@lie("figures", lambda case: len(case.held) > 2)
def a_baseline_of_an_earlier_period(case: Case, draw: Random) -> Told:
    return measured(case, baselineNetCents=list(case.held.values())[-3].net)


@lie("figures")
def gross_for_net_in_metrics_and_sentence(case: Case, draw: Random) -> Told:
    return together(case, case.both[0].gross, case.both[1].gross)


@lie("figures")
def a_wrong_figure_in_metrics_and_sentence(case: Case, draw: Random) -> Told:
    return together(case, case.both[0].net, one_digit_off(case.both[1].net, draw))


@lie("figures")
def a_wrong_growth_in_metrics_and_sentence(case: Case, draw: Random) -> Told:
    return together(case, case.both[0].net, case.both[1].net, round(float(case.growth) + 3.5, 2))


@lie("figures")
def swapped_periods_in_metrics_and_sentence(case: Case, draw: Random) -> Told:
    return together(case, case.both[1].net, case.both[0].net)


@lie("figures", lambda case: case.counted)
def a_wrong_declared_metric(case: Case, draw: Random) -> Told:
    own = {"orders.baseline": case.both[0].orders, "orders.current": one_digit_off(case.both[1].orders, draw)}
    return measured(case, declared=own)


@lie("figures", lambda case: case.counted)
def swapped_declared_metrics(case: Case, draw: Random) -> Told:
    return measured(case, declared={"orders.baseline": case.both[1].orders, "orders.current": case.both[0].orders})


@lie("figures", lambda case: case.counted)
def a_declared_metric_left_out(case: Case, draw: Random) -> Told:
    return measured(case, declared={"orders.baseline": case.both[0].orders})


@lie("figures")
def a_metric_that_nobody_declared(case: Case, draw: Random) -> Told:
    own = {"orders.baseline": case.both[0].orders, "orders.current": case.both[1].orders} if case.counted else {}
    return measured(case, declared={**own, "profit": 12.0})
