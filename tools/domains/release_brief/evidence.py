"""What a source supplies: facts by field, from JSON, or from a CSV, YAML or Markdown file that the catalog names as such."""

import csv
import io
from collections.abc import Callable, Mapping

from ditto.state.brief import CatalogEntry, Facts, Format
from ditto.state.canonical import Json, NotStrict, parse_object
from ditto.state.errors import BadSource
from ditto.state.record import Record

from . import front_matter


class _Source(Record):
    facts: Facts


def read(entry: CatalogEntry, data: bytes) -> Facts:
    """Return the facts of the fields that an entry names; raises BadSource that names file and field."""
    try:
        facts = _Source.load(_FORMS[entry.format](_text(data))).facts
    except (NotStrict, csv.Error) as cause:
        expected = '{"facts": {field: value}}, every value one line of at most 2,000 characters'
        raise BadSource("the source cannot be read", where=entry.file, found=cause, expected=expected) from cause
    return {field: facts[field] for field in entry.fields if field in facts}


def _text(data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as cause:
        raise NotStrict(f"not UTF-8 at byte {cause.start}") from cause


def _from_json(text: str) -> Json:
    return parse_object(text)


def _from_csv(text: str) -> Json:
    rows = list(csv.reader(io.StringIO(text, newline=""), strict=True))
    if not rows or rows[0] != ["field", "value"]:
        raise NotStrict(f"the first line is {','.join(rows[0]) if rows else 'empty'!r}, not 'field,value'")
    facts: Json = {}
    for number, row in enumerate(rows[1:], 2):
        if len(row) != 2:
            raise NotStrict(f"row {number} has {len(row)} cells, not 2")
        if row[0] in facts:
            raise NotStrict(f"row {number} repeats the field {row[0][:64]!r}")
        facts[row[0]] = row[1]
    return {"facts": facts}


def _from_yaml(text: str) -> Json:
    return front_matter.mapping(text)


def _from_markdown(text: str) -> Json:
    return front_matter.mapping(front_matter.front(text))


_FORMS: Mapping[Format, Callable[[str], Json]] = {
    "json": _from_json,
    "csv": _from_csv,
    "yaml": _from_yaml,
    "markdown": _from_markdown,
}
