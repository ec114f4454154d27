"""The announcement's draft, and the JSON Schema that an answer must fit."""

import re
from collections.abc import Sequence
from typing import Annotated

from pydantic import Field

from ditto.state.canonical import Json
from ditto.state.language import is_chinese
from ditto.state.record import Line, Record

from .evidence import Said
from .options import Options

_MARKS = "<>[]{}*`|"
_STOP = re.compile(r"[.!?](?![0-9A-Za-z])|[。！？]")
_ROOM = 120
"""What a sentence has beside the longest fact: with less, a small model is cut off before it comes to the next fact."""


class Draft(Record):
    """One version of the announcement; which facts it states is found in its text, not claimed beside it."""

    title: Annotated[Line, Field(max_length=200)]
    paragraphs: Annotated[tuple[Line, ...], Field(min_length=1, max_length=5)]

    def texts(self) -> dict[str, str]:
        """Return every written text by its field path."""
        return {"title": self.title} | {f"paragraphs[{index}]": text for index, text in enumerate(self.paragraphs)}


def answer_schema(goal: str, facts: Sequence[Said], options: Options) -> Json:
    """Return the schema of an answer in the goal's language, which leaves room for the facts' own characters."""
    texts = [fact.text for fact in facts]
    count = 2 if options.max_words <= 150 else 5
    title = {"type": "string", "pattern": f"^{_plain(texts)}{{2,80}}$"}
    paragraph = _paragraph(goal, texts, sum(fact.required for fact in facts) // count + 1)
    if any(mark in text for text in texts for mark in '"\\'):
        # A pattern is written into the answer as it stands, where a quotation mark would end the text.
        title, paragraph = _free(2, 80), _free(10, 600)
    properties = {
        "title": title,
        "paragraphs": {"type": "array", "items": paragraph, "minItems": 1, "maxItems": count},
    }
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}


def _paragraph(goal: str, texts: Sequence[str], sentences: int) -> Json:
    """A few short sentences; where a fact holds a stop of its own, a text of the same size."""
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
