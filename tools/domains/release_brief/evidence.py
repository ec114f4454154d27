"""What a source supplies: every fact of its file is held against the same rules, whatever the file's format."""

from collections.abc import Iterable
from typing import Any

from pydantic import TypeAdapter, ValidationError

from ditto.state.brief import CatalogEntry, Facts
from ditto.state.errors import BadSource
from ditto.state.record import Line, Name

from . import formats
from .stated import Stated

_NAME: TypeAdapter[str] = TypeAdapter(Name)
_LINE: TypeAdapter[str] = TypeAdapter(Line)


def read(entry: CatalogEntry, data: bytes) -> Facts:
    """Return the facts for the fields that the entry names; raises BadSource with the file and the field or line."""
    facts = _facts(entry.file, formats.read(entry, _text(entry.file, data)))
    return {field: value for field, value in facts.items() if field in entry.fields}


def _text(file: str, data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as cause:
        found = f"byte 0x{cause.object[cause.start]:02x}"
        line = cause.object.count(b"\n", 0, cause.start) + 1
        raise BadSource("not UTF-8", where=f"{file}, line {line}", found=found, expected="UTF-8") from cause


def _facts(file: str, stated: Iterable[Stated]) -> Facts:
    facts: Facts = {}
    for one in stated:
        where = f"{file}, {one.place}"
        _require(_NAME, one.field, "not a field's id", where, "a-z, then a-z, 0-9 or -, at most 64 characters")
        if one.field in facts:
            raise BadSource("a field stands more than once", where=where, found=one.field, expected="each field once")
        _require(_LINE, one.value, "not a value", where, "one line of text, 1 to 2,000 characters, none of control")
        facts[one.field] = str(one.value)
    return facts


def _require(form: TypeAdapter[str], value: object, problem: str, where: str, expected: str) -> None:
    try:
        form.validate_python(value, strict=True)
    except ValidationError as cause:
        raise BadSource(
            f"{problem}, {_reason(cause)}", where=where, found=repr(value)[:80], expected=expected
        ) from cause


def _reason(cause: ValidationError) -> str:
    first: Any = cause.errors(include_url=False, include_context=False)[0]
    return str(first["msg"]).removeprefix("Value error, ").removeprefix("String ").removeprefix("Input ")
