"""Comparing a text with the facts, character by character: where a fact stands whole, and which values are left beside it.

A fact stands where its exact characters do and nothing carries it on: 2.4.0 does not stand in 12.4.01, 2.4.0-rc1 or 2.4.0.1.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from ditto.state.currencies import currency
from ditto.state.month_names import months
from ditto.state.number_units import SCALE
from ditto.state.number_words import WORDS
from ditto.state.period_ranges import MONTHS

TAKEN = "□"
"""What stands where a fact was taken out of a text."""

_HAN = r"\u3400-\u9fff"
_WORD = rf"[^\W{_HAN}]"
_NUMERALS = frozenset("〇零一二两三四五六七八九十百千万亿点")
_CARRIED_ON = re.compile(rf"[./\\_@#&=?~+%-]{_WORD}|/")
_CARRIED_OVER = re.compile(rf"{_WORD}[./\\_@#&=?~+%-]$")
_MINUS = re.compile(r"(?:\bminus|[-−+±~≈<>≤≥]|负)\s?$", re.IGNORECASE)
_DIGITS_ON, _DIGITS_OVER = re.compile(r"[,:'’–]\d|\s?[%‰°]|[+]"), re.compile(r"\d[,:'’–]$")
_LINK = re.compile(
    r"\b[a-z][a-z+]{1,9}://\S+|\bwww\.\S+|[\w.+-]+@[\w-]+(?:\.[\w-]+)*"
    r"|\b(?:[a-z0-9-]+\.)+(?:com|org|net|io|dev|app|ai|co|eu|de|uk|cn|example|invalid|test)\b(?:/\S*)?",
    re.IGNORECASE,
)
_QUOTED = re.compile(r"\"([^\"]+)\"|“([^”]+)”|‘([^’]+)’|«([^»]+)»|「([^」]+)」|『([^』]+)』|(?<!\w)'([^']+)'(?!\w)")
_NAMES = "|".join(f"{name}|{name[:3]}[.]?" for name in MONTHS)
_DAY = r"\d{1,2}(?:st|nd|rd|th)?"
_DATE = re.compile(
    rf"\b{_DAY}(?: of)? (?:{_NAMES})(?!\w)(?:,? \d{{4}})?|\b(?:{_NAMES}) {_DAY}(?!\w)(?:,? \d{{4}})?"
    r"|(?:\d{4} ?年 ?)?\d{1,2} ?月(?: ?\d{1,2} ?[日号])?",
    re.IGNORECASE,
)
_FIGURE = re.compile(rf"(?:\b[A-Z]{{3}} ?|[$€£¥₹₩] ?)?{_WORD}*\d{_WORD}*(?:[.,:/'’+–-]{_WORD}+)*(?: ?%)?")
_DAY_NAME = re.compile(
    r"\b(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?|today|tonight|tomorrow|yesterday"
    r"|(?:next|last|this|coming) (?:week|weekend|month|quarter|year|spring|summer|autumn|fall|winter))\b"
    r"|(?:星期|周)[一二三四五六日天]|今[天日晚年]|[明昨后][天日晚]|明年|去年|[上下本]个?(?:周|月|季度)",
    re.IGNORECASE,
)
_FEW = re.compile(r"\b(?:two|zero)\b|[两二](?=[个名位天周年月项种款次])", re.IGNORECASE)


class Left(NamedTuple):
    """A value of a text that is no fact: what kind it is, and how it is written."""

    kind: str
    written: str


def length(text: str) -> int:
    """Return the words of a text; of Chinese, each character is one."""
    return len(re.findall(rf"[{_HAN}]", text)) + len(
        [run for run in re.sub(rf"[{_HAN}]", " ", text).split() if re.search(r"\w", run)]
    )


def stands(fact: str, text: str) -> bool:
    """Tell whether a text holds a fact whole, in exactly its characters."""
    return any(True for _ in _spans(fact, text))


def without(texts: Iterable[str], text: str) -> str:
    """Return a text without the facts that stand in it, the longest taken out first."""
    for fact in sorted(texts, key=len, reverse=True):
        for start, end in reversed(list(_spans(fact, text))):
            text = text[:start] + TAKEN + text[end:]
    return text


def left(text: str, facts: Sequence[str]) -> Iterator[Left]:
    """Yield every value of a text that is no part of a fact: links, quoted phrases, dates, figures, numbers, currencies."""
    for match in _QUOTED.finditer(text):
        quoted = next(group for group in match.groups() if group)
        if not any(stands(quoted, fact) for fact in facts) and without(facts, quoted).strip(f"{TAKEN} .,!"):
            yield Left("quoted phrase", quoted)
    rest = without(facts, text)
    for kind, pattern in (("link", _LINK), ("date", _DATE), ("number", _FIGURE), ("date", _DAY_NAME)):
        yield from (Left(kind, match.group().strip()) for match in pattern.finditer(rest))
        rest = pattern.sub(TAKEN, rest)
    yield from (Left("number", character) for character in rest if unicodedata.category(character) in ("Nl", "No"))
    plain = unicodedata.normalize("NFKC", rest)
    yield from (Left("date", month.written) for month in months(plain))
    plain = re.sub("十?[一二三四五六七八九十]月", TAKEN, plain)
    yield from (Left("number", match.group()) for pattern in (WORDS, _FEW) for match in pattern.finditer(plain))
    if named := currency(plain):
        yield Left("currency", named)


def _spans(fact: str, text: str) -> Iterator[tuple[int, int]]:
    start = text.find(fact)
    while start >= 0:
        end = start + len(fact)
        whole = not _carried(text[:start], fact, text[end:])
        if whole:
            yield start, end
        start = text.find(fact, end if whole else start + 1)


def _carried(before: str, fact: str, after: str) -> bool:
    """Whether what stands before or after a fact makes it a part of something else."""
    first, last = fact[0], fact[-1]
    if _one_word(before[-1:], first) or _one_word(last, after[:1]) or unicodedata.category(after[:1] or " ")[0] == "M":
        return True
    if _CARRIED_OVER.search(before) or _CARRIED_ON.match(after):
        return True
    if (first.isdigit() or _is_money(first)) and (_MINUS.search(before) or _DIGITS_OVER.search(before)):
        return True
    if _is_money(first) and before[-1:].isalnum():
        return True
    return last.isdigit() and bool(SCALE.match(after) or _DIGITS_ON.match(after))


def _one_word(one: str, next_one: str) -> bool:
    """Whether two characters belong to one word; Chinese has no edges of words, but its numerals go together."""
    if not one or not next_one:
        return False
    chinese = [re.match(f"[{_HAN}〇]", character) is not None for character in (one, next_one)]
    if any(chinese):
        return one in _NUMERALS and next_one in _NUMERALS
    return all(character.isalnum() or character == "_" for character in (one, next_one))


def _is_money(character: str) -> bool:
    return unicodedata.category(character) == "Sc"
