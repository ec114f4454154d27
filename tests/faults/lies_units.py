"""Lies about scales, units and currencies: right digits that mean something else."""

from random import Random

from tests.faults.lies_stage import Case
from tests.faults.lies_telling import Told, lie, said


@lie("scales and units")
def percentage_points_for_percent(case: Case, draw: Random) -> Told:
    size = abs(case.growth)
    return said(case, f"That is a change of {size} percentage points.", f"变化为{size}个百分点。")


@lie("scales and units")
def a_figure_in_thousands_that_are_none(case: Case, draw: Random) -> Told:
    unit = case.currency or case.pick("cents", "分")
    whole = int(case.major(case.both[1].net))
    return said(case, f"Net revenue was {whole} thousand {unit}.", f"净收入为{whole}万{unit}。")


@lie("scales and units")
def a_figure_in_millions_that_was_rounded(case: Case, draw: Random) -> Told:
    unit = case.currency or case.pick("cents", "分")
    return said(case, f"Net revenue was about 3.9 million {unit}.", f"净收入约为390万{unit}。")


@lie("scales and units")
def percent_for_an_amount(case: Case, draw: Random) -> Told:
    whole = case.both[1].net
    return said(case, f"Net revenue reached {whole} %.", f"净收入达到{whole} %。")


@lie("scales and units")
def an_amount_in_another_currency(case: Case, draw: Random) -> Told:
    other = draw.choice([one for one in ("GBP", "CHF", "INR") if one != case.currency])
    whole = case.major(case.both[1].net)
    return said(case, f"Net revenue was {whole} {other}.", f"净收入为{whole} {other}。")


@lie("scales and units")
def a_currency_sign_of_another_country(case: Case, draw: Random) -> Told:
    sign = draw.choice("£₹₽฿")
    whole = case.major(case.both[1].net)
    return said(case, f"Net revenue was {sign}{whole}.", f"净收入为{sign}{whole}。")


@lie("scales and units", lambda case: case.currency is None)
def a_currency_that_the_source_does_not_state(case: Case, draw: Random) -> Told:
    whole, named = case.both[1].net, draw.choice(["dollars", "euros", "yen"])
    return said(case, f"Net revenue was {whole} {named}.", f"净收入为{whole}美元。")


@lie("scales and units", lambda case: case.currency in ("EUR", "USD", "CNY"))
def minor_units_said_of_major_ones(case: Case, draw: Random) -> Told:
    whole = case.both[1].net
    return said(case, f"Net revenue was {whole:,} {case.currency}.", f"净收入为{whole:,} {case.currency}。")


@lie("scales and units", lambda case: case.currency == "JPY")
def decimals_of_a_currency_that_has_none(case: Case, draw: Random) -> Told:
    whole = case.both[1].net
    return said(case, f"Net revenue was {whole}.50 JPY.", f"净收入为{whole}.50 JPY。")
