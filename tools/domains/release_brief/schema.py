"""The JSON Schema of a patch; it names the fields and never a value."""

from collections.abc import Sequence

from ditto.state.canonical import Json


def patch_schema(fields: Sequence[str]) -> Json:
    """Return the schema of an object with exactly these fields, each one text."""
    return {
        "type": "object",
        "properties": {field: {"type": "string", "minLength": 1, "maxLength": 2000} for field in fields},
        "required": list(fields),
        "additionalProperties": False,
    }
