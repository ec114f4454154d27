"""Formulas of metrics, computed in exact fractions.

A name alone is that of the period that is computed. `sum` adds, `share(part, whole)` and `growth(value)` are percentages,
the latter of the current period over the baseline.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Literal, NamedTuple

When = Literal["baseline", "current"]
Values = Mapping[When, Mapping[str, int]]


class Undefined(Exception):
    """A formula has no value; the message says why."""


class Number(NamedTuple):
    """A number as written."""

    value: Fraction


class Name(NamedTuple):
    """A sum of the table, in the period that is computed or in a named one."""

    name: str
    when: When | None


class Operation(NamedTuple):
    """Two parts and what joins them: `+ - * /`; `divisor` is the right part as written."""

    mark: str
    left: "Node"
    right: "Node"
    divisor: str


class Call(NamedTuple):
    """A function of its arguments."""

    function: str
    arguments: tuple["Node", ...]
    text: str


Node = Number | Name | Operation | Call


def names_of(node: Node) -> Iterator[Name]:
    """Yield every name of a formula."""
    if isinstance(node, Name):
        yield node
    elif isinstance(node, Operation):
        yield from (*names_of(node.left), *names_of(node.right))
    elif isinstance(node, Call):
        yield from (name for argument in node.arguments for name in names_of(argument))


def of_each_period(node: Node) -> bool:
    """Whether a formula has a value of its own in each period."""
    if isinstance(node, Name):
        return node.when is None
    if isinstance(node, Operation):
        return of_each_period(node.left) or of_each_period(node.right)
    return isinstance(node, Call) and node.function != "growth" and any(map(of_each_period, node.arguments))


def evaluate(node: Node, values: Values, when: When) -> Fraction:
    """Return a formula's value in a period; raises Undefined."""
    if isinstance(node, Number):
        return node.value
    if isinstance(node, Name):
        return Fraction(values[node.when or when][node.name])
    if isinstance(node, Operation):
        left, right = evaluate(node.left, values, when), evaluate(node.right, values, when)
        return _joined(node.mark, left, right, node.divisor)
    if node.function == "growth":
        before, after = (evaluate(node.arguments[0], values, one) for one in ("baseline", "current"))
        if before <= 0:
            raise Undefined(f"{node.text}: the baseline is not positive")
        return (after - before) / before * 100
    parts = [evaluate(argument, values, when) for argument in node.arguments]
    return sum(parts, Fraction()) if node.function == "sum" else _joined("/", parts[0], parts[1], node.text) * 100


def rounded(value: Fraction, places: int) -> int:
    """Return a value in units of its last decimal, rounded half away from zero."""
    size = abs(value) * 10**places
    whole = (2 * size.numerator + size.denominator) // (2 * size.denominator)
    return whole if value >= 0 else -whole


def _joined(mark: str, left: Fraction, right: Fraction, divisor: str) -> Fraction:
    if mark == "/" and right == 0:
        raise Undefined(f"division by zero: {divisor}")
    return (
        left + right if mark == "+" else left - right if mark == "-" else left * right if mark == "*" else left / right
    )
