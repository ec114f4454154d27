"""Metrics as data: declared by a formula over the sums of both periods, computed here, stated by the draft."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator, Field, model_validator

from ditto.state.errors import BadRequest
from ditto.state.formula import Node, Undefined, Values, When, evaluate, names_of, of_each_period, rounded
from ditto.state.formula_parser import parse_formula
from ditto.state.record import Line, Record

from .money import written

_MOST = 10**15


def _formula(text: str) -> str:
    parse_formula(text)
    return text


class Metric(Record):
    """A figure beside the three of the report (docs/tables.md)."""

    formula: Annotated[str, AfterValidator(_formula)]
    unit: Literal["money", "percent", "number"]
    title: Annotated[Line, Field(max_length=200)] | None = None
    places: Annotated[int, Field(ge=0, le=6)] | None = None

    @model_validator(mode="after")
    def _money_has_its_own(self) -> Self:
        if self.unit == "money" and self.places is not None:
            raise ValueError("places are the currency's own where the unit is money")
        return self


def computed(metrics: Mapping[str, Metric], values: Values, periods: Sequence[str]) -> list[dict[str, Any]]:
    """Return each metric's value, once or for each period; raises BadRequest for a name that no column has.

    A value is a whole number of its last decimal (of money: of minor units); where it is None, `absent` says why.
    """
    found: list[dict[str, Any]] = []
    for name, metric in metrics.items():
        formula = parse_formula(metric.formula)
        _require_known(name, formula, values)
        whens: tuple[When, ...] = ("baseline", "current") if of_each_period(formula) else ("current",)
        for when in whens:
            period = periods[when == "current"] if len(whens) > 1 else None
            key = f"{name}.{when}" if period else name
            told = {"key": key, "name": name, "title": metric.title or name, "period": period}
            found.append(told | _value(metric, formula, values, when))
    return found


def declared(facts: Mapping[str, Any], unit: str | None = None) -> list[dict[str, Any]]:
    """Return the request's own metrics that have a value: all, or those of a unit."""
    return [fact for fact in facts["metrics"] if fact["value"] is not None and unit in (None, fact["unit"])]


def stated(fact: Mapping[str, Any]) -> Decimal:
    """Return the number that a draft states for a value: minor units, or the decimal number."""
    return Decimal(fact["value"]).scaleb(-fact["places"])


def worded(fact: Mapping[str, Any], currency: str | None) -> str:
    """Return a value with its unit, or why there is none."""
    if fact["value"] is None:
        return f"none ({fact['absent']})"
    if fact["unit"] == "money":
        return written(fact["value"], currency)
    return f"{stated(fact):,f}{' %' if fact['unit'] == 'percent' else ''}"


def _require_known(name: str, formula: Node, values: Values) -> None:
    for part in names_of(formula):
        if part.name not in values["current"]:
            raise BadRequest(
                "no column has the name of a formula",
                where=f"metrics.{name}",
                found=part.name,
                expected=" or ".join(values["current"]),
            )


def _value(metric: Metric, formula: Node, values: Values, when: When) -> dict[str, Any]:
    places = 0 if metric.unit == "money" else 2 if metric.places is None else metric.places
    value, absent = None, None
    try:
        value = rounded(evaluate(formula, values, when), places)
    except Undefined as cause:
        absent = str(cause)
    if value is not None and abs(value) >= _MOST:
        value, absent = None, "the value has more than 15 digits"
    return {"unit": metric.unit, "places": places, "value": value, "absent": absent}
