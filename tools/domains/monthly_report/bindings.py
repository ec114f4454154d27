"""What a sentence says a number of: patterns over a text in which periods, roles and numbers are one character each.

Only a binding that leaves no doubt counts. A comparison ("than in July", 比7月), a list of periods or roles, and arithmetic leave doubt.
"""

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

P, R, N = "[\ue000-\ue7ff]", "[\ue800-\uefff]", "[\uf000-\uf7ff]"
"""A period, a role, a number."""

FIRST = {"P": 0xE000, "R": 0xE800, "N": 0xF000}
LAST = {sort: first + 0x7FF for sort, first in FIRST.items()}

Kind = Literal["period", "role", "change"]


class Binding(NamedTuple):
    """A number and what it is said of, each as its character; of a change, what changed."""

    number: str
    of: str
    kind: Kind


_IN = r"(?:in|for|during|of)(?: the)?(?: (?:month|quarter|year|period))?(?: of)?"
_MOVED = (
    r"(?:grew|grow[sn]?|rose|rises?|risen|fell|falls?|fallen|dropped|drops|declined|declines|decreased|decreases|increased|increases"
    r"|climbed|climbs|went(?: up| down)?|moved|moves|changed|shrank|sank|was up|was down|is up|is down|up|down)"
)
_GREW = r"(?:grew|grows|rose|rises|fell|falls|dropped|declined|decreased|increased|climbed|(?:was |is )?(?:up|down))"
_ADVERB = r"(?: (?:only|just|exactly|now|again|also|about|around|roughly))?"
_STATED = (
    r"(?: (?:was|were|is|are|came to|came in at|comes to|reached|reaches|stood at|stands at|totall?ed|totals|amounted to|amounts to"
    r"|equall?ed|equals|brought(?: in)?|brings|recorded|records|showed|shows|had|has|saw|hit|made)"
    rf"|,? {_MOVED} to)(?: at)?{_ADVERB} "
)
_MARK = r" ?[:=(] ?| ?[-–—] "
_NOUN = rf"(?: (?:the|its|a|total|revenues?|sales|income|company|business|it|figures?|{R}))*"
_DONE = r"(?:变|变化|变动|增长|增加|上升|提升|提高|升|增|下降|减少|回落|降低|下滑|降|减)"
_IS = rf"(?:仅|只|约|共|则|也|就)?(?:为|是|达到?|有|实现了?|录得|共计|合计|总计|:|=|\(|{_DONE}(?:到|至|为))?(?:了|约|仅)? ?"
_CLAUSE = r"(?:^|[.;:,(。!?] ?|\b(?:and|while|whereas|but) )"
_COMPARED = re.compile(
    r"(?:\b(?:than|with|to|from|since|after|against|versus|vs\.?|over|above|below|unlike|until|till|before|by|between|exceed(?:s|ed)?)"
    r"(?: in| for| that of| those of| the)* |[比较与和同于对至到及除])$",
    re.IGNORECASE,
)
_AMONG = re.compile(
    rf"(?:\b(?:of|after|less|minus|plus|before|without|excluding|including|than|deducting|subtracting|between|over|from|by|with|to|below"
    rf"|above|exceed(?:s|ed)?|per)(?: the| its| all| any| these)* |{R}(?: and| or|,) |[比较与和同于对及除减含占扣加后])$",
    re.IGNORECASE,
)
_FURTHER = re.compile(
    r" ?(?:lower|higher|more|less|above|below|over|under|greater|smaller|short|minus|plus|before|better|worse|apart|up|down|of (?:gross|net))\b"
    rf"|,? ?(?:less|minus|plus)\b| ?[-+=–—/→]| {N}| ?{R}| (?:to|or|and) {N}|[减加扣]|的(?:增|减|差|下|上|退|折|提|回)|[以之][上下内外间]|[至到和与、~]{N}"
)
_THAN = re.compile(
    r"\b(?:than|above|below|over|under|exceed(?:s|ed|ing)?|beyond|topped|surpass(?:es|ed)?|by) $", re.IGNORECASE
)
_BESIDE = re.compile(r"\b(?:from|to) $", re.IGNORECASE)
_DIRECTLY = re.compile(r".(?: ?\( ?| )")
_NEAR = 60
"""How far before a period or role is read for what leaves doubt."""

_AFTER = re.compile(rf"(?P<n>{N})(?: {_IN} (?P<p>{P})| ?\((?:{_IN} )?(?P<q>{P})\))", re.IGNORECASE)
_OF_PERIOD = re.compile(rf"(?P<p>{P})(?:['’]s |的)(?:{R}(?:为|是|of|:)? ?)?(?P<n>{N})", re.IGNORECASE)
_BEFORE = re.compile(
    rf"(?P<p>{P})(?:(?:['’]s)?{_NOUN}(?:{_STATED}|{_MARK})| |(?:的|,?{R}的?)?{_IS})(?P<n>{N})", re.IGNORECASE
)
_CLAUSE_FIRST = re.compile(rf"{_CLAUSE}(?:in|for|during) (?P<p>{P}),{_NOUN}{_STATED}(?P<n>{N})", re.IGNORECASE)
_CLAUSE_LEADS = re.compile(rf"(?:{_CLAUSE}(?:(?:in|for|during) )?(?:the )?|{R} {_IN} |[\u4e00-\u9fff])$", re.IGNORECASE)
_WHEN = rf"(?: {_IN} {P})?"
_OF_ROLE = re.compile(rf"(?P<r>{R})(?: of| at| amounts? of|为|是) ?(?P<n>{N})", re.IGNORECASE)
_ROLE = re.compile(rf"(?P<r>{R}){_WHEN}(?:{_STATED}|{_MARK}|(?:{P})?{_IS})(?P<n>{N})", re.IGNORECASE)
_RANGE = re.compile(
    rf"(?<![使让把将])(?P<r>{R}){_WHEN}(?:,? {_MOVED} from (?:{P}['’]s )?(?P<n>{N}){_WHEN}(?: ?\({P}\))?"
    rf" to (?:{P}['’]s )?(?P<m>{N})|[从由](?:{P}的?)?(?P<k>{N})(?: ?\({P}\))?{_DONE}?[到至为](?:{P}的?)?(?P<l>{N}))",
    re.IGNORECASE,
)
_IN_ROLE = re.compile(
    rf"(?P<n>{N})(?: (?:of|in) |的)(?P<r>{R})(?! (?:was|were|is|are|went|had)\b|被|已)", re.IGNORECASE
)
_CHANGE = re.compile(rf"(?P<r>{R}){_WHEN}(?: {_MOVED} by | {_GREW} |{_DONE}了? ?)(?P<n>{N})", re.IGNORECASE)


def bindings(folded: str) -> Iterator[Binding]:
    """Yield what each number of a folded text is directly said of."""
    yield from _of_periods(folded)
    yield from _of_roles(folded)


def _of_periods(text: str) -> Iterator[Binding]:
    told: set[int] = set()
    for match in _AFTER.finditer(text):
        period = "p" if match["p"] else "q"
        told.add(match.start(period))
        if not _ends(_THAN, text, match.start()):
            yield Binding(match["n"], match[period], "period")
    for match in _OF_PERIOD.finditer(text):
        yield Binding(match["n"], match["p"], "period")
    for match in (*_BEFORE.finditer(text), *_CLAUSE_FIRST.finditer(text)):
        start = match.start("p")
        leads = _ends(_CLAUSE_LEADS, text, start) and not _ends(_COMPARED, text, start)
        moved = _DIRECTLY.fullmatch(text, start, match.start("n")) and _ends(_BESIDE, text, start)
        if (leads or moved) and start not in told and not _FURTHER.match(text, match.end("n")):
            yield Binding(match["n"], match["p"], "period")


def _of_roles(text: str) -> Iterator[Binding]:
    for match in _OF_ROLE.finditer(text):
        yield from _role(text, match, "n")
    for match in _ROLE.finditer(text):
        if not _ends(_AMONG, text, match.start()):
            yield from _role(text, match, "n")
    for match in _RANGE.finditer(text):
        if not _ends(_AMONG, text, match.start()):  # "what was left after refunds rose from …"
            yield from (Binding(match[name], match["r"], "role") for name in "nmkl" if match[name])
    for match in _IN_ROLE.finditer(text):
        yield Binding(match["n"], match["r"], "role")
    for match in _CHANGE.finditer(text):
        if not _ends(_AMONG, text, match.start()) and not _FURTHER.match(text, match.end()):
            yield Binding(match["n"], match["r"], "change")


def _role(text: str, match: re.Match[str], name: str) -> Iterator[Binding]:
    if not _FURTHER.match(text, match.end(name)):
        yield Binding(match[name], match["r"], "role")


def _ends(pattern: re.Pattern[str], text: str, end: int) -> bool:
    return pattern.search(text, max(0, end - _NEAR), end) is not None
