"""What the tables prove: net revenue of two periods and its growth, in exact decimal arithmetic."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from fractions import Fraction

from ditto.state.evidence import Evidence, MissingData, Source
from ditto.state.formula import Values, rounded

from .comparison import Period, compared, incomplete, periods_of
from .continuity import carried
from .metrics import computed
from .money import written
from .options import Options
from .tables.groups import Table
from .tables.mapping import Mapping as TableMapping
from .tables.presets import STRICT
from .tables.reading import read_table


def gather(sources: Sequence[Source], options: Options, sha256: str) -> Evidence:
    """Read the tables and compute the facts; raises BadSource, or MissingData where two periods cannot be compared."""
    tables = [read_table(source, _mapping(source.id, options)) for source in sources]
    periods = periods_of(tables, added=options.add_sources)
    baseline, current = compared(periods, options.periods, tables, added=options.add_sources)
    if baseline.net <= 0:
        worded = written(baseline.net, tables[0].currency)
        raise MissingData(
            f"growth is undefined: the baseline {baseline.name} has a net revenue of {worded}, which is not positive"
        )
    rows = tuple(group.row() for table in tables for group in table.groups)
    return Evidence(sha256=sha256, rows=rows, facts=_facts(tables, periods, baseline, current, options))


def growth_percent(baseline: int, current: int) -> Decimal:
    """Return the growth over a positive baseline in percent, rounded half away from zero to two decimals."""
    return Decimal(rounded(Fraction(current - baseline, baseline) * 100, 2)).scaleb(-2)


def _mapping(source: str, options: Options) -> TableMapping:
    given = options.mappings.get(source)
    return given or STRICT.model_copy(update={"ignore": options.ignored_columns})


def _facts(
    tables: Sequence[Table],
    periods: Mapping[str, Period],
    baseline: Period,
    current: Period,
    options: Options,
) -> dict[str, object]:
    table = tables[0]
    before, after = baseline.sums, current.sums
    return {
        "periods": [baseline.name, current.name],
        "rowIds": [group.id for period in (baseline, current) for group in period.groups],
        "baselineNetCents": baseline.net,
        "currentNetCents": current.net,
        "changeCents": [current.net - baseline.net, *(after[role] - before[role] for role in _roles(tables))],
        "growthPercent": str(growth_percent(baseline.net, current.net)),
        "held": list(periods),
        "amounts": _amounts(tables, periods),
        "currency": table.currency,
        "every": table.every,
        "sums": {period.name: _sums(tables, period) for period in (baseline, current)},
        "metrics": computed(options.metrics, _values(tables, baseline, current), (baseline.name, current.name)),
        "houseRules": None if options.house_rules is None else options.house_rules.dump(),
        "previous": carried(options.previous, baseline.name, baseline.net, table.currency),
        "parts": {
            period.name: parts for period in (baseline, current) if (parts := incomplete(period, periods, table.grain))
        },
        "differences": [_difference(table, index) for table in tables for index in range(len(table.differences))],
        "differing": sum(table.differing for table in tables),
    }


def _roles(tables: Sequence[Table]) -> tuple[str, ...]:
    return ("gross", "refund", *(["discount"] if any(table.discounted for table in tables) else []))


def _sums(tables: Sequence[Table], period: Period) -> dict[str, int]:
    """The sums that a report tabulates: the roles there are, and what metrics are made of."""
    names = (
        *_roles(tables),
        *_common([table.columns for table in tables]),
        *_common([table.counts for table in tables]),
    )
    return {name: period.sums[name] for name in names}


def _common(names: Sequence[tuple[str, ...]]) -> list[str]:
    """What every source has: a sum over some of them would be no sum."""
    return [name for name in names[0] if all(name in others for others in names)]


def _values(tables: Sequence[Table], baseline: Period, current: Period) -> Values:
    """What formulas are made of."""

    def of(period: Period) -> dict[str, int]:
        return {**_sums(tables, period), "discount": period.sums["discount"], "net": period.net}

    return {"baseline": of(baseline), "current": of(current)}


def _amounts(tables: Sequence[Table], periods: Mapping[str, Period]) -> dict[str, dict[str, list[int]]]:
    """Every amount that prose may state, by period and by name: the sum of all sources, then that of each."""
    names = (*_roles(tables), *_common([table.columns for table in tables]))

    def of(period: Period) -> dict[str, list[int]]:
        held = [period, *period.groups]
        found = {name: [one.sums[name] for one in held] for name in names} | {"net": [one.net for one in held]}
        return {name: list(dict.fromkeys(amounts)) for name, amounts in found.items()}

    return {name: of(period) for name, period in periods.items()}


def _difference(table: Table, index: int) -> dict[str, object]:
    one = table.differences[index]
    return {"source": table.source, "line": one.place.line, "stated": one.stated, "ours": one.ours}
