"""Reading the numbers of a text: every one of them must be known (the number gate).

A number may be spelled with `,` `.` `'` or a space between groups, with a decimal point or comma, with a percent sign,
and with an exact scale word. An amount is in minor units (cents), or has all decimals of the money; beside the currency
it is in major units. Of a range, the scale and the unit may stand at its end. Quantities spelled as words cannot be
compared, and are reported.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from decimal import Decimal

from ditto.state.goal_numbers import is_aim, without_counted
from ditto.state.number_readings import Reading, readings
from ditto.state.number_units import SCALE, Around, around, plain, spellings, without_range_end
from ditto.state.number_words import WORDS
from ditto.state.period_spellings import without_periods
from ditto.state.running_numbers import marks_spelled_out, without_running

_TOKEN = re.compile(r"\d{1,3}(?: \d{3})+(?:[.,]\d+)?(?!\d)|\d(?:[\d.,'’_]*\d)?")


@dataclass(frozen=True)
class Known:
    """What a text may hold: amounts in minor units, percentages, periods (2026-07, 2026-Q3, 2026), numbers without a unit.

    `digits` are the decimals of the money, `currencies` the ways to write the one currency that the source states; the
    numbers of `goal` may stand where a text speaks of the goal.
    """

    cents: frozenset[int]
    percents: frozenset[Decimal]
    periods: frozenset[str]
    digits: int = 2
    currencies: frozenset[str] = frozenset()
    counts: frozenset[Decimal] = frozenset()
    goal: str = ""


def unknown_numbers(text: str, known: Known) -> tuple[str, ...]:
    """Return each number of the text that is not known, as it is written, in order."""
    read = without_counted(plain(marks_spelled_out(text)), plain(known.goal))
    rest = without_running(without_periods(read, known.periods, spellings(known.currencies).alone))
    words = [match.group() for match in WORDS.finditer(rest) if not _scales_a_number(rest, match)]
    return tuple(dict.fromkeys([*_unknown_tokens(rest, known), *words]))


def amounts(text: str, digits: int = 2, currencies: frozenset[str] = frozenset()) -> frozenset[int]:
    """Return the size of every amount, in minor units, that the text can be read to state.

    Where nothing is stated of the money, what stands around a number is not read.
    """
    read, found = plain(text), set[int]()
    for match in _TOKEN.finditer(read):
        beside = around(read, *match.span(), currencies) if currencies or digits != 2 else Around()
        sums = _sums(readings(match.group()), beside, digits)
        found.update(int(one) for one in sums if one == int(one))
    return frozenset(found)


def known_in(text: str, known: Known) -> Iterator[re.Match[str]]:
    """Yield each number of a plain text that is known by itself, and that the text does not call a target."""
    for match in _TOKEN.finditer(text):
        if not is_aim(text[: match.start()]) and _known(text, match.start(), match.group(), known):
            yield match


def _unknown_tokens(text: str, known: Known) -> Iterator[str]:
    for match in _TOKEN.finditer(text):
        if is_aim(text[: match.start()]) and _known(text, match.start(), match.group(), _aims(known)):
            continue
        if _known(text, match.start(), match.group(), known):
            continue
        parts = list(re.finditer(r"[^ ]+", match.group()))
        if len(parts) > 1 and all(_known(text, match.start() + part.start(), part.group(), known) for part in parts):
            continue
        yield _as_written(text, match.start(), match.end())


def _aims(known: Known) -> Known:
    """Return the numbers of the goal as what is known."""
    goal = plain(known.goal)
    found = [
        (readings(match.group()), around(goal, *match.span(), known.currencies)) for match in _TOKEN.finditer(goal)
    ]
    return replace(
        known,
        cents=frozenset(int(one) for of, beside in found for one in _sums(of, beside, known.digits) if one == int(one)),
        percents=frozenset(one for of, beside in found for one in _percents(of, beside)),
        counts=frozenset(one for of, beside in found for one in _counts(of, beside)),
    )


def _known(text: str, start: int, token: str, known: Known) -> bool:
    end = start + len(token)
    if _matches(token, around(text, start, end, known.currencies), known):
        return True
    rest = without_range_end(text, start, end, known.currencies)
    return rest is not None and _matches(token, around(rest, start, end, known.currencies), known)


def _matches(token: str, beside: Around, known: Known) -> bool:
    found = readings(token)
    stated = (
        (_sums(found, beside, known.digits), known.cents),
        (_percents(found, beside), known.percents),
        (_counts(found, beside), known.counts),
    )
    return any(_signed(value, beside.negative) & right for values, right in stated for value in values)


def _signed(value: Decimal, negative: bool) -> frozenset[Decimal]:
    """A minus sign must be right; without one the size alone is stated."""
    return frozenset({-value}) if negative else frozenset({value, -value})


def _sums(found: Iterable[Reading], beside: Around, digits: int) -> Iterator[Decimal]:
    """Yield the amounts in minor units that a number can state."""
    for reading in found:
        value, counted = reading.value * (beside.power or 1), beside.power is not None or reading.places == 0
        if counted and (beside.unit == "" or (beside.unit == "minor" and digits == 2)):
            yield value
        elif (beside.unit == "major" and counted) or (beside.unit in ("", "major") and reading.places == digits):
            yield value * Decimal(10) ** digits


def _percents(found: Iterable[Reading], beside: Around) -> Iterator[Decimal]:
    plain = beside.unit == "" and beside.power is None
    return (one.value for one in found if beside.unit == "percent" or (plain and one.places == 2))


def _counts(found: Iterable[Reading], beside: Around) -> Iterator[Decimal]:
    return (one.value * (beside.power or 1) for one in found if beside.unit in ("", "count"))


def _scales_a_number(text: str, word: re.Match[str]) -> bool:
    return re.search(r"\d\s?$", text[: word.start()]) is not None and SCALE.match(text, word.start()) is not None


def _as_written(text: str, start: int, end: int) -> str:
    suffix = re.match(r"\s?%|[A-Za-z]+", text[end:])
    return text[start:end] + (suffix.group() if suffix else "")
