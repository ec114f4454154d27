"""Reading a facts file: what an announcement must and may say, word for word, each fact with its line."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, NamedTuple, Self, cast

from pydantic import Field, model_validator

from ditto.state.canonical import NotStrict
from ditto.state.errors import BadRequest, BadSource
from ditto.state.evidence import Row, Source
from ditto.state.record import Line, Name, Record
from ditto.tools.yaml_files import Lines, parse_yaml, value_lines

SHAPE = 'facts: a list of {id: version, text: "2.4.0", required: true}, and mustNotSay: a list of phrases, if any'
_MOST_FACTS = 50


class Fact(Record):
    """A phrase or value that stands in the announcement exactly as it is written here, or not at all."""

    id: Name
    text: Annotated[Line, Field(max_length=200)]
    required: bool = True

    @model_validator(mode="after")
    def _no_edges(self) -> Self:
        if self.text != self.text.strip():
            raise ValueError("the text begins or ends with a space")
        return self


class Placed(NamedTuple):
    """A fact, and the row that it was read from."""

    fact: Fact
    row: Row


class FactsFile(NamedTuple):
    """What one source holds."""

    facts: tuple[Placed, ...]
    must_not_say: tuple[str, ...]


class _Forbidden(Record):
    must_not_say: Annotated[tuple[Annotated[Line, Field(max_length=200)], ...], Field(max_length=50)] = ()


def read_facts(source: Source) -> FactsFile:
    """Return the facts of a source; raises BadSource that names line and key."""
    text = _decoded(source)
    try:
        document = parse_yaml(text.encode(), source.id)
    except BadRequest as cause:
        raise BadSource(cause.problem, where=cause.where, found=cause.found, expected=SHAPE) from cause
    lines = value_lines(text)
    _require_keys(source, document, lines)
    items = document.get("facts")
    if not isinstance(items, list) or len(cast("list[object]", items)) > _MOST_FACTS:
        found = repr(items)[:80] if not isinstance(items, list) else f"{len(cast('list[object]', items))} facts"
        raise BadSource(
            "not a list of facts", where=f"{source.id}, facts", found=found, expected=f"{SHAPE}, at most {_MOST_FACTS}"
        )
    rows = text.splitlines()
    facts = [_fact(source, index, item, lines, rows) for index, item in enumerate(cast("list[object]", items))]
    return FactsFile(tuple(facts), _forbidden(source, document, lines))


def _decoded(source: Source) -> str:
    try:
        return source.data.decode("utf-8-sig")
    except UnicodeDecodeError as cause:
        raise BadSource(
            "not UTF-8", where=source.id, found=f"byte {cause.start}", expected="a file in UTF-8"
        ) from cause


def _require_keys(source: Source, document: Mapping[str, Any], lines: Mapping[tuple[str | int, ...], Lines]) -> None:
    for key in document:
        if key not in ("facts", "mustNotSay"):
            where = f"{source.id}, line {lines[(key,)].first}"
            raise BadSource("a key that is not known", where=where, found=repr(key), expected="facts or mustNotSay")


def _fact(
    source: Source, index: int, item: object, lines: Mapping[tuple[str | int, ...], Lines], rows: Sequence[str]
) -> Placed:
    where = f"{source.id}, line {lines['facts', index].first}, facts[{index}]"
    if not isinstance(item, dict):
        raise BadSource("not a fact", where=where, found=repr(item)[:80], expected='{id: version, text: "2.4.0"}')
    try:
        fact = Fact.load(cast("dict[str, Any]", item))
    except NotStrict as cause:
        expected = (
            "an id of a-z, 0-9 and -, a text in quotes of one line and at most 200 characters, required: true or false"
        )
        raise BadSource("not a fact", where=where, found=cause, expected=expected) from cause
    first, last = lines["facts", index, "text"]
    if first != last:
        raise BadSource(
            "the text of a fact stands on several lines", where=where, found=f"lines {first}-{last}", expected="one"
        )
    return Placed(fact, Row(id=f"{source.id}-{fact.id}", line=first, quote=rows[first - 1]))


def _forbidden(
    source: Source, document: Mapping[str, Any], lines: Mapping[tuple[str | int, ...], Lines]
) -> tuple[str, ...]:
    if "mustNotSay" not in document:
        return ()
    try:
        return _Forbidden.load({"mustNotSay": document["mustNotSay"]}).must_not_say
    except NotStrict as cause:
        where = f"{source.id}, line {lines['mustNotSay',].first}"
        raise BadSource(
            "not a list of phrases", where=where, found=cause, expected='["guaranteed", "for free"]'
        ) from cause
