"""How a cell says when: formats such as `DD.MM.YYYY`, compiled once and matched exactly."""

import calendar
import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Literal, NamedTuple

from ditto.state.period_ranges import MONTHS

Grain = Literal["day", "month", "quarter", "year"]
GRAINS: tuple[Grain, ...] = ("day", "month", "quarter", "year")

_MONTHS = [name.lower() for name in MONTHS]
_PART = re.compile(r"'[^']*'|YYYY|YY|Month|Mon|MM|M|DD|D|Q|HH|mm|ss|ZZ")
_PATTERNS = {
    "YYYY": r"(?P<year>[0-9]{4})",
    "YY": r"(?P<short>[0-9]{2})",
    "MM": r"(?P<month>0[1-9]|1[0-2])",
    "M": r"(?P<month>0?[1-9]|1[0-2])",
    "Month": rf"(?P<name>{'|'.join(_MONTHS)})",
    "Mon": rf"(?P<name>{'|'.join(name[:3] for name in _MONTHS)})",
    "DD": r"(?P<day>0[1-9]|[12][0-9]|3[01])",
    "D": r"(?P<day>0?[1-9]|[12][0-9]|3[01])",
    "Q": r"(?P<quarter>[1-4])",
    "HH": r"(?:[01][0-9]|2[0-3])",
    "mm": r"[0-5][0-9]",
    "ss": r"[0-5][0-9]",
    "ZZ": r"(?:Z|[+-][0-9]{2}:?[0-9]{2})",
}


_TIMES = ("HH", "mm", "ss", "ZZ")
_DATES = ("YYYY", "YY", "MM", "DD", "Q")


class Moment(NamedTuple):
    """What a cell says: its year, and month, day or quarter, 0 where it does not say."""

    year: int
    month: int = 0
    day: int = 0
    quarter: int = 0


def split(form: str) -> tuple[str, str]:
    """Return a format's date and the time of day that follows it; a date whose width varies is not parted from it."""
    parts = list(_PART.finditer(form))
    cut = next((part.start() for part in parts if part.group() in _TIMES), len(form))
    varies = any(part.group() in ("M", "D", "Month", "Mon") for part in parts)
    later = any(part.start() > cut and part.group() in _DATES for part in parts)
    return (form, "") if varies or later else (form[:cut], form[cut:])


def pattern_of(form: str) -> re.Pattern[str]:
    """Return the pattern of a format or a part of one; raises ValueError where a part stands twice."""
    text, at = "", 0
    for part in _PART.finditer(form):
        text += re.escape(form[at : part.start()]) + (_PATTERNS.get(part.group()) or re.escape(part.group()[1:-1]))
        at = part.end()
    try:
        return re.compile(text + re.escape(form[at:]), re.ASCII | re.IGNORECASE)
    except re.error as cause:
        raise ValueError(f"the format {form!r} holds a part twice") from cause


@lru_cache(maxsize=256)
def compiled(form: str) -> re.Pattern[str]:
    """Return a format's pattern; raises ValueError that says what the format lacks."""
    return _sound(form, pattern_of(form))


def _sound(form: str, pattern: re.Pattern[str]) -> re.Pattern[str]:
    held = pattern.groupindex.keys()
    if held.isdisjoint({"year", "short"}):
        raise ValueError(f"the format {form!r} holds no year, YYYY")
    if (
        {"year", "short"} <= held
        or {"month", "name"} <= held
        or ("quarter" in held and {"month", "name", "day"} & held)
    ):
        raise ValueError(f"the format {form!r} says one thing twice")
    if "day" in held and held.isdisjoint({"month", "name"}):
        raise ValueError(f"the format {form!r} holds a day and no month")
    return pattern


def grain_of(form: str) -> Grain:
    """Return the finest thing that a format gives; raises ValueError for a format that cannot be used."""
    held = compiled(form).groupindex.keys()
    if "day" in held:
        return "day"
    if held & {"month", "name"}:
        return "month"
    return "quarter" if "quarter" in held else "year"


def read_moment(text: str, formats: tuple[str, ...]) -> Moment | None:
    """Return what the text says by the first format that fits, or None; a day must be in the calendar."""
    for form in formats:
        if (match := compiled(form).fullmatch(text)) and (moment := _moment(match.groupdict())):
            return moment
    return None


def _moment(held: Mapping[str, str | None]) -> Moment | None:
    year = int(held.get("year") or f"20{held.get('short')}")
    name = held.get("name")
    month = _named(name) if name else int(held.get("month") or 0)
    day = int(held.get("day") or 0)
    if not year or (day and day > calendar.monthrange(year, month)[1]):
        return None
    return Moment(year, month, day, int(held.get("quarter") or 0))


def _named(name: str) -> int:
    return next(number for number, month in enumerate(_MONTHS, 1) if month[:3] == name[:3].lower())
