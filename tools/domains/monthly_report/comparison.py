"""Which two periods are compared, and what each holds over all sources."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ditto.state.canonical import MOST_INTEGER
from ditto.state.errors import BadSource
from ditto.state.evidence import MissingData

from .tables.formats import Grain
from .tables.groups import Group, Table
from .tables.periods import missing_parts, ordinal

_MOST_SUM = MOST_INTEGER // 2


class Period(NamedTuple):
    """A period over all sources: its groups, one a source, and their sums."""

    name: str
    groups: tuple[Group, ...]

    @property
    def sums(self) -> Mapping[str, int]:
        """The sum of every amount and count that all groups have."""
        names = [name for name in self.groups[0].sums if all(name in group.sums for group in self.groups)]
        return {name: sum(group.sums[name] for group in self.groups) for name in names}

    @property
    def net(self) -> int:
        """Gross less discount and refund."""
        return sum(group.net for group in self.groups)


def periods_of(tables: Sequence[Table], *, added: bool) -> dict[str, Period]:
    """Return every period by its name, in order; raises BadSource where sources do not fit together."""
    _require_alike(tables)
    held: dict[str, list[Group]] = {}
    for group in (group for table in tables for group in table.groups):
        held.setdefault(group.period, []).append(group)
    if not added and (twice := next((groups for groups in held.values() if len(groups) > 1), None)):
        raise _in_two_sources(*twice[:2])
    periods = {name: Period(name, tuple(held[name])) for name in sorted(held)}
    for period in periods.values():
        _require_exact(period)
    return periods


def _require_exact(period: Period) -> None:
    """Refuse sums that JSON does not carry exactly, as integers or as the difference of two."""
    for name, value in {**period.sums, "net": period.net}.items():
        if abs(value) > _MOST_SUM:
            where = ", ".join(f"{group.source} line {group.first.line}" for group in period.groups)
            raise BadSource(
                f"the {name} of {period.name} is too large",
                where=where,
                found=f"{value} minor units",
                expected=f"at most {_MOST_SUM}",
            )


def _in_two_sources(first: Group, second: Group) -> BadSource:
    return BadSource(
        f"the period {first.period} stands in two sources",
        where=f"{first.source} line {first.first.line} and {second.source} line {second.first.line}",
        found=f"{first.first.text!r} and {second.first.text!r}",
        expected="one source a period, or --add-sources where their amounts are to be added",
    )


def _require_alike(tables: Sequence[Table]) -> None:
    first = tables[0]
    for other in tables[1:]:
        named = f"{first.source} and {other.source}"
        if other.every != first.every:
            raise BadSource("two sources have other periods", where=named, found=f"{first.every} and {other.every}")
        if other.currency != first.currency:
            found = f"{first.currency or 'none'} and {other.currency or 'none'}"
            raise BadSource("a second currency", where=named, found=found, expected="one currency in all sources")
        if {*other.columns, *other.counts} != {*first.columns, *first.counts}:
            found = f"{', '.join(first.columns + first.counts)} and {', '.join(other.columns + other.counts)}"
            raise BadSource("two sources have other columns", where=named, found=found, expected="the same names")


def compared(
    periods: Mapping[str, Period], named: tuple[str, ...] | None, tables: Sequence[Table], *, added: bool
) -> tuple[Period, Period]:
    """Return the baseline and the current period; raises MissingData where they cannot be compared."""
    if named:
        if missing := [name for name in named if name not in periods]:
            raise MissingData(f"the source has no row for {' and '.join(missing)}{_near(missing[0], periods)}")
        baseline, current = named
    elif len(periods) < 2:
        held = " and ".join(periods) or "none"
        raise MissingData(f"a comparison needs two periods, the source holds {held}")
    else:
        baseline, current = list(periods)[-2:]
        if ordinal(current) - ordinal(baseline) != 1:
            raise MissingData(
                f"the two latest periods {baseline} and {current} do not follow each other, and the request does not name both"
            )
    if added:
        _require_all_sources([periods[baseline], periods[current]], tables)
    return periods[baseline], periods[current]


def _near(missing: str, periods: Mapping[str, Period]) -> str:
    """Name what is held where the request names periods of another kind, such as a month of quarters."""
    kinds = {len(name) for name in periods}
    return "" if len(missing) in kinds or not periods else f"; it holds {', '.join(list(periods)[-4:])}"


def _require_all_sources(both: Sequence[Period], tables: Sequence[Table]) -> None:
    for period in both:
        held = {group.source for group in period.groups}
        if missing := [table.source for table in tables if table.source not in held]:
            raise MissingData(
                f"the source {missing[0]} has no row for {period.name}, so that its sum would lack a part"
            )


def incomplete(period: Period, periods: Mapping[str, Period], grain: Grain) -> str | None:
    """Return in words which parts of a period are there, where it seems not whole."""
    moments = {moment for group in period.groups for moment in group.moments}
    if not moments:
        return None
    names = list(periods)
    return missing_parts(period.name, moments, grain, first=period.name == names[0], last=period.name == names[-1])
