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
    days = sorted({day for period in periods for day in _bounds(period)})
    for year, month, day in days:
        name = MONTHS[month - 1]
        named, short = rf"(?:{name}|{name[:3]}\.?)", rf"{month} ?月 ?{day} ?[日号]"
        iso = rf"{year}(?P<mark>[-/.])0?{month}(?P=mark)0?{day}(?![\d-])"
        whole = rf"{iso}|{day} {named},? {year}(?!\d)|{named} {day},? {year}(?!\d)|{year} ?年 ?0?{short}"
        alone = rf"{_LED}(?:{day} {named}|{named} {day})(?!,? ?\d|\w)|(?<![\d年]){short}"
        for spelled in (rf"(?<![A-Za-z\d/-])(?:{whole})", alone):
            text = re.sub(spelled, TAKEN, text, flags=re.IGNORECASE)
    return text


def _bounds(period: str) -> Iterator[tuple[int, int, int]]:
    year, part = int(period[:4]), period[5:]
    if part.startswith("Q"):
        first, last = 3 * int(part[1]) - 2, 3 * int(part[1])
    else:
        first, last = (int(part), int(part)) if part else (1, 12)
    yield year, first, 1
    yield year, last, calendar.monthrange(year, last)[1]
