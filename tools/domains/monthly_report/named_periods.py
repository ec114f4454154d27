"""Finding where a text names a period that the table holds, however it is spelled."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from ditto.state.period_ranges import MONTHS

_ORDINALS = (("first", "1st", "一"), ("second", "2nd", "二"), ("third", "3rd", "三"), ("fourth", "4th", "四"))
_NUMERALS = ("一", "二", "三", "四", "五", "六", "七", "八", "九", "十", "十一", "十二")
_NO_DAY = r"(?!\d)(?! ?\d{1,2} ?[日号])"
_KIND = "(?:period|month|quarter|year)"


class Mention(NamedTuple):
    """A place in a text and the periods that it can mean."""

    start: int
    end: int
    periods: frozenset[str]


def mentions(text: str, held: Sequence[str], compared: Sequence[str]) -> list[Mention]:
    """Return every mention of a held period in a plain text, in order; where two overlap, the longer one."""
    found = [
        Mention(*match.span(), frozenset(periods))
        for pattern, periods in _patterns(tuple(held), tuple(compared))
        for match in pattern.finditer(text)
    ]
    kept: list[Mention] = []
    for one in sorted(found, key=lambda one: (one.start, -one.end)):
        if not kept or one.start >= kept[-1].end:
            kept.append(one)
    return kept


@lru_cache(maxsize=64)
def _patterns(held: tuple[str, ...], compared: tuple[str, str]) -> tuple[tuple[re.Pattern[str], tuple[str, ...]], ...]:
    """Compile every spelling, with the periods that it can mean: "July" is that of each year."""
    meant: dict[str, list[str]] = {}
    for period in held:
        for spelled in (*_full(period), *_short(period[5:])):
            meant.setdefault(spelled, []).append(period)
    for period, english, chinese in zip(compared, ("baseline", "current"), ("基期", "[本当]期"), strict=True):
        meant.setdefault(rf"(?i:\b{english} {_KIND}\b)|{chinese}", []).append(period)
    return tuple((re.compile(spelled), tuple(periods)) for spelled, periods in meant.items())


def _full(period: str) -> Iterator[str]:
    year, part = period[:4], period[5:]
    if part.startswith("Q"):
        quarter = _quarter(int(part[1]))
        yield rf"(?<![A-Za-z\d-]){year}[- /]?{part}(?!\d)|(?<![A-Za-z\d]){quarter}(?: of|,|[ /-])? ?{year}(?!\d)|{year} ?年的? ?{quarter}"
    elif part:
        name, number = _name(int(part)), int(part)
        yield (
            rf"(?<![\d/.-]){year}[-/.]{part}(?!\d|[-/.]\d)|(?<![\d/.-])0?{number}/{year}(?!\d)"
            rf"|(?<![A-Za-z\d])(?<!\d ){name},? (?:of )?{year}(?!\d)|{year} ?年 ?0?{number} ?月份?{_NO_DAY}"
        )
    else:
        unit = r"[\w/-]|[.,]\d|\s?(?:cents?\b|%|per ?cent|[分元千万亿])"
        yield rf"(?:(?<=in )|(?<=for )|(?<=of )|(?<=during )|(?<=FY)|(?<=FY )|(?<=year )){year}(?!{unit})|{year} ?年度?(?! ?\d)"


def _short(part: str) -> Iterator[str]:
    """A period without its year: no date, and no part of a longer name or of another year's."""
    if part.startswith("Q"):
        yield rf"(?<![A-Za-z\d年第/-])(?<!\d[ -])(?<!年 ){_quarter(int(part[1]))}(?![A-Za-z\d]|[ /-]\d{{4}}|,? (?:of )?\d{{4}})"
    elif part:
        name, number = _name(int(part)), int(part)
        yield rf"(?<![A-Za-z\d])(?<!\d ){name}(?![A-Za-z\d])(?!,? (?:of )?\d{{4}}(?!\d))(?!,? \d{{1,2}}(?![\d,.]))"
        yield (
            rf"(?<![\d年/-])(?<!年 )(?<!\d[-–—~/至到和与、及])(?:0?{number} ?|(?<![一二三四五六七八九十]){_NUMERALS[number - 1]})"
            rf"月份?{_NO_DAY}"
        )


def _name(month: int) -> str:
    name = MONTHS[month - 1]
    return rf"(?:{name}|{name[:3]}\.?)"


def _quarter(number: int) -> str:
    worded, counted, numeral = _ORDINALS[number - 1]
    return rf"(?:Q{number}|(?i:{worded}|{counted})[ -]quarter|第? ?[{number}{numeral}] ?季度?)"
