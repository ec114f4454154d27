"""Folding a text for the patterns of `bindings`: each period, role and known amount becomes one character."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ditto.state.number_units import SCALE, plain, spellings
from ditto.state.numbers import Known, known_in

from .bindings import FIRST, LAST
from .named_periods import mentions

_REVENUE = r"(?: (?:revenues?|sales|income|turnover|amounts?|figures?|totals?|results?))"
_ROLES = {
    "gross": rf"gross{_REVENUE}*(?![\w-])|毛收入|总收入|毛营收|毛额",
    "net": rf"net{_REVENUE}+(?![\w-])|net(?= (?:was|is|grew|rose|fell)\b)|净收入|净营收|净额",
    "refund": rf"(?:total )?refund(?:s|(?={_REVENUE})){_REVENUE}?(?![\w-])|退款(?:总额|金额|额)?",
    "discount": rf"(?:total )?discount(?:s|(?={_REVENUE})){_REVENUE}?(?![\w-])|折扣(?:总额|金额|额)?",
}
_ROLE = re.compile("|".join(rf"(?<![A-Za-z-])(?P<{role}>{named})" for role, named in _ROLES.items()), re.IGNORECASE)
_SIGN = re.compile(r"(?:(?<![\w)%])[-+]\s?|\bminus )$", re.IGNORECASE)
_JOINED = (
    r" ?(?:[-–—~/+,、]|\b(?:to|and|or|through|until|plus|less|minus|after|before|without|excluding|net of)\b|[至到和与及减加或])"
    r"(?: (?:the|in))* ?"
)
_PERIODS, _AMONG_ROLES = (
    re.compile(rf"[{chr(FIRST[sort])}-{chr(LAST[sort])}](?:{_JOINED}[{chr(FIRST[sort])}-{chr(LAST[sort])}])+")
    for sort in "PR"
)
_OURS = re.compile("[\ue000-\uf7ff]")


class Part(NamedTuple):
    """A place in a text that is folded to one character, and what it means: periods, or roles; empty where that leaves doubt."""

    start: int
    end: int
    sort: str
    means: frozenset[str] = frozenset()


class Folded(NamedTuple):
    """A plain text, the same folded, and what each character of the folded one stands for."""

    plain: str
    text: str
    parts: dict[str, Part]


def folded(text: str, known: Known, held: Sequence[str], compared: Sequence[str]) -> Folded:
    """Fold the held periods, roles and known numbers of a text."""
    read = _OURS.sub(" ", plain(text))
    found = [
        *_periods(read, held, compared),
        *_roles(read),
        *(_number(read, one, known) for one in known_in(read, known)),
    ]
    parts, short, end = dict[str, Part](), "", 0
    for place, part in enumerate(sorted(found, key=lambda part: (part.start, part.sort == "N"))):
        if part.start >= end:
            character = chr(FIRST[part.sort] + place)
            parts[character] = part
            short, end = short + read[end : part.start] + character, part.end
    return Folded(read, _without_lists(short + read[end:], parts), parts)


def _periods(text: str, held: Sequence[str], compared: Sequence[str]) -> Iterator[Part]:
    return (Part(start, end, "P", periods) for start, end, periods in mentions(text, held, compared))


def _roles(text: str) -> Iterator[Part]:
    return (Part(*match.span(), "R", frozenset({str(match.lastgroup)})) for match in _ROLE.finditer(text))


def _number(text: str, match: re.Match[str], known: Known) -> Part:
    """The place of a number with its sign, currency, scale and unit."""
    names = spellings(known.currencies)
    head, end = text[: match.start()], match.end()
    if leading := names.before.search(head):
        head = head[: leading.start()]
    for unit in (SCALE, names.cents, names.after):
        if found := unit.match(text, end):
            end = found.end()
    return Part(len(_SIGN.sub("", head)), end, "N")


def _without_lists(text: str, parts: dict[str, Part]) -> str:
    """Make "July and August" one mention of both; of roles in a list or a calculation none is meant."""

    def both(match: re.Match[str]) -> str:
        first, *others = (one for one in match.group() if one in parts)
        means = parts[first].means.union(*(parts[one].means for one in others))
        parts[first] = parts[first]._replace(means=means)
        return first

    def neither(match: re.Match[str]) -> str:
        first = match.group()[0]
        parts[first] = parts[first]._replace(means=frozenset())
        return first

    return _AMONG_ROLES.sub(neither, _PERIODS.sub(both, text))
