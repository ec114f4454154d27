"""The announcement's draft, and the JSON Schema that an answer must fit."""

from collections.abc import Sequence
from typing import Annotated

from pydantic import Field

from ditto.state.canonical import Json
from ditto.state.language import is_chinese
from ditto.state.record import Line, Record

from .options import Options

_MARKS = "<>[]{}*`|"


class Draft(Record):
    """One version of the announcement; which facts it states is found in its text, not claimed beside it."""

    title: Annotated[Line, Field(max_length=200)]
    paragraphs: Annotated[tuple[Line, ...], Field(min_length=1, max_length=5)]

    def texts(self) -> dict[str, str]:
        """Return every written text by its field path."""
        return {"title": self.title} | {f"paragraphs[{index}]": text for index, text in enumerate(self.paragraphs)}


def answer_schema(goal: str, texts: Sequence[str], options: Options) -> Json:
    """Return the schema of an answer in the goal's language, which leaves room for the facts' own characters."""
    count = 3 if options.max_words <= 150 else 5
    most = min(600, max(240, options.max_words * 8 // count))
    paragraph = _sentences(goal, most, texts)
    properties = {
        "title": _text(r"", 2, 80, "", texts),
        "paragraphs": {"type": "array", "items": paragraph, "minItems": 1, "maxItems": count},
    }
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}


def _sentences(goal: str, most: int, texts: Sequence[str]) -> Json:
    # Bounded, so that a small model ends it, and closed by a stop, so that it is not cut within a sentence.
    if is_chinese(goal):
        return _text("", 10, most // 2, "[。！]", texts)
    return _text("[A-Z]", 10, most, "[.!]", texts)


def _text(begins: str, least: int, most: int, ends: str, texts: Sequence[str]) -> Json:
    """A text without the marks that no fact holds; a fact with a quote or a backslash leaves the form free."""
    if any(mark in text for text in texts for mark in '"\\'):
        return {"type": "string", "minLength": least, "maxLength": most}
    marks = "".join(f"\\{mark}" for mark in _MARKS if not any(mark in text for text in texts))
    return {"type": "string", "pattern": rf'^{begins}[^"\\\x00-\x1f{marks}]{{{least},{most}}}{ends}$'}
