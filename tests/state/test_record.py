"""Records are frozen, strict, camelCase outside, and refuse what they do not know."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from ditto.state.canonical import NotStrict, canonical, sha256
from ditto.state.errors import BadSource
from ditto.state.record import Line, Record, Sha256


class Inner(Record):
    """A record within."""

    row_id: Line


class Example(Record):
    """A record of each kind of field."""

    draft_id: Sha256
    line_count: int
    share: float
    inner_rows: tuple[Inner, ...] = ()
    note: str | None = None


ID = "0123456789abcdef" * 4
DOCUMENT: dict[str, Any] = {"draftId": ID, "lineCount": 3, "share": 2.5, "innerRows": [{"rowId": "a"}], "note": None}
LINES = st.text(st.characters(exclude_categories=["Cc", "Cf", "Cs", "Zl", "Zp"]), min_size=1, max_size=50)


def test_a_document_is_read_and_written_under_its_camel_case_names() -> None:
    example = Example.load(DOCUMENT)
    assert example == Example(draft_id=ID, line_count=3, share=2.5, inner_rows=(Inner(row_id="a"),))
    assert example.dump() == DOCUMENT
    assert Example.parse(canonical(DOCUMENT)) == example


def test_the_digest_is_that_of_the_canonical_document() -> None:
    assert Example.load(DOCUMENT).digest() == sha256(canonical(DOCUMENT))
    assert Example.load({**DOCUMENT, "share": 2}).digest() == Example.load({**DOCUMENT, "share": 2.0}).digest()


@given(LINES.filter(str.strip), st.floats(-1e9, 1e9), st.integers(-1000, 1000))
def test_a_record_survives_being_written_and_read(line: str, share: float, count: int) -> None:
    example = Example(draft_id=ID, line_count=count, share=share, inner_rows=(Inner(row_id=line),), note=line)
    assert Example.parse(canonical(example.dump())) == example


REFUSED: dict[str, tuple[dict[str, Any], str]] = {
    "an unknown key": ({**DOCUMENT, "extra": 1}, "extra: this key is not known"),
    "an unknown key within": ({**DOCUMENT, "innerRows": [{"rowId": "a", "x": 1}]}, "innerRows.0.x: this key is not"),
    "a python name": ({**DOCUMENT, "line_count": 3}, "line_count: this key is not known"),
    "a python name alone": ({"draft_id" if key == "draftId" else key: DOCUMENT[key] for key in DOCUMENT}, "draft"),
    "a missing key": ({"draftId": ID, "share": 1.0}, "lineCount: this key is missing"),
    "a number as text": ({**DOCUMENT, "lineCount": "3"}, "lineCount: .* found '3'"),
    "a fraction as a count": ({**DOCUMENT, "lineCount": 3.5}, "lineCount: "),
    "true as a count": ({**DOCUMENT, "lineCount": True}, "lineCount: "),
    "text as a list": ({**DOCUMENT, "innerRows": "a"}, "innerRows: "),
    "a digest in capitals": ({**DOCUMENT, "draftId": ID.upper()}, "draftId: "),
    "a digest with a line break": ({**DOCUMENT, "draftId": ID + "\n"}, "draftId: "),
    "no number": ({**DOCUMENT, "share": float("nan")}, "canonical"),
}


@pytest.mark.parametrize(("document", "cause"), REFUSED.values(), ids=REFUSED)
def test_a_record_refuses(document: dict[str, Any], cause: str) -> None:
    with pytest.raises(NotStrict, match=cause):
        Example.load(document)


CHARACTERS = [
    "\n",
    "\r",
    "\t",
    "\0",
    "\x1b",
    "\x7f",
    "\u0085",
    "\u200b",
    "\u202e",
    "\u2066",
    "\u2028",
    "\u2029",
    "\ufeff",
]


@pytest.mark.parametrize("character", CHARACTERS, ids=ascii)
def test_a_line_holds_no_control_format_or_bidi_character(character: str) -> None:
    with pytest.raises(NotStrict, match=rf"rowId: .*U\+{ord(character):04X}"):
        Inner.load({"rowId": f"a{character}b"})


@pytest.mark.parametrize("text", ["", " ", "\u3000\u00a0", "x" * 2001])
def test_a_line_is_not_blank_and_not_endless(text: str) -> None:
    with pytest.raises(NotStrict, match="rowId: "):
        Inner.load({"rowId": text})


def test_a_message_shows_at_most_three_faults_and_a_piece_of_each() -> None:
    document = {**DOCUMENT, "draftId": "x" * 900, "lineCount": "y" * 900, "share": "z" * 900, "note": 1}
    with pytest.raises(NotStrict) as refused:
        Example.load(document)
    message = str(refused.value)
    assert message.count("; ") == 2 and len(message) < 600 and "note" not in message


def test_bytes_that_are_not_utf_8_are_refused_with_their_place() -> None:
    with pytest.raises(NotStrict, match="not UTF-8 at byte 2"):
        Example.parse(b'{"\xff":1}')


def test_a_record_cannot_be_changed() -> None:
    example = Example.load(DOCUMENT)
    with pytest.raises(ValidationError):
        example.line_count = 4


def test_a_key_of_many_lines_or_of_great_length_is_told_in_one_short_line() -> None:
    for key in ("a\nb\u2028c", "x" * 100_000):
        with pytest.raises(NotStrict) as caught:
            Example.load({key: 1})
        told = str(BadSource("the source cannot be read", where="a\nb.json", found=caught.value))
        assert len(told.splitlines()) == 1
        assert len(told) < 400
