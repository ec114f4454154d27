"""Reading what stands around a number: its sign, its scale word, and its unit."""

import re
import unicodedata
from decimal import Decimal
from functools import lru_cache
from typing import Literal, NamedTuple

TAKEN = "¤"
"""What stands where a number was taken out of a text."""

_PERCENT = re.compile(r"\s?%|[\s-]?per ?cent\b", re.IGNORECASE)
_POINTS = re.compile(r"\s?(?:%-?\s?points?|percentage points?|pp\b|个?百分点)", re.IGNORECASE)
_MINUS = re.compile(r"(?:(?<![\w)%])|(?<=[^\W\da-zA-Z_])(?<![分元年月日号千万亿季度]))-$")
_COUNTED = re.compile(
    r"[\s-]?(?:orders?|customers?|clients?|buyers?|users?|people|persons?|employees|items?|products?|transactions?"
    r"|invoices?|stores?|shops?|regions?|rows?|days?|weeks?|months?|quarters?|years?|times)\b"
    r"|\s?[个名位笔单件家人行条次天周倍]",
    re.IGNORECASE,
)
_RANGE = re.compile(r"\s?(?:[-–—~]|to|至|到)\s?", re.IGNORECASE)
_BETWEEN = re.compile(r"\s?and\s", re.IGNORECASE)
_NEXT = re.compile(r"\d(?:[\d.,'’_]*\d)?")
_SCALES = {
    "k": 3, "thousand": 3, "million": 6, "mn": 6, "m": 6, "billion": 9, "bn": 9,
    "千": 3, "万": 4, "百万": 6, "千万": 7, "亿": 8,
}  # fmt: skip
SCALE = re.compile(r"\s?(百万|千万|[千万亿]|(?:k|thousand|million|mn|m|billion|bn)(?![a-z]))", re.IGNORECASE)


class Around(NamedTuple):
    """What stands around a number: its sign, the power of its scale word, and its unit; "other" has no known numbers."""

    negative: bool = False
    power: Decimal | None = None
    unit: Literal["", "percent", "minor", "major", "count", "other"] = ""


class Spellings(NamedTuple):
    """The patterns of a currency: alone, before a number, after one, and of its cents."""

    alone: str
    before: re.Pattern[str]
    after: re.Pattern[str]
    cents: re.Pattern[str]


def around(text: str, start: int, end: int, currencies: frozenset[str]) -> Around:
    """Read what stands around the number at a span of a plain text."""
    before, after, names = text[:start], text[end:], spellings(currencies)
    leading, scale = names.before.search(before), SCALE.match(after)
    rest = after[scale.end() :] if scale else after
    own = scale or _PERCENT.match(after) or names.cents.match(after) or names.after.match(after)
    glued = (re.search(r"[A-Za-z]$", before) and not leading) or (re.match(r"[A-Za-z]", after) and not own)
    if glued or _POINTS.match(after) or (scale and (_PERCENT.match(rest) or SCALE.match(rest))):
        return Around(unit="other")
    negative, power = _negative(before, leading), Decimal(10) ** _SCALES[scale.group(1).lower()] if scale else None
    if _PERCENT.match(after) or before.rstrip().endswith("百分之"):
        return Around(negative, None, "percent")
    if names.cents.match(rest):
        return Around(negative, power, "minor")
    if _COUNTED.match(rest) and not leading:
        return Around(negative, power, "count")
    return Around(negative, power, "major" if leading or names.after.match(rest) else "")


def without_range_end(text: str, start: int, end: int, currencies: frozenset[str]) -> str | None:
    """Return the text without the last number of a range whose first number stands at a span, so that its unit follows; or None."""
    scale = SCALE.match(text, end)
    head = scale.end() if scale else end
    between = _BETWEEN if re.search(r"\bbetween\s\W?$", text[:start], re.IGNORECASE) else _RANGE
    found = between.match(text, head)
    sign = re.compile(rf"(?:{spellings(currencies).alone}\s?)?", re.IGNORECASE)
    if not found or not (led := sign.match(text, found.end())) or not (last := _NEXT.match(text, led.end())):
        return None
    own = SCALE.match(text, last.end()) if scale else None
    return text[:head] + text[own.end() if own else last.end() :]


def _negative(before: str, leading: re.Match[str] | None) -> bool:
    """Whether a minus stands before the number, or before or after its leading currency; that of 30€-50€ is no sign."""
    head = before[: leading.start()] if leading else before
    if leading and leading.group(1).endswith("-"):
        return leading.group(1) != "-" or not re.search(r"\d\s?$", head)
    return _MINUS.search(head) is not None


@lru_cache
def spellings(currencies: frozenset[str]) -> Spellings:
    """Compile the patterns of one currency from the ways to write it."""
    names = "|".join(re.escape(plain(one)) for one in sorted(currencies)) or "(?!)"
    alone, cents = rf"(?<![A-Za-z美欧日港韩])(?:{names})(?![A-Za-z])", r"cents?\b"
    return Spellings(
        alone,
        before=re.compile(rf"{alone}(\s?-?)$", re.IGNORECASE),
        after=re.compile(rf"[\s-]?{alone}(?![\s-]?{cents})", re.IGNORECASE),
        cents=re.compile(rf"\s?(?:{cents}|分)|[\s-]?(?:{names})[\s-]?{cents}", re.IGNORECASE),
    )


def plain(text: str) -> str:
    """Return a text with compatible characters folded and every minus the same."""
    return unicodedata.normalize("NFKC", text).replace("−", "-")
