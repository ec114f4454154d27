"""The options of a request: how its sources are read, and what the report holds beside the three figures."""

from typing import Annotated

from pydantic import Field

from ditto.state.record import Line, Name, Record, Sha256

from .house_rules import HouseRules
from .metrics import Metric
from .schema import Action, Cents
from .tables.mapping import Code, Mapping, MetricName

Period = Annotated[str, Field(pattern=r"^[0-9]{4}(-(0[1-9]|1[0-2])|-Q[1-4])?$")]


class Previous(Record):
    """What an accepted, verified report said: its digest, its current period and net revenue, its proposed actions."""

    report: Sha256
    period: Period
    currency: Code | None
    net_cents: Cents
    actions: Annotated[tuple[Action, ...], Field(max_length=12)]


class Options(Record):
    """Say how the sources are read, and which two periods are compared (default: the two latest)."""

    periods: Annotated[tuple[Period, ...], Field(min_length=2, max_length=2)] | None = None
    ignored_columns: tuple[Line, ...] = ()
    mappings: dict[Name, Mapping] = Field(default_factory=dict)
    add_sources: bool = False
    metrics: Annotated[dict[MetricName, Metric], Field(max_length=20)] = Field(default_factory=dict)
    house_rules: HouseRules | None = None
    previous: Previous | None = None
