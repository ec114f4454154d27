"""What a model may answer in an iteration flow, and the strict reading of it: a plan that names a legal step, a patch. Pure."""

from collections.abc import Sequence

from ditto.state.answer import InvalidAnswer
from ditto.state.brief import BriefState, Facts, Step
from ditto.state.canonical import Json

_SHOWN = 200


def word_of(step: Step) -> str:
    """Return the words by which a plan names a step: `search code`, `revise owner`."""
    return " ".join((step.kind, *step.fields))


def plan_schema(moves: Sequence[Step]) -> Json:
    """Return the JSON Schema of a plan that names one of these steps."""
    return {
        "type": "object",
        "properties": {"step": {"type": "string", "enum": [word_of(move) for move in moves]}},
        "required": ["step"],
        "additionalProperties": False,
    }


def read_plan(answer: Json, moves: Sequence[Step]) -> Step:
    """Return the step that a plan names; raises InvalidAnswer where it is not one of these."""
    _require_keys("plan", answer, ["step"])
    legal = {word_of(move): move for move in moves}
    word = answer["step"]
    if not isinstance(word, str) or word not in legal:
        raise InvalidAnswer(f"not a legal step: found {_shown(word)}, expected {' or '.join(legal) or 'none'}")
    return legal[word]


def read_patch(answer: Json, fields: Sequence[str], state: BriefState) -> Facts:
    """Return the patch; raises InvalidAnswer where it is not exactly these fields, each with its evidence's value."""
    _require_keys("patch", answer, fields)
    for field in fields:
        proven = state.value(field)
        if proven is None:
            raise InvalidAnswer(f"the field {field} has no evidence: found {_shown(answer[field])}")
        if answer[field] != proven:
            raise InvalidAnswer(f"the field {field}: found {_shown(answer[field])}, expected {_shown(proven)}")
    return {field: answer[field] for field in fields}


def _require_keys(name: str, answer: Json, keys: Sequence[str]) -> None:
    if unknown := [key for key in answer if key not in keys]:
        raise InvalidAnswer(f"the {name} has {_shown(', '.join(unknown))}, expected {', '.join(keys)} alone")
    if missing := [key for key in keys if key not in answer]:
        raise InvalidAnswer(f"the {name} lacks {', '.join(missing)}")


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."
