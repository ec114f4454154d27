"""Canonical JSON round-trips, and the strict parser refuses everything that JSON readers disagree on."""

import hashlib
import json
from typing import Any

import pytest
import rfc8785
from hypothesis import given
from hypothesis import strategies as st

from ditto.state.canonical import MAX_DEPTH, MAX_TEXT, NotStrict, canonical, digest, parse_object, sha256

LARGEST = 2**53 - 1
TEXT = st.text(st.characters(exclude_categories=["Cs"]))
NUMBER = st.integers(-LARGEST, LARGEST) | st.floats(allow_nan=False, allow_infinity=False)
VALUE = st.recursive(
    st.none() | st.booleans() | NUMBER | TEXT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXT, inner, max_size=4),
    max_leaves=12,
)
DOCUMENT = st.dictionaries(TEXT, VALUE, max_size=5)


@given(DOCUMENT)
def test_what_the_parser_accepts_it_accepts_again_in_canonical_form(document: dict[str, Any]) -> None:
    try:
        parsed = parse_object(json.dumps(document))
    except NotStrict as refused:
        assert "2^53" in str(refused)
        return
    assert parsed == document
    assert parse_object(canonical(parsed).decode()) == document


@given(DOCUMENT, st.randoms(use_true_random=False))
def test_the_canonical_form_does_not_depend_on_the_order_of_keys(document: dict[str, Any], random: Any) -> None:
    keys = list(document)
    random.shuffle(keys)
    try:
        expected = canonical(document)
    except NotStrict:
        return
    assert canonical({key: document[key] for key in keys}) == expected


@given(VALUE | st.lists(st.floats(allow_nan=False, allow_infinity=False)))
def test_what_the_quick_encoder_writes_is_what_the_library_writes(value: Any) -> None:
    assert canonical(value) == rfc8785.dumps(value)


@pytest.mark.parametrize(
    "number", [1e-4, 0.00012, 1e-5, 9999999999999998.5, 1e16, 1.5e300, 5e-324, 0.0, -0.0, 4.5, 2.0]
)
def test_numbers_at_the_edge_of_the_quick_encoder_are_those_of_rfc_8785(number: float) -> None:
    for one in (number, -number):
        assert canonical([one]) == rfc8785.dumps([one])


def test_every_character_that_is_escaped_is_escaped_as_rfc_8785_does() -> None:
    text = "".join(map(chr, range(0x100))) + "\u2028\u2029\ufeff\ufffe\U0001f642"
    assert canonical({"a": text}) == rfc8785.dumps({"a": text})


def test_the_canonical_form_is_that_of_rfc_8785() -> None:
    document = {"\u20ac": "\u00e9\n", "a": [56.0, 1e21, 4.5, 0.002, -0.0], "1": True, "\U0001f600": None}
    expected = '{"1":true,"a":[56,1e+21,4.5,0.002,0],"\u20ac":"\u00e9\\n","\U0001f600":null}'
    assert canonical(document).decode() == expected
    assert digest(document) == sha256(expected.encode()) == hashlib.sha256(expected.encode()).hexdigest()


REFUSED = {
    "a key that stands twice": ('{"verdict":"revise","verdict":"pass"}', "more than once"),
    "a key that stands twice within": ('{"a":{"b":1,"b":1}}', "more than once"),
    "a key that stands twice by escape": ('{"a":1,"\\u0061":2}', "more than once"),
    "not a number": ('{"a":NaN}', "NaN is not"),
    "infinity": ('{"a":-Infinity}', "-Infinity is not"),
    "a number that overflows": ('{"a":1e999}', "not a finite number"),
    "an integer above 2^53": ('{"a":9007199254740993}', "integer"),
    "an integer of 2^53": ('{"a":9007199254740992}', "integer"),
    "a negative integer of 2^53": ('{"a":-9007199254740992}', "integer"),
    "an integer of many digits": ('{"a":' + "9" * 5000 + "}", "2^53"),
    "an integer above 2^53 as a float": ('{"a":1e20}', "2^53"),
    "a lone surrogate": ('{"title":"Q3 \\ud800"}', "canonical"),
    "a lone surrogate in a key": ('{"\\udc00":1}', "canonical"),
    "a lone surrogate as it is": ('{"title":"\ud800"}', "canonical"),
    "a lone surrogate deep in a list": ('{"a":[["\\udfff"]]}', "canonical"),
    "an array": ("[1]", "array, not an object"),
    "a string": ('"text"', "string, not an object"),
    "a number": ("1", "number, not an object"),
    "null": ("null", "literal, not an object"),
    "nothing": ("", "not valid JSON"),
    "a text that ends early": ('{"title":"T", ', "not valid JSON"),
    "two documents": ("{}{}", "not valid JSON"),
    "a comment": ("{} // done", "not valid JSON"),
    "single quotes": ("{'a':1}", "not valid JSON"),
    "a trailing comma": ('{"a":1,}', "not valid JSON"),
    "a raw line break in a string": ('{"a":"\n"}', "not valid JSON"),
    "a byte order mark": ("\ufeff{}", "not valid JSON"),
}


@pytest.mark.parametrize(("text", "cause"), REFUSED.values(), ids=REFUSED)
def test_the_parser_refuses(text: str, cause: str) -> None:
    with pytest.raises(NotStrict, match=cause.replace("^", r"\^")):
        parse_object(text)


def nested(levels: int) -> str:
    """A document with brackets in a string beside its nesting, which count for nothing."""
    inside = levels - 1
    return '{"[[[\\"{{{":' + "[" * inside + "]" * inside + "}"


def test_nesting_is_read_to_its_limit_and_refused_above() -> None:
    assert parse_object(nested(MAX_DEPTH))
    with pytest.raises(NotStrict, match="nested deeper"):
        parse_object(nested(MAX_DEPTH + 1))


@pytest.mark.parametrize("text", ["[" * 500_000, '{"a":' * 100_000])
def test_endless_nesting_is_refused_and_not_recursed_into(text: str) -> None:
    with pytest.raises(NotStrict, match="nested deeper"):
        parse_object(text)


def test_a_text_is_read_to_its_limit_and_refused_above() -> None:
    empty = len('{"a":""}')
    assert parse_object('{"a":"' + "x" * (MAX_TEXT - empty) + '"}')
    with pytest.raises(NotStrict, match="at most"):
        parse_object('{"a":"' + "x" * (MAX_TEXT - empty + 1) + '"}')


@pytest.mark.timeout(20)
def test_a_megabyte_of_quotes_that_never_close_is_refused_without_reading_it_again_for_each() -> None:
    with pytest.raises(NotStrict, match="not valid JSON"):
        parse_object('{"a":"' + '\\"' * (MAX_TEXT // 2 - 4))


@pytest.mark.parametrize("document", [{"a": float("nan")}, {"a": 2**60}, {"a": "\ud800"}, {1: "a"}, {"a": object()}])
def test_what_json_cannot_carry_exactly_is_not_written(document: object) -> None:
    with pytest.raises(NotStrict):
        canonical(document)
