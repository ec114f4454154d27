"""Reading one written number: the values that its digits, groups and decimals can mean."""

import re
from decimal import Decimal
from typing import NamedTuple


class Reading(NamedTuple):
    """A value, and the decimals it is written with."""

    value: Decimal
    places: int


def readings(token: str) -> tuple[Reading, ...]:
    """Return the ways in which one written number can be read; none where its groups are malformed."""
    number = token.replace("’", "'")
    found = [_decimal(number, mark) for mark in ".,"] + [_grouped(number, mark) for mark in (",", ".", " ", "'", "_")]
    if number.isdigit() and (number == "0" or not number.startswith("0")):
        found.append(Reading(Decimal(number), 0))
    return tuple(dict.fromkeys(reading for reading in found if reading is not None))


def _decimal(number: str, mark: str) -> Reading | None:
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
    return Reading(whole_readings[0] + Decimal(f"0.{fraction}"), len(fraction)) if whole_readings else None


def _grouped(number: str, mark: str) -> Reading | None:
    separator = re.escape(mark)
    if not re.fullmatch(rf"[1-9]\d{{0,2}}(?:{separator}\d{{2,3}})*{separator}\d{{3}}", number):
        return None
    return Reading(Decimal(number.replace(mark, "")), 0)
