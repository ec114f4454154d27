"""What code can tell of a text: currency, language, markup, direction, and phrases that are always wrong here.

Words of cause and prediction are hints for the reviewer, not decisions: "the data does not show why" is right.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence

from ditto.state.currencies import currency
from ditto.state.evidence import Evidence
from ditto.state.language import fits, is_chinese
from ditto.state.month_names import months
from ditto.state.phrases import markup

from .money import spellings

_SENTENCE_END = re.compile(r"[.!?](?=\s+[A-Z])|[。！？](?=.)")
_NO_LIMITS = re.compile(r"\b(?:no|without(?: any)?) (?:known )?limitations?\b|没有(?:任何)?局限", re.IGNORECASE)
_FORESIGHT = re.compile(
    r"\b(?:predict\w*|forecast\w*|projections?|growth rates|future|trends?)\b|预测|预计|未来", re.IGNORECASE
)
_ONLY_NET = re.compile(r"\bonly\b[^.]*\bnet\b|仅.*净收入|只.*净收入", re.IGNORECASE)
_DENIES_GIVEN = re.compile(
    r"\b(?:not|no|lacks?|without)\b(?: (?!why\b|how\b|reasons?\b|causes?\b)[\w-]+){0,5}? (?:refunds?|gross)\b"
    r"|(?:没有|未|不)(?:显示|包含|包括|提供|说明)?(?:任何)?(?:退款|总收入|毛收入)",
    re.IGNORECASE,
)
_ECHO = re.compile(
    r"\b(?:instructions?|the drafts?|checker|reviewer|rubric|verdicts?|JSON|prompt|schema)\b"
    r"|指令|草稿|提示词|评分标准|裁决|检查器",
    re.IGNORECASE,
)
_UP = re.compile(
    r"\b(?:gr[eo]w\w*|ros[e]|rise[sn]?|rising|increas\w+|up|gain\w*|higher|improv\w+)\b|增长|上升|增加|提高",
    re.IGNORECASE,
)
_DOWN = re.compile(
    r"\b(?:fell|fall\w*|drop\w*|declin\w+|decreas\w+|down|lower|shr[iau]nk\w*|los[st]\w*)\b|下降|减少|下滑|降低",
    re.IGNORECASE,
)
_BELOW_ZERO = re.compile(r"(?<![\w)])[-−]\s?\d|\b(?:negative|minus|below zero)\b|负", re.IGNORECASE)
_DONE = re.compile(
    r"\b(?:already|has been|have been|(?:was|were) \w+ed|completed|we (?!need\b|proceed\b|exceed\b)\w+ed)\b"
    r"|已经|已完成|完成了|已被",
    re.IGNORECASE,
)
_ROLE = re.compile(
    r"\b(?:account\w*|admin\w*|advis[eo]r|analy\w+|assistant|audit\w*|board|bookkeep\w+|business|chief|clerk|committee|compliance"
    r"|consultant|control\w*|coordinator|customer|data|department|desk|director|engineer\w*|executive|financ\w+|founder|group|head|it"
    r"|lead\w*|legal|management|manager|marketing|officer|operations?|owner|partner|planner|president|procurement|product|project"
    r"|quality|reporting|revenue|sales|service|specialist|staff|steward|strategist|supervisor|support|team|treasur\w+|C[EFOT]O)\b"
    r"|经理|主管|总监|分析师|会计|财务|团队|部门?|负责人|专员|审计|顾问|客服|运营|销售|组|管理",
    re.IGNORECASE,
)
_CAUSE = re.compile(
    r"\b(?:because|due to|thanks to|driven by|result(?:s|ed)? (?:of|from|in)|caused?|owing to|led to|campaigns?|reasons?)\b|因为|由于|得益于|导致|原因|推动",
    re.IGNORECASE,
)
_PREDICTION = re.compile(
    r"\b(?:will|expect\w*|likely|forecast\w*|predict\w*|next (?:month|quarter|year)|trend\w*|continue)\b|将会?|预计|预期|可能|下个?月|趋势",
    re.IGNORECASE,
)


def faults(field: str, text: str, evidence: Evidence, goal: str) -> Iterator[str]:
    """Yield what is wrong with one text of a draft, without its numbers."""
    if found := currency(text, spellings(evidence.facts["currency"])):
        yield f"names a currency that the source does not state: {found}"
    if not fits(text, goal):
        yield f"is not in the goal's language, {'Chinese' if is_chinese(goal) else 'English'}"
    if found := markup(text):
        yield f"holds markup or a link: {found}"
    if found := other_month(text, evidence.facts["held"]):
        yield f"names a month that the source does not hold: {found}"
    if found := _ECHO.search(text):
        yield f"speaks of the writing itself: {found.group()}"
    if field == "interpretation" and (found := wrong_direction(text, evidence.facts["changeCents"][0])):
        yield f"says {found}, the net revenue moved the other way"
    if field.startswith("limitations"):
        yield from _limitation(text)
    if field.endswith(".task"):
        yield from _task(text)
    if field.endswith(".owner") and not _ROLE.search(text):
        yield "does not name a role"


def _limitation(text: str) -> Iterator[str]:
    if _NO_LIMITS.search(text):
        yield "says that there are no limitations"
    if _ONLY_NET.search(text):
        yield "says that only net revenue is given, the source also gives gross revenue and refunds"
    if found := _DENIES_GIVEN.search(text):
        yield f"denies what the source does give: {found.group()}"
    if _SENTENCE_END.search(text.rstrip()):
        yield "has more than one sentence"


def _task(text: str) -> Iterator[str]:
    if found := _FORESIGHT.search(text):
        yield f"asks for what this data cannot give: {found.group()}"
    if found := _DONE.search(text):
        yield f"says that something was done already: {found.group()}"


def other_month(text: str, held: Sequence[str]) -> str | None:
    """Return the first month that a text names, with or without its year, and that the source does not hold."""
    known = {int(period[5:]) for period in held if re.fullmatch(r"\d{4}-\d\d", period)}
    return next((month.written for month in months(text) if month.number not in known), None)


def wrong_direction(text: str, change: int) -> str | None:
    """Return the word with which a text says the opposite of the change's sign, where none says it right."""
    up, down = _UP.search(text), _DOWN.search(text)
    if change > 0:
        return down.group() if down and not up else None
    if change < 0:
        return up.group() if up and not down else None
    word = up or down
    return word.group() if word else None


def says_below_zero(text: str) -> bool:
    """Tell whether a text states an amount below zero, with a minus sign or in words."""
    return _BELOW_ZERO.search(unicodedata.normalize("NFKC", text)) is not None


def hint(text: str) -> str | None:
    """Return the first word of cause or prediction, for the reviewer to judge."""
    found = _CAUSE.search(text) or _PREDICTION.search(text)
    return found.group() if found else None
