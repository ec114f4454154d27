"""YAML that people write for Ditto, read as JSON: no tags, aliases, repeated keys, dates or other surprises."""

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import yaml

from ditto.state.canonical import Json
from ditto.state.errors import BadRequest


class _Loader(yaml.SafeLoader):
    """The safe loader without what JSON has not, and with true and false as the only truth values."""

    def compose_node(self, parent: yaml.Node | None, index: Any) -> yaml.Node | None:
        """Refuse aliases, which can make a small file huge."""
        if self.check_event(yaml.AliasEvent):
            raise yaml.MarkedYAMLError(None, None, "an alias", _mark(self.peek_event()))
        return super().compose_node(parent, index)

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        """Refuse keys that repeat or are no text."""
        seen: set[str] = set()
        for key, _ in node.value:
            if key.tag != "tag:yaml.org,2002:str" or key.value in seen:
                problem = (
                    f"the key {key.value!r} twice" if key.value in seen else f"the key {key.value!r}, which is no text"
                )
                raise yaml.MarkedYAMLError(None, None, problem, key.start_mark)
            seen.add(key.value)
        return super().construct_mapping(node, deep)


def _mark(event: Any) -> yaml.Mark:
    return event.start_mark


# YAML 1.2's core schema without its octal and hexadecimal numbers: `no`, `12:30` and 2026-07-01 are text.
_Loader.yaml_implicit_resolvers = {}
for _tag, _pattern, _first in (
    ("null", r"null|~|", ["n", "~", ""]),
    ("bool", r"true|false", ["t", "f"]),
    ("int", r"-?(?:0|[1-9][0-9]{0,17})", list("-0123456789")),
    ("float", r"-?(?:0|[1-9][0-9]{0,17})\.[0-9]{1,18}", list("-0123456789")),
):
    _Loader.add_implicit_resolver(f"tag:yaml.org,2002:{_tag}", re.compile(f"(?:{_pattern})$"), _first)


def parse_yaml(data: bytes, where: str) -> Json:
    """Return a YAML document that is one mapping; raises BadRequest that names the line at fault."""
    document = parse_value(data, where)
    if not isinstance(document, dict):
        raise BadRequest("not a mapping", where=where, found=repr(document)[:80], expected="keys and values")
    return document  # pyright: ignore[reportUnknownVariableType] -- JSON of any form


def parse_value(data: bytes | str, where: str) -> object:
    """Return what a YAML document holds; raises BadRequest that names the line at fault."""
    try:
        return yaml.load(data, _Loader)  # noqa: S506 -- a safe loader that refuses more
    except yaml.MarkedYAMLError as cause:
        place = f"{where}, line {cause.problem_mark.line + 1}" if cause.problem_mark else where
        raise BadRequest("not the YAML that is read here", where=place, found=cause.problem) from cause
    except (yaml.YAMLError, ValueError, RecursionError) as cause:
        raise BadRequest("not YAML", where=where, found=str(cause)[:120]) from cause


class Lines(NamedTuple):
    """The first and the last line, from 1, that a value stands on."""

    first: int
    last: int


def value_lines(text: str) -> dict[tuple[str | int, ...], Lines]:
    """Return the lines of every value of a YAML document that `parse_value` has read, by its path of keys and indexes."""
    root = yaml.compose(text, _Loader)
    return {} if root is None else dict(_placed(root, ()))


def _placed(node: yaml.Node, path: tuple[str | int, ...]) -> Iterator[tuple[tuple[str | int, ...], Lines]]:
    yield path, Lines(node.start_mark.line + 1, node.end_mark.line + 1)
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            yield from _placed(value, (*path, key.value))
    elif isinstance(node, yaml.SequenceNode):
        for index, value in enumerate(node.value):
            yield from _placed(value, (*path, index))
