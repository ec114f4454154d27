"""Formulas are read as their grammar says, computed in exact fractions, and refused otherwise with the place at fault."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ditto.state.formula import Undefined, Values, evaluate, names_of, of_each_period, rounded
from ditto.state.formula_parser import parse_formula

VALUES: Values = {
    "baseline": {"net": 100, "gross": 120, "orders": 0},
    "current": {"net": 150, "gross": 160, "orders": 7},
}

RIGHT = {
    "net / 4": "75/2",
    "1 + 2 * 3 - 4 / 8": "13/2",
    "(1 + 2) * 3": "9",
    "8 - 4 - 2": "2",
    "16 / 4 / 2": "2",
    "-net + 2 * gross": "170",
    "2 - -3": "5",
    "0.1 + 0.2": "3/10",
    "net.baseline": "100",
    "net.current - net.baseline": "50",
    "sum(net, gross, 1)": "311",
    "sum(net)": "150",
    "growth(net)": "50",
    "growth(net + gross)": "900/22",
    "share(net, gross)": "375/4",
    "share(net, gross) / 100": "15/16",
}


@pytest.mark.parametrize(("text", "value"), RIGHT.items())
def test_a_formula_has_the_value_of_exact_arithmetic(text: str, value: str) -> None:
    assert evaluate(parse_formula(text), VALUES, "current") == Fraction(value)


def test_a_name_alone_is_that_of_the_period_that_is_computed() -> None:
    node = parse_formula("net / 10")
    assert (evaluate(node, VALUES, "baseline"), evaluate(node, VALUES, "current")) == (10, 15)


WRONG = {
    "": "at character 1: found 'the end', expected a number, a name or (",
    "net orders": "at character 4: found 'orders', expected an operator or the end",
    "(net": "at character 5: found 'the end', expected )",
    "net +": "at character 6: found 'the end'",
    "net ** 2": "at character 6: found",
    "1e5": "at character 2: found 'e5'",
    "net.july": "expected net.baseline or net.current",
    "sum": "at character 4: found 'the end', expected (",
    "share(net)": "share takes 2, not 1",
    "growth(net, gross)": "growth takes 1, not 2",
    "__import__('os')": "at character 1",
    "net.current.real": "expected an operator|expected a number",
    "٣": "at character 1",
    "(" * 40 + "1" + ")" * 40: "nested more than 30 deep",
    "-" * 40 + "1": "nested more than 30 deep",
    "1+" * 150 + "1": "has 301 characters, at most 300",
}


@pytest.mark.parametrize(("text", "fault"), WRONG.items())
def test_what_is_no_formula_is_refused_with_the_place_at_fault(text: str, fault: str) -> None:
    with pytest.raises(ValueError, match="^.*(" + (fault if "|" in fault else escaped(fault)) + ")"):
        parse_formula(text)


def escaped(text: str) -> str:
    """Return a text as a pattern of itself."""
    return "".join(f"\\{one}" if one in "()+*.[]" else one for one in text)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("net / orders", "division by zero: orders"),
        ("net / (orders - 0)", r"division by zero: \(orders - 0\)"),
        ("share(net, orders)", r"division by zero: share\(net, orders\)"),
        ("growth(orders)", r"growth\(orders\): the baseline is not positive"),
        ("growth(-net)", r"growth\(-net\): the baseline is not positive"),
    ],
)
def test_a_division_by_zero_and_growth_from_nothing_have_no_value_and_say_why(text: str, reason: str) -> None:
    with pytest.raises(Undefined, match=reason):
        evaluate(parse_formula(text), VALUES, "baseline")


@pytest.mark.parametrize(
    ("text", "each"),
    [("net", True), ("1 + net", True), ("net.current", False), ("growth(net)", False), ("share(net, gross)", True),
     ("1", False), ("net.current / growth(net)", False), ("growth(net) + gross", True)],
)  # fmt: skip
def test_a_formula_has_a_value_a_period_where_a_name_stands_alone_outside_growth(text: str, each: bool) -> None:
    assert of_each_period(parse_formula(text)) is each


def test_every_name_is_found() -> None:
    names = [(one.name, one.when) for one in names_of(parse_formula("-net + growth(gross) * (tax.baseline / 2)"))]
    assert names == [("net", None), ("gross", None), ("tax", "baseline")]


@pytest.mark.parametrize(
    ("value", "places", "whole"),
    [("1/2", 0, 1), ("-1/2", 0, -1), ("1/3", 2, 33), ("-2/3", 2, -67), ("1/8", 2, 13), ("0", 2, 0), ("5/1000", 2, 1)],
)
def test_a_value_is_rounded_half_away_from_zero(value: str, places: int, whole: int) -> None:
    assert rounded(Fraction(value), places) == whole


NUMBERS = st.integers(0, 99).map(str)
EXPRESSIONS = st.recursive(
    NUMBERS,
    lambda inner: st.one_of(
        st.tuples(inner, st.sampled_from("+-*/"), inner).map(" ".join), inner.map(lambda one: f"({one})")
    ),
    max_leaves=8,
)


@given(EXPRESSIONS)
def test_arithmetic_is_that_of_python_on_fractions(text: str) -> None:
    plain = "".join(f"Fraction({part})" if part.isdigit() else part for part in spaced(text))
    try:
        right = eval(plain, {"Fraction": Fraction})  # numbers and operators that this test made
    except ZeroDivisionError:
        with pytest.raises(Undefined):
            evaluate(parse_formula(text), VALUES, "current")
        return
    assert evaluate(parse_formula(text), VALUES, "current") == right


def spaced(text: str) -> list[str]:
    """Return the parts of an expression."""
    return text.replace("(", "( ").replace(")", " )").split()


@given(st.text(max_size=60) | st.text(st.sampled_from("net.currentsumgrowth(),+-*/ 0123456789"), max_size=60))
def test_any_text_is_a_formula_or_is_refused(text: str) -> None:
    try:
        node = parse_formula(text)
    except ValueError:
        return
    names = {one.name for one in names_of(node)}
    values: Values = {"baseline": dict.fromkeys(names, 1), "current": dict.fromkeys(names, 2)}
    try:
        evaluate(node, values, "current")
    except Undefined:
        return
