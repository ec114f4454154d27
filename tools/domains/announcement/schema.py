"""The announcement's draft, and the JSON Schema that an answer must fit."""

import re
from collections.abc import Mapping, Sequence
from typing import Annotated

from pydantic import Field

from ditto.state.canonical import Json
from ditto.state.language import is_chinese
from ditto.state.record import Line, Name, Record

from .evidence import Said
from .tokens import length

MOST_PARAGRAPHS = 5
_MARKS = "<>[]{}*`|"
_STOP = re.compile(r"[.!?](?![0-9A-Za-z])|[。！？]")
_ROOM = 120
"""What a sentence has beside the longest fact: with less, a small model is cut off before it comes to the next fact."""


class Paragraph(Record):
    """A part of the text, and the ids of the facts that it states."""

    facts: Annotated[tuple[Name, ...], Field(max_length=50)]
    text: Line


class Draft(Record):
    """One version of the announcement."""

    title: Annotated[Line, Field(max_length=200)]
    paragraphs: Annotated[tuple[Paragraph, ...], Field(min_length=1, max_length=MOST_PARAGRAPHS)]

    def texts(self) -> dict[str, str]:
        """Return every written text by its field path."""
        texts = {f"paragraphs[{index}].text": paragraph.text for index, paragraph in enumerate(self.paragraphs)}
        return {"title": self.title} | texts


def words_of(draft: Draft) -> int:
    """Return the words of the paragraphs together."""
    return sum(length(paragraph.text) for paragraph in draft.paragraphs)


def groups(facts: Sequence[Said]) -> list[list[Said]]:
    """Return the required facts as paragraphs hold them: two each, or as many as five paragraphs need."""
    required = [fact for fact in facts if fact.required]
    size = max(2, -(-len(required) // MOST_PARAGRAPHS))
    return [required[start : start + size] for start in range(0, len(required), size)]


def answer_schema(goal: str, facts: Sequence[Said], proven: Json) -> Json:
    """Return the schema of an answer in the goal's language: one paragraph for each group of facts, a right one as it was."""
    texts, parts = [fact.text for fact in facts], groups(facts)
    title = _free(2, 80) if _quoting(texts) else {"type": "string", "pattern": f"^{_plain(texts)}{{2,80}}$"}
    right = {frozenset(one["facts"]): one["text"] for one in proven.get("paragraphs", [])}
    items = [_item([fact.id for fact in part], _text(goal, texts, len(part)), right) for part in parts]
    paragraphs = {"type": "array", "items": {"anyOf": items}, "minItems": len(parts), "maxItems": len(parts)}
    return _object({"title": title, "paragraphs": paragraphs})


def _item(ids: list[str], text: Json, right: Mapping[frozenset[str], str]) -> Json:
    named = {"type": "array", "items": {"type": "string", "enum": ids}, "minItems": len(ids), "maxItems": len(ids)}
    pinned = {"type": "string", "enum": [right[frozenset(ids)]]} if frozenset(ids) in right else text
    return _object({"facts": named, "text": pinned})


def _object(properties: Json) -> Json:
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}


def _quoting(texts: Sequence[str]) -> bool:
    """Whether a fact holds a mark that may end the text where a server writes a pattern into the answer."""
    return any(mark in text for text in texts for mark in '"\\')


def _text(goal: str, texts: Sequence[str], sentences: int) -> Json:
    """As many sentences as facts at most; where a fact holds a stop of its own, a text of the same size."""
    if _quoting(texts):
        return _free(8, 600)
    most, begins, ends = (
        max(map(len, texts)) + _ROOM,
        "" if is_chinese(goal) else "[A-Z]",
        "。" if is_chinese(goal) else "[.]",
    )
    if any(_STOP.search(text) for text in texts):
        return {"type": "string", "pattern": f"^{begins}{_plain(texts)}{{8,{most * sentences}}}{ends}$"}
    inner = _plain(texts, "。！？") if is_chinese(goal) else f"({_plain(texts, '.!?')}|[.][0-9A-Za-z])"
    sentence, gap = f"{begins}{inner}{{8,{most}}}{ends}", "" if is_chinese(goal) else " "
    return {"type": "string", "pattern": f"^({sentence}{gap}){{0,{min(sentences, 8) - 1}}}{sentence}$"}


def _plain(texts: Sequence[str], stops: str = "") -> str:
    """One character, but for the marks that no fact holds."""
    # Brackets alone are escaped: a server whose reader of patterns refuses an escape sets no form at all.
    held = "".join(mark for mark in _MARKS if not any(mark in text for text in texts))
    marks = held.replace("[", r"\[").replace("]", r"\]")
    return rf'[^"\\\x00-\x1f{marks}{stops}]'


def _free(least: int, most: int) -> Json:
    return {"type": "string", "minLength": least, "maxLength": most}
