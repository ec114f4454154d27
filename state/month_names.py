"""Finding the months that a text names, in English and Chinese."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from ditto.state.period_ranges import MONTHS

_ENGLISH = [name.lower() for name in MONTHS]
_CHINESE = ["一月", "二月", "三月", "四月", "五月", "六月", "七月", "八月", "九月", "十月", "十一月", "十二月"]
_NUMBERS = {name: number for names in (_ENGLISH, _CHINESE) for number, name in enumerate(names, start=1)}
_NAME = re.compile(
    # "may" and "march" are words too: they are months after a word of time alone.
    r"\b(?P<english>January|February|April|June|July|August|September|October|November|December)\b"
    r"|\b(?:in|of|for|since|until|from|to|and|by|during) (?P<ambiguous>May|March)\b"
    r"|(?P<chinese>十[一二]月|(?<!十)[一二三四五六七八九十]月)"
)


class Named(NamedTuple):
    """A month as a text names it, with the word of time that makes it one, and its number."""

    written: str
    number: int


def months(text: str) -> Iterator[Named]:
    """Yield the months that a text names, in order."""
    for match in _NAME.finditer(text):
        name = (match["english"] or match["ambiguous"] or match["chinese"]).lower()
        yield Named(match.group(), _NUMBERS[name])
