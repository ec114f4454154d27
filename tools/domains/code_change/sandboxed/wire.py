"""What passes between the process of the tests and that of the code: one JSON line a message, plain values alone.

Uses the standard library alone, since it is imported by files that are started on their own.
"""

import json
from collections.abc import Callable
from datetime import date, datetime
from decimal import Decimal
from fractions import Fraction
from typing import IO, Any, cast

MOST_LINE = 1 << 20
"""The longest message, in characters."""

Hold = Callable[[Any], dict[str, Any]]
_SCALARS = (type(None), bool, int, float, str)
_SEQUENCES: dict[type, Callable[[list[Any]], Any]] = {list: list, tuple: tuple, set: set, frozenset: frozenset}
_WRITTEN: dict[type, tuple[Callable[[Any], str], Callable[[str], Any]]] = {
    bytes: (bytes.hex, bytes.fromhex),
    Decimal: (str, Decimal),
    Fraction: (str, Fraction),
    date: (date.isoformat, date.fromisoformat),
    datetime: (datetime.isoformat, datetime.fromisoformat),
}
_NAMED: dict[str, Any] = {kind.__name__: kind for kind in (*_SEQUENCES, *_WRITTEN)}


class Gone(Exception):
    """The other process has ended, or does not speak as it should."""


def packed(value: Any, hold: Hold) -> Any:
    """Return a value as JSON; a value that is not plain, a subclass's included, is given to `hold`."""
    kind = cast(Any, type(value))
    if kind in _SCALARS:
        return value
    if kind in _SEQUENCES:
        members = sorted(value, key=repr) if kind in (set, frozenset) else value
        return {kind.__name__: [packed(one, hold) for one in members]}
    if kind is dict:
        return {"dict": [[packed(key, hold), packed(one, hold)] for key, one in value.items()]}
    if kind in _WRITTEN:
        return {kind.__name__: _WRITTEN[kind][0](value)}
    return hold(value)


def unpacked(document: Any, held: Callable[[dict[str, Any]], Any]) -> Any:
    """Return the value of a JSON document; what the sender holds is made by `held`."""
    return _unpacked(cast("dict[str, Any]", document), held) if isinstance(document, dict) else document


def _unpacked(document: dict[str, Any], held: Callable[[dict[str, Any]], Any]) -> Any:
    if "held" in document:
        return held(document)
    (name, content), *_ = document.items()
    if name == "dict":
        return {unpacked(key, held): unpacked(one, held) for key, one in content}
    kind = _NAMED[name]
    if kind in _WRITTEN:
        return _WRITTEN[kind][1](content)
    return _SEQUENCES[kind]([unpacked(one, held) for one in content])


def send(document: Any, to: IO[str]) -> None:
    """Write one message; raises ValueError where it is too long, Gone where nobody reads."""
    line = json.dumps(document)
    if len(line) > MOST_LINE:
        raise ValueError(f"a value of {len(line)} characters is too large to be passed, at most {MOST_LINE} are")
    try:
        to.write(line + "\n")
        to.flush()
    except OSError as cause:
        raise Gone from cause


def receive(source: IO[str]) -> Any:
    """Read one message; raises Gone at the end, or where it is none."""
    line = source.readline(MOST_LINE + 2)
    if not line.endswith("\n"):
        raise Gone
    try:
        return json.loads(line)
    except (ValueError, RecursionError) as cause:
        raise Gone from cause
