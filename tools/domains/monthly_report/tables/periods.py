"""Periods: their names, their order, and whether all of one is there."""

import calendar
from collections.abc import Collection

from .formats import Grain, Moment
from .mapping import Every


def period_name(moment: Moment, every: Every) -> str:
    """Return the name of the period that holds a moment: 2026-07, 2026-Q3 or 2026."""
    if every == "year":
        return f"{moment.year:04d}"
    if every == "quarter":
        return f"{moment.year:04d}-Q{moment.quarter or (moment.month + 2) // 3}"
    return f"{moment.year:04d}-{moment.month:02d}"


def ordinal(period: str) -> int:
    """Return a number that is one more for the period that follows."""
    year, _, rest = period.partition("-")
    if not rest:
        return int(year)
    return int(year) * 4 + int(rest[1:]) if rest.startswith("Q") else int(year) * 12 + int(rest)


def bounds(period: str) -> tuple[int, int, int]:
    """Return the year, the first and the last month of a period."""
    year, _, rest = period.partition("-")
    if not rest:
        return int(year), 1, 12
    if rest.startswith("Q"):
        return int(year), int(rest[1:]) * 3 - 2, int(rest[1:]) * 3
    return int(year), int(rest), int(rest)


def missing_parts(period: str, held: Collection[Moment], grain: Grain, *, first: bool, last: bool) -> str | None:
    """Return in words which parts of a period are there, or None where all are, as far as rows can tell.

    Days may pass without a sale: they are looked at only where the table begins or ends.
    """
    year, begin, end = bounds(period)
    names = sorted({_spelled(moment) for moment in held})
    if grain == "day":
        opening, closing = f"{year:04d}-{begin:02d}-01", f"{year:04d}-{end:02d}-{calendar.monthrange(year, end)[1]:02d}"
        whole = (not first or names[0] == opening) and (not last or names[-1] == closing)
        return None if whole else f"{names[0]} to {names[-1]}"
    parts = end - begin + 1 if grain == "month" else (end - begin + 1) // 3 if grain == "quarter" else 1
    return None if len(names) >= parts else ", ".join(names)


def _spelled(moment: Moment) -> str:
    if moment.day:
        return f"{moment.year:04d}-{moment.month:02d}-{moment.day:02d}"
    return period_name(moment, "quarter" if moment.quarter else "month" if moment.month else "year")
