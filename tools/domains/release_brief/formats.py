"""The formats of a source file; each is read strictly, and only where the catalog names it."""

import csv
import io
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from ditto.state.brief import CatalogEntry, Format
from ditto.state.canonical import NotStrict, parse_object
from ditto.state.errors import BadSource

from .mapping import read_yaml
from .stated import Stated

_HEADER = ["field", "value"]
_NO_CELLS: list[str] = []
_LONE_RETURN = re.compile(r"\r(?!\n)")
_FENCE = "---"


def read(entry: CatalogEntry, text: str) -> Iterator[Stated]:
    """Return what a file states, as it is read; raises BadSource at the first fault."""
    return _READERS[entry.format](entry.file, text)


def _json(file: str, text: str) -> Iterator[Stated]:
    expected = 'one object {"facts": {field: value}}'
    try:
        document = parse_object(text)
    except NotStrict as cause:
        raise BadSource("not strict JSON", where=file, found=cause, expected=expected) from cause
    if document.keys() != {"facts"}:
        found = f"the keys {', '.join(map(repr, document))}"[:200] if document else "no key"
        raise BadSource("other keys than facts", where=file, found=found, expected=expected)
    facts: Any = document["facts"]
    if not isinstance(facts, dict):
        raise BadSource("facts is not an object", where=file, found=repr(facts)[:80], expected=expected)
    for field, value in facts.items():  # pyright: ignore[reportUnknownVariableType] -- JSON of any form
        yield Stated(f"field {str(field)[:80]}", field, value)  # pyright: ignore[reportUnknownArgumentType] -- as above


def _csv(file: str, text: str) -> Iterator[Stated]:
    if lone := _LONE_RETURN.search(text):
        line = text.count("\n", 0, lone.start()) + 1
        raise BadSource("a lone carriage return", where=f"{file}, line {line}", expected="LF or CRLF")
    rows = _rows(file, text)
    header = next(rows, (1, _NO_CELLS))
    if header[1] != _HEADER:
        found = repr(",".join(header[1]))[:80]
        raise BadSource("not the header", where=f"{file}, line {header[0]}", found=found, expected="field,value")
    for number, row in rows:
        if len(row) != 2:
            raise BadSource(
                "not two cells", where=f"{file}, line {number}", found=f"{len(row)} cells", expected="a field, a value"
            )
        yield Stated(f"line {number}", *row)


def _rows(file: str, text: str) -> Iterator[tuple[int, list[str]]]:
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    try:
        for row in reader:
            if row:
                yield reader.line_num, row
    except csv.Error as cause:
        raise BadSource("not CSV", where=f"{file}, line {reader.line_num}", found=cause, expected="RFC 4180") from cause


def _markdown(file: str, text: str) -> Iterator[Stated]:
    first, *lines = (line.removesuffix("\r") for line in text.split("\n"))
    expected = f"{_FENCE} in the first line, facts: below it, and {_FENCE} again"
    if first != _FENCE:
        raise BadSource("no front matter", where=f"{file}, line 1", found=repr(first[:80]), expected=expected)
    if _FENCE not in lines:
        raise BadSource("front matter that does not end", where=f"{file}, line 1", expected=expected)
    # An empty line stands for the fence, so that lines keep their numbers.
    return read_yaml(file, "\n".join(["", *lines[: lines.index(_FENCE)]]))


_READERS: Mapping[Format, Callable[[str, str], Iterator[Stated]]] = {
    "json": _json,
    "csv": _csv,
    "yaml": read_yaml,
    "markdown": _markdown,
}
