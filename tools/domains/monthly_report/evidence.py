"""What the table proves: net revenue of two periods and its growth, in exact decimal arithmetic."""

from collections.abc import Sequence
from decimal import Decimal

from ditto.state.evidence import Evidence, MissingData, Row, Source

from .schema import Options
from .table import Sale, read_table, refuse_repeats


def gather(sources: Sequence[Source], options: Options, sha256: str) -> Evidence:
    """Read the tables and compute the facts; raises BadSource, or MissingData where two periods cannot be compared."""
    sales = [sale for source in sources for sale in read_table(source, options.ignored_columns)]
    refuse_repeats(sales)
    baseline, current = _periods(sales, options)
    if baseline.net <= 0:
        raise MissingData(
            f"growth is undefined: the baseline {baseline.month} has a net revenue of {baseline.net} cents, which is not positive"
        )
    rows = tuple(Row(id=sale.id, line=sale.line, quote=sale.quote) for sale in sales)
    return Evidence(sha256=sha256, rows=rows, facts=_facts(sales, baseline, current))


def growth_percent(baseline: int, current: int) -> Decimal:
    """Return the growth over a positive baseline in percent, rounded half away from zero to two decimals."""
    hundredths = (2 * abs(current - baseline) * 10_000 + baseline) // (2 * baseline)
    return Decimal(hundredths if current >= baseline else -hundredths).scaleb(-2)


def _facts(sales: Sequence[Sale], baseline: Sale, current: Sale) -> dict[str, object]:
    changes = [current.net - baseline.net, current.gross - baseline.gross, current.refund - baseline.refund]
    return {
        "periods": [baseline.month, current.month],
        "rowIds": [baseline.id, current.id],
        "baselineNetCents": baseline.net,
        "currentNetCents": current.net,
        "changeCents": changes,
        "growthPercent": str(growth_percent(baseline.net, current.net)),
        "months": sorted(sale.month for sale in sales),
        "cells": sorted({amount for sale in sales for amount in (sale.gross, sale.refund)}),
    }


def _periods(sales: Sequence[Sale], options: Options) -> tuple[Sale, Sale]:
    by_month = {sale.month: sale for sale in sales}
    if options.periods:
        if missing := [month for month in options.periods if month not in by_month]:
            raise MissingData(f"the source has no row for {' and '.join(missing)}")
        baseline, current = options.periods
        return by_month[baseline], by_month[current]
    if len(by_month) < 2:
        held = " and ".join(by_month) or "none"
        raise MissingData(f"a comparison needs two periods, the source holds {held}")
    baseline, current = sorted(by_month)[-2:]
    if _ordinal(current) - _ordinal(baseline) != 1:
        raise MissingData(
            f"the two latest periods {baseline} and {current} do not follow each other, and the request does not name both"
        )
    return by_month[baseline], by_month[current]


def _ordinal(month: str) -> int:
    return int(month[:4]) * 12 + int(month[5:])
