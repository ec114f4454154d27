"""Reading the numbers of a text: every one of them must be known (the number gate).

A number may be spelled with `,` `.` `'` or a space between groups, with a decimal point or comma, with a percent sign,
and with an exact scale word. Quantities spelled as words cannot be compared and are reported as such.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import NamedTuple

_MONTHS = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
]
_TOKEN = re.compile(r"\d{1,3}(?: \d{3})+(?:[.,]\d+)?(?!\d)|\d(?:[\d.,'’_]*\d)?")
_PERCENT = re.compile(r"\s?(?:%|per ?cent\b|percent\b)", re.IGNORECASE)
_POINTS = re.compile(r"\s?(?:%-?\s?points?|percentage points?|pp\b|个?百分点)", re.IGNORECASE)
_CENTS = re.compile(r"\s?(?:cents?\b|分)", re.IGNORECASE)
_SCALES = {
    "k": 3,
    "thousand": 3,
    "million": 6,
    "mn": 6,
    "billion": 9,
    "bn": 9,
    "千": 3,
    "万": 4,
    "百万": 6,
    "千万": 7,
    "亿": 8,
}
_SCALE = re.compile(r"\s?(百万|千万|[千万亿]|(?:k|thousand|million|mn|billion|bn)(?![a-z]))", re.IGNORECASE)
_WORDS = re.compile(
    r"\b(?:three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety"
    r"|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)-\w+|hundreds?|thousands?|millions?|billions?|trillions?|dozens?"
    r"|half|halve[ds]?|doubl(?:e|ed|es|ing)|twice|thrice|tripl(?:e|ed|es|ing)|quadrupl(?:e|ed|es|ing)|\w+-?fold"
    r"|(?:a|one|two)[ -](?:thirds?|quarters?|fifths?|tenths?)|quarter of|third of)\b"
    r"|(?<!\d)(?<!\d )\b(?:percent|per cent)\b"
    r"|百分之[〇零一二两三四五六七八九十百千万亿点]+|[〇零一二两三四五六七八九十百千万亿点]*[〇零一二三四五六七八九十百千万亿][〇零一二三四五六七八九十百千万亿点]+"
    r"|[一二两三四五六七八九十几]+分之[一二两三四五六七八九十几]+|[一过对]半|半数"
    r"|翻了?[一两三四]?[番倍]|减半|[〇零一二两三四五六七八九十百千万亿几]倍|[一二两三四五六七八九十几]成(?![为本果立效])",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Known:
    """The numbers a text may hold: amounts in cents, percentages, and periods written YYYY-MM."""

    cents: frozenset[int]
    percents: frozenset[Decimal]
    periods: frozenset[str]


class _Reading(NamedTuple):
    value: Decimal
    places: int


def unknown_numbers(text: str, known: Known) -> tuple[str, ...]:
    """Return each number of the text that is not known, as it is written, in order."""
    plain = unicodedata.normalize("NFKC", text).replace("−", "-")
    rest = _without_periods(plain, known.periods)
    words = [match.group() for match in _WORDS.finditer(rest) if not _scales_a_number(rest, match)]
    return tuple(dict.fromkeys([*_unknown_tokens(rest, known), *words]))


def amounts(text: str) -> frozenset[int]:
    """Return every amount in cents that the text can be read to state."""
    plain = unicodedata.normalize("NFKC", text)
    return frozenset(cents for match in _TOKEN.finditer(plain) for cents in _cents(readings(match.group()), unit=False))


def readings(token: str) -> tuple[_Reading, ...]:
    """Return the ways in which one written number can be read; none where its groups are malformed."""
    number = token.replace("’", "'")
    found = [_decimal(number, mark) for mark in ".,"] + [_grouped(number, mark) for mark in (",", ".", " ", "'", "_")]
    if number.isdigit() and (number == "0" or not number.startswith("0")):
        found.append(_Reading(Decimal(number), 0))
    return tuple(dict.fromkeys(reading for reading in found if reading is not None))


def _decimal(number: str, mark: str) -> _Reading | None:
    whole, found, fraction = number.rpartition(mark)
    if not found or not fraction.isdigit():
        return None
    whole_readings = [
        one.value
        for one in (_grouped(whole, "," if mark == "." else "."), _grouped(whole, " "), _grouped(whole, "'"))
        if one
    ]
    if whole.isdigit() and (whole == "0" or not whole.startswith("0")):
        whole_readings.append(Decimal(whole))
    return _Reading(whole_readings[0] + Decimal(f"0.{fraction}"), len(fraction)) if whole_readings else None


def _grouped(number: str, mark: str) -> _Reading | None:
    separator = re.escape(mark)
    if not re.fullmatch(rf"[1-9]\d{{0,2}}(?:{separator}\d{{2,3}})*{separator}\d{{3}}", number):
        return None
    return _Reading(Decimal(number.replace(mark, "")), 0)


def _unknown_tokens(text: str, known: Known) -> Iterator[str]:
    for match in _TOKEN.finditer(text):
        if _known(text, match.start(), match.group(), known):
            continue
        parts = list(re.finditer(r"[^ ]+", match.group()))
        if len(parts) > 1 and all(_known(text, match.start() + part.start(), part.group(), known) for part in parts):
            continue
        yield _as_written(text, match.start(), match.end())


def _known(text: str, start: int, token: str, known: Known) -> bool:
    before, after = text[:start], text[start + len(token) :]
    if re.search(r"[A-Za-z]$", before) or (re.match(r"[A-Za-z]", after) and not _unit(after)):
        return False
    negative = re.search(r"(?<![\w)%])-$", before) is not None
    found = readings(token)
    if _POINTS.match(after):
        return False
    if _PERCENT.match(after) or before.rstrip().endswith("百分之"):
        return any(_signed(reading.value, negative) & known.percents for reading in found)
    if scale := _SCALE.match(after):
        if _PERCENT.match(after, scale.end()):
            return False
        power = Decimal(10) ** _SCALES[scale.group(1).lower()]
        return any(_signed(reading.value * power, negative) & known.cents for reading in found)
    unit = _CENTS.match(after) is not None
    stated = any(_signed(Decimal(cents), negative) & known.cents for cents in _cents(found, unit=unit))
    return stated or (
        not unit and any(_signed(reading.value, negative) & known.percents for reading in found if reading.places == 2)
    )


def _unit(after: str) -> bool:
    return any(pattern.match(after) for pattern in (_PERCENT, _CENTS, _SCALE))


def _signed(value: Decimal, negative: bool) -> frozenset[Decimal]:
    """A minus sign must be right; without one the size alone is stated."""
    return frozenset({-value}) if negative else frozenset({value, -value})


def _cents(found: Iterable[_Reading], *, unit: bool) -> Iterator[int]:
    for reading in found:
        if reading.places == 0:
            yield int(reading.value)
        elif reading.places == 2 and not unit:
            yield int(reading.value * 100)


def _scales_a_number(text: str, word: re.Match[str]) -> bool:
    return re.search(r"\d\s?$", text[: word.start()]) is not None and _SCALE.match(text, word.start()) is not None


def _as_written(text: str, start: int, end: int) -> str:
    suffix = re.match(r"\s?%|[A-Za-z]+", text[end:])
    return text[start:end] + (suffix.group() if suffix else "")


def _without_periods(text: str, periods: frozenset[str]) -> str:
    for period in sorted(periods):
        year, month = period.split("-")
        number, name = int(month), _MONTHS[int(month) - 1]
        spelled = rf"{year}[-/.]{month}(?!\d|-\d)|{month}/{year}|(?:{name}|{name[:3]}\.?),? {year}|{year} ?年 ?0?{number} ?月份?|(?<!\d)0?{number} ?月份?"
        text = re.sub(rf"(?<![\d/-])(?<!\d[.,])(?:{spelled})(?!\d)", "¤", text, flags=re.IGNORECASE)
    # What is left of "September 2026" is another month's name, not a year that stands alone.
    text = re.sub(rf"\b({'|'.join(_MONTHS)}),? (?=\d{{4}})", r"\1#", text, flags=re.IGNORECASE)
    for year in {period[:4] for period in periods}:
        text = re.sub(
            rf"(?<![\w#/-])(?<!\d[.,]){year}(?: ?年)?(?![\w/-]|[.,]\d|\s?(?:%|per ?cent|cents?\b|分|[千万亿]))",
            "¤",
            text,
        )
    return text
