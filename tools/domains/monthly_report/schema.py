"""The monthly report's draft, and the JSON Schema that an answer must fit."""

from collections.abc import Sequence
from typing import Annotated, Any

from pydantic import Field

from ditto.state.canonical import Json
from ditto.state.language import is_chinese
from ditto.state.record import Line, Record

from .house_rules import Section, Title

Cents = Annotated[int, Field(ge=-(2**53) + 1, le=2**53 - 1)]


def _empty(value: object) -> bool:
    return not value


class Metrics(Record):
    """Net revenue of both periods in cents, and its growth in percent with two decimals."""

    baseline_net_cents: Cents
    current_net_cents: Cents
    growth_percent: float
    declared: dict[str, float] = Field(default_factory=dict, exclude_if=_empty)
    """What the request's own metrics come to, by their keys."""


class Action(Record):
    """A proposed follow-up and the role that would own it."""

    owner: Title
    task: Line


MOST_QUOTE = 8000


class Citation(Record):
    """A source row by its id, quoted exactly."""

    source_id: Line
    quote: Annotated[str, Field(min_length=1, max_length=MOST_QUOTE)]


class Draft(Record):
    """One version of the report (contract, section 2)."""

    title: Title
    metrics: Metrics
    interpretation: Line
    limitations: Annotated[tuple[Line, ...], Field(max_length=12)]
    actions: Annotated[tuple[Action, ...], Field(max_length=12)]
    citations: Annotated[tuple[Citation, ...], Field(max_length=24)]
    sections: Annotated[tuple[Section, ...], Field(max_length=10)] = Field(default=(), exclude_if=_empty)

    def texts(self) -> dict[str, str]:
        """Return every written text by its field path; quotes are compared, not read."""
        texts = {"title": self.title, "interpretation": self.interpretation}
        texts |= {f"limitations[{index}]": text for index, text in enumerate(self.limitations)}
        for index, action in enumerate(self.actions):
            texts |= {f"actions[{index}].owner": action.owner, f"actions[{index}].task": action.task}
        return texts | {f"sections[{index}].text": section.text for index, section in enumerate(self.sections)}


def answer_schema(goal: str, proven: Json, cited: int, declared: Sequence[str], sections: Sequence[str]) -> Json:
    """Return the schema of an answer in the goal's language, with proven metrics and citations as the only choice.

    `declared` are the keys of the request's own metrics, `sections` the titles that its house rules require.
    """
    text = _sentence(goal)
    metrics = {name: _pinned({"type": kind}, proven.get("metrics", {}), name) for name, kind in _METRICS.items()}
    if declared:
        own = proven.get("metrics", {}).get("declared", {})
        metrics["declared"] = _object({key: _pinned({"type": "number"}, own, key) for key in declared})
    action = _object({"owner": _words(goal, 60), "task": text})
    citation = _object({"sourceId": {"type": "string"}, "quote": {"type": "string"}})
    pins = [
        _object({key: {"type": "string", "enum": [value]} for key, value in pin.items()})
        for pin in proven.get("citations", [])
    ]
    titled = _object({"title": {"type": "string", "enum": list(sections)}, "text": text})
    required = {"sections": _list(titled, len(sections), len(sections))} if sections else {}
    return _object(
        {
            "title": _words(goal, 120),
            "metrics": _object(metrics),
            "interpretation": text,
            "limitations": _list(text, 1, 3),
            "actions": _list(action, 1, 3),
            "citations": _list({"anyOf": pins} if pins else citation, cited, cited),
            **required,
        }
    )


_METRICS = {"baselineNetCents": "integer", "currentNetCents": "integer", "growthPercent": "number"}


def _pinned(schema: Json, proven: dict[str, Any], name: str) -> Json:
    return schema | {"enum": [proven[name]]} if name in proven else schema


def _object(properties: Json) -> Json:
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}


def _list(items: Json, least: int, most: int) -> Json:
    return {"type": "array", "items": items, "minItems": least, "maxItems": most}


def _words(goal: str, most: int) -> Json:
    if is_chinese(goal):
        return {"type": "string", "pattern": rf'^[\u4e00-\u9fff][^"\\\x00-\x1fA-Za-z]{{1,{most // 3}}}$'}
    return {"type": "string", "pattern": rf'^[^"\\\x00-\x1f]{{2,{most}}}$'}


def _sentence(goal: str) -> Json:
    # One sentence in the goal's script, bounded so that a small model ends it.
    if is_chinese(goal):
        return {"type": "string", "pattern": r'^[\u4e00-\u9fff][^"\\\x00-\x1fA-Za-z。]{3,120}。$'}
    return {"type": "string", "pattern": r'^[A-Z]([^"\\\x00-\x1f.!?]|[.][0-9]){8,240}[.]$'}
