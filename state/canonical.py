"""Canonical JSON, digests, and the only parser for text that Ditto did not write."""

import hashlib
import json
import re
from typing import Any, Literal

import rfc8785

MAX_TEXT = 1 << 20
"""Of a text that a model wrote."""
MAX_DOCUMENT = 16 << 20
"""Of a document that Ditto keeps: sixteen long reviews stand in one report."""
MAX_DEPTH = 32
MOST_INTEGER = 2**53 - 1
"""The largest integer that every reader of JSON keeps."""

Json = dict[str, Any]

_ENCODER = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"))
_BRACKET = re.compile(r"[\[\]{}]")
# The closing quote is optional, so that every quote is passed once: text that opens strings and ends none costs no more.
_STRING = re.compile(r'"(?:[^"\\]|\\.)*"?', re.DOTALL)


class NotStrict(ValueError):
    """A text is not the one JSON object that was asked for; the message says why."""


def canonical(document: object) -> bytes:
    """Return the document's canonical JSON (RFC 8785).

    Raises NotStrict for what JSON cannot carry exactly: NaN, integers above 2^53, lone surrogates.
    """
    try:
        if _plain(document):
            return _ENCODER.encode(document).encode()
        return rfc8785.dumps(document)  # pyright: ignore[reportArgumentType] -- the library refuses other types itself
    except (rfc8785.CanonicalizationError, UnicodeError, RecursionError) as cause:
        raise NotStrict(f"cannot be written as canonical JSON: {cause}") from cause


def _plain(value: Any) -> bool:
    """Tell whether Python's own encoder, which is many times faster, writes the value exactly as RFC 8785 does."""
    kind = type(value)  # pyright: ignore[reportUnknownVariableType] -- any value is asked about
    if kind is str or kind is bool or value is None:
        return True
    if kind is int:
        return -MOST_INTEGER <= value <= MOST_INTEGER
    if kind is float:
        # Between these both write the shortest digits, without an exponent.
        return 1e-4 <= abs(value) < 1e16 and not value.is_integer()
    if kind is dict:
        # Keys of ASCII stand in one order, whether by code points or by UTF-16.
        return all(type(key) is str and key.isascii() for key in value) and all(map(_plain, value.values()))
    return (kind is list or kind is tuple) and all(map(_plain, value))


def sha256(data: bytes) -> str:
    """Return the lower-case hex SHA-256 of the bytes."""
    return hashlib.sha256(data).hexdigest()


def digest(document: object) -> str:
    """Return the SHA-256 of the document's canonical JSON."""
    return sha256(canonical(document))


def parse_object(text: str, most: int = MAX_TEXT) -> Json:
    """Parse one JSON object strictly.

    Raises NotStrict on duplicate keys, NaN and infinities, lone surrogates, other values than an object, nesting
    deeper than 32 levels, and texts above `most` characters.
    """
    if len(text) > most:
        raise NotStrict(f"the text has {len(text)} characters, at most {most} are read")
    if _depth(text) > MAX_DEPTH:
        raise NotStrict(f"the text is nested deeper than {MAX_DEPTH} levels")
    try:
        value = json.loads(
            text, object_pairs_hook=_unique, parse_constant=_constant, parse_float=_float, parse_int=_int
        )
    except json.JSONDecodeError as cause:
        raise NotStrict(f"not valid JSON: {cause.msg} at line {cause.lineno}, column {cause.colno}") from cause
    if not isinstance(value, dict):
        raise NotStrict(f"a JSON {_kind(value)}, not an object")
    if "\\u" in text or not _storable(text):
        canonical(value)  # pyright: ignore[reportUnknownArgumentType] -- refuses a lone surrogate; the hooks above the rest
    return value  # pyright: ignore[reportUnknownVariableType] -- json.loads is untyped


def _storable(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _depth(text: str) -> int:
    if (most := text.count("[") + text.count("{")) <= MAX_DEPTH:
        return most  # not deeper than that, and deep enough to be read
    depth = deepest = 0
    for bracket in _BRACKET.findall(_STRING.sub("", text)):
        depth += 1 if bracket in "[{" else -1
        deepest = max(deepest, depth)
    return deepest


def _unique(pairs: list[tuple[str, Any]]) -> Json:
    found: Json = {}
    for key, value in pairs:
        if key in found:
            raise NotStrict(f"the key {key[:60]!r} stands more than once")
        found[key] = value
    return found


def _constant(word: str) -> float:
    raise NotStrict(f"{word} is not a JSON number")


def _int(text: str) -> int:
    if len(text) > 17:
        raise NotStrict("an integer is larger than 2^53")
    if abs(value := int(text)) > MOST_INTEGER:
        raise NotStrict(f"{text} is an integer larger than 2^53")
    return value


def _float(text: str) -> float:
    value = float(text)
    if value in (float("inf"), float("-inf")):
        raise NotStrict(f"{text[:30]} is not a finite number")
    if value.is_integer() and abs(value) >= 2**53:
        raise NotStrict(f"{text[:30]} is an integer larger than 2^53")
    return value


def _kind(value: object) -> Literal["array", "string", "number", "literal"]:
    if isinstance(value, list):
        return "array"
    if isinstance(value, str):
        return "string"
    return "literal" if value is None or isinstance(value, bool) else "number"
