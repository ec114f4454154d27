"""The draft of a code change, and the JSON Schema that an answer must fit."""

from typing import Annotated

from pydantic import AfterValidator, Field

from ditto.state.canonical import Json
from ditto.state.characters import is_hidden
from ditto.state.record import Line, Record

FILE_NAME = r"^[a-z_][a-z0-9_]{0,60}\.py$"


def _visible(text: str) -> str:
    for character in text:
        if is_hidden(character) and character not in "\n\t":
            raise ValueError(f"holds the control character U+{ord(character):04X}")
    return text


class CodeFile(Record):
    """One file of the change, whole."""

    name: Annotated[str, Field(pattern=FILE_NAME)]
    content: Annotated[str, Field(min_length=1, max_length=60_000), AfterValidator(_visible)]


class Draft(Record):
    """One version of the change: its files, and what they do in words."""

    title: Annotated[Line, Field(max_length=120)]
    files: Annotated[tuple[CodeFile, ...], Field(min_length=1, max_length=16)]
    explanation: Line


def answer_schema(names: list[str]) -> Json:
    """Return the schema of an answer; `names` are the files that the tests import, which must be there."""
    file = _object({"name": {"type": "string", "enum": names}, "content": {"type": "string"}})
    return _object(
        {
            "title": {"type": "string", "pattern": r'^[^"\\\x00-\x1f]{2,80}$'},
            "files": {"type": "array", "items": file, "minItems": 1, "maxItems": len(names)},
            "explanation": {"type": "string", "pattern": r'^[^"\\\x00-\x1f]{8,300}$'},
        }
    )


def _object(properties: Json) -> Json:
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}
