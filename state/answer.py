"""One answer of a model as it came, and the strict rule for reading it.

An answer is any well-formed completion. Its text must be one JSON object; a single code fence around the whole text is
removed, any other prose is invalid. Nothing is repaired.
"""

import re
from typing import NamedTuple

from ditto.state.canonical import Json, NotStrict, parse_object
from ditto.state.record import Record
from ditto.state.report import Purpose, Tokens

_FENCE = re.compile(r"```(?:json)?[ \t]*\n(?P<inside>.*)\n?```", re.DOTALL)


class CallKey(NamedTuple):
    """What an answer was asked for; a saved answer is found by it, never by its prompt."""

    purpose: Purpose
    version: int
    part: str


class Sample(Record):
    """A model's answer: its text, why it ended, and who gave it."""

    text: str
    finish_reason: str | None
    refusal: str | None
    provider: str
    model: str
    substituted: bool
    tokens: Tokens


class InvalidAnswer(Exception):
    """An answer cannot be used; the message is the cause."""


def read_object(sample: Sample) -> Json:
    """Return the JSON object of an answer; raises InvalidAnswer with the cause."""
    if sample.refusal:
        raise InvalidAnswer(f"the model refused: {sample.refusal[:200]}")
    if sample.finish_reason == "length":
        raise InvalidAnswer("truncated: the answer was cut at the token limit")
    if sample.finish_reason == "content_filter":
        raise InvalidAnswer("refused: the provider's content filter stopped the answer")
    text = sample.text.strip()
    if not text:
        raise InvalidAnswer("empty: an answer without text")
    fence = _FENCE.fullmatch(text)
    try:
        return parse_object(fence["inside"] if fence else text)
    except NotStrict as cause:
        raise InvalidAnswer(str(cause)) from cause
