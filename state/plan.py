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
        if not isinstance(found := answer[field], str):
            raise InvalidAnswer(f"the field {field}: found {_shown(found)}, expected {_shown(proven)}")
        if found != proven:
            raise InvalidAnswer(f"the field {field} differs {difference(found, proven)}")
    return {field: answer[field] for field in fields}


def difference(found: str, right: str) -> str:
    """Return where a value first differs from the right one, in words; of long values the part around it is shown."""
    pairs = zip(found, right, strict=False)
    place = next((index for index, (one, other) in enumerate(pairs) if one != other), min(len(found), len(right)))
    start = max(0, place - _SHOWN // 2) if max(len(found), len(right)) > _SHOWN else 0
    shown, expected = (text[start : start + _SHOWN] for text in (found, right))
    return f"at character {place + 1}: found '{shown}', expected '{expected}'"


def _require_keys(name: str, answer: Json, keys: Sequence[str]) -> None:
    if unknown := [key for key in answer if key not in keys]:
        raise InvalidAnswer(f"the {name} has {_shown(', '.join(unknown))}, expected {', '.join(keys)} alone")
    if missing := [key for key in keys if key not in answer]:
        raise InvalidAnswer(f"the {name} lacks {', '.join(missing)}")


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."
