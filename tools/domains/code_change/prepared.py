"""Particular inputs that stand in the code: the places where an answer may have been prepared instead of computed."""

import ast
from collections.abc import Iterator, Mapping
from typing import cast

from ditto.state.review import Issue

from .schema import CodeFile, Draft


def prepared(draft: Draft, tests: Mapping[str, str]) -> tuple[str, ...]:
    """Return each telling input of the tests that the code compares with or looks up, as it is written there."""
    given = {one for text in tests.values() for one in _inputs(ast.parse(text))}
    found = [one for file in draft.files for one in _named(file) if one in given]
    return tuple(dict.fromkeys(repr(one) for one in found))


def hints(draft: Draft) -> tuple[Issue, ...]:
    """Point at each value that the code compares with or looks up; never a decision."""
    return tuple(
        Issue(field="files", message=f"{file.name} compares with {one!r:.60} or looks it up: prepared?")
        for file in draft.files
        for one in dict.fromkeys(_named(file))
    )


def _inputs(tree: ast.Module) -> Iterator[object]:
    for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
        yield from _telling([*call.args, *(keyword.value for keyword in call.keywords)])


def _named(file: CodeFile) -> Iterator[object]:
    try:
        tree = ast.parse(file.content)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return  # what the checker says of it stands
    for node in ast.walk(tree):
        match node:
            case ast.Compare(left=left, comparators=others):
                yield from _telling([left, *others])
            case ast.Dict(keys=keys):
                yield from _telling([key for key in keys if key])
            case ast.MatchValue(value=value):
                yield from _telling([value])
            case _:
                pass


def _telling(nodes: list[ast.expr]) -> Iterator[object]:
    """Yield the literals that hardly stand in general code by chance, lists as tuples."""
    for node in nodes:
        try:
            value = _frozen(ast.literal_eval(node))
        except (ValueError, TypeError, RecursionError, MemoryError):
            continue
        if _size(value) > 2:
            yield value


def _size(value: object) -> float:
    match value:
        case int() | float():
            return abs(value)
        case str():
            return len(value)
        case tuple():
            return len(cast("tuple[object, ...]", value))
        case _:
            return 0


def _frozen(value: object) -> object:
    if isinstance(value, (list, tuple)):
        return tuple(_frozen(one) for one in cast("list[object]", value))
    return value
