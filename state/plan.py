"""What a model answers in an iteration flow: a plan's step as words, and a patch of fields; read strictly."""

from collections.abc import Sequence

from ditto.state.answer import InvalidAnswer
from ditto.state.brief import BriefState, Facts, Step
from ditto.state.canonical import Json


def word_of(step: Step) -> str:
    """Return a step as a plan names it: `search code`, `revise owner`."""
    return " ".join((step.kind, *step.fields))


def plan_schema(moves: Sequence[Step]) -> Json:
    """Return the JSON Schema of a plan, which lists every legal step."""
    return _object({"step": {"type": "string", "enum": [word_of(step) for step in moves]}})


def patch_schema(fields: Sequence[str]) -> Json:
    """Return the JSON Schema of a patch that covers exactly these fields; never a value."""
    return _object({field: {"type": "string", "minLength": 1, "maxLength": 2000} for field in fields})


def read_plan(answer: Json, moves: Sequence[Step]) -> Step:
    """Return the step that a plan names; raises InvalidAnswer where it is none of the legal ones."""
    legal = {word_of(step): step for step in moves}
    if list(answer) != ["step"] or not isinstance(word := answer["step"], str) or word not in legal:
        raise InvalidAnswer(f"found {_shown(answer)}, expected a step of {', '.join(legal)}")
    return legal[word]


def read_patch(answer: Json, fields: Sequence[str], state: BriefState) -> Facts:
    """Return a patch; raises InvalidAnswer where it covers other fields, or a value is not that of the evidence."""
    if set(answer) != set(fields):
        raise InvalidAnswer(f"found the fields {', '.join(answer) or 'none'}, expected {', '.join(fields)}")
    for field in fields:
        if answer[field] != (right := state.value(field)):
            raise InvalidAnswer(f"{field}: found {_shown(answer[field])}, expected {right!r}, as the source says")
    return {field: answer[field] for field in fields}


def _object(properties: Json) -> Json:
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}


def _shown(value: object) -> str:
    return repr(value)[:200]
