"""Taking ranges of a table's periods, and the first and last days of periods, out of a text."""

import calendar
import re
from collections.abc import Callable, Iterator, Set

from ditto.state.number_units import TAKEN

MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip
_TO = r" ?[-–—~/至到和与、及] ?"
_LED = r"(?:\b(?:from|to|until|till|through|by|on|since|ended|ending|ends|and|of) |[-–—] ?)"
_ABBREVIATED = [name[:3].lower() for name in MONTHS]
_NAME = "(" + "|".join(f"{name}|{name[:3]}" for name in MONTHS) + r")\.?"
_DAY = r"([1-9]\d?)"
_WHOLE = re.compile(
    rf"(?<![A-Za-z\d/-])(?:(\d{{4}})([-/.])(\d\d?)\2(\d\d?)(?![\d-])|{_DAY} {_NAME},? (\d{{4}})(?!\d)"
    rf"|{_NAME} {_DAY},? (\d{{4}})(?!\d)|(\d{{4}}) ?年 ?0?{_DAY} ?月 ?{_DAY} ?[日号])",
    re.IGNORECASE,
)
_PLACES = (1, 7, 10, 11), (3, 6, 8, 12), (4, 5, 9, 13)
"""The groups of a whole date's year, month and day."""
_ALONE = re.compile(
    rf"{_LED}(?:{_DAY} {_NAME}|{_NAME} {_DAY})(?!,? ?\d|\w)|(?<![\d年]){_DAY} ?月 ?{_DAY} ?[日号]", re.IGNORECASE
)
_QUARTERS_COUNTED = re.compile(r"\btwo quarters\b", re.IGNORECASE)


def without_pairs(text: str, periods: frozenset[str]) -> str:
    """Return the text without ranges of two held periods: 2026-07/2026-08, 7-8月, 2024-2025; and "two quarters" of quarters."""
    if any("Q" in period for period in periods):
        text = _QUARTERS_COUNTED.sub(TAKEN, text)
    months = {int(period[5:]) for period in periods if period[5:].isdigit()}
    years = {period[:4] for period in periods}

    text = _without(text, rf"(?<![\d/-])(\d{{4}}-\d\d){_TO}(\d{{4}}-\d\d)(?![\d-])", periods)
    text = _without(text, rf"(?<!\d[.,])(?<![\d/-])(\d{{1,2}}) ?月?{_TO}(\d{{1,2}}) ?月份?(?! ?\d)", months, int)
    return _without(text, rf"(?<!\d[.,])(?<![\d/-])(\d{{4}}) ?年?{_TO}(\d{{4}}) ?年度?(?! ?\d)", years)


def _without(text: str, pair: str, held: Set[str] | Set[int], read: Callable[[str], str | int] = str) -> str:
    return re.sub(pair, lambda match: TAKEN if {read(match[1]), read(match[2])} <= held else match.group(), text)


def without_bounds(text: str, periods: frozenset[str]) -> str:
    """Return the text without the first and last days of the periods: 2026-08-31, 31 August 2026, 2026年8月31日."""
    days = {day for period in periods for day in _bounds(period)}
    yearless = {day[1:] for day in days}

    def whole(match: re.Match[str]) -> str:
        year, month, day = (next(filter(None, match.group(*places))) for places in _PLACES)
        return TAKEN if (int(year), _month(month), int(day)) in days else match.group()

    def alone(match: re.Match[str]) -> str:
        month, day = match[2] or match[3] or match[5], match[1] or match[4] or match[6]
        return TAKEN if (_month(month), int(day)) in yearless else match.group()

    return _ALONE.sub(alone, _WHOLE.sub(whole, text))


def _month(written: str) -> int:
    return int(written) if written.isdecimal() else _ABBREVIATED.index(written[:3].lower()) + 1


def _bounds(period: str) -> Iterator[tuple[int, int, int]]:
    year, part = int(period[:4]), period[5:]
    if part.startswith("Q"):
        first, last = 3 * int(part[1]) - 2, 3 * int(part[1])
    else:
        first, last = (int(part), int(part)) if part else (1, 12)
    yield year, first, 1
    yield year, last, calendar.monthrange(year, last)[1]
