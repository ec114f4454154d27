"""A source's file is read strictly, or refused with its name, the place and what was expected."""

import json
import time

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from ditto.state.brief import Format
from ditto.state.errors import BadSource
from tests.tools.domains.release_brief.conftest import BRIEF, entry_of

FORMATS: tuple[Format, ...] = ("json", "csv", "yaml", "markdown")
FILES: dict[Format, str] = {
    "json": '{"facts": {"code": "REL-731", "deadline": "2026-12-01", "note": "x"}}',
    "csv": 'field,value\ncode,REL-731\n"deadline","2026-12-01"\nnote,x\n',
    "yaml": "facts:\n  code: REL-731\n  deadline: 2026-12-01\n  note: 'x'\n",
    "markdown": "---\nfacts:\n  code: REL-731\n  deadline: 2026-12-01\n  note: x\n---\n# Body\n\ncode: REL-999\n---\n",
}


def written(format: Format, field: str, value: str) -> bytes:
    """A file of one fact, in which quotes keep the value as it stands."""
    quoted = json.dumps(value, ensure_ascii=False)
    match format:
        case "json":
            text = f'{{"facts": {{{json.dumps(field)}: {quoted}}}}}'
        case "csv":
            text = 'field,value\r\n{},"{}"\r\n'.format(field, value.replace('"', '""'))
        case "yaml":
            text = f"facts:\n  {json.dumps(field)}: {quoted}\n"
        case "markdown":
            text = f"---\nfacts:\n  {json.dumps(field)}: {quoted}\n---\n"
    return text.encode("utf-8", "surrogatepass")


def refused(format: Format, data: bytes) -> str:
    """The words with which a file is refused."""
    with pytest.raises(BadSource) as error:
        BRIEF.read(entry_of("code", format=format), data)
    assert str(error.value).startswith(entry_of(format=format).file)
    return str(error.value)


@pytest.mark.parametrize("format", FORMATS)
def test_a_file_supplies_the_fields_that_its_entry_names_and_no_other(format: Format) -> None:
    facts = BRIEF.read(entry_of("code", "deadline", "owner", format=format), FILES[format].encode())
    assert facts == {"code": "REL-731", "deadline": "2026-12-01"}


@pytest.mark.parametrize("format", FORMATS)
def test_a_mark_at_the_beginning_and_windows_line_ends_change_nothing(format: Format) -> None:
    data = b"\xef\xbb\xbf" + FILES[format].replace("\n", "\r\n").encode()
    assert BRIEF.read(entry_of("code", format=format), data) == {"code": "REL-731"}


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("value", ["x", "x" * 2000, "=1+1", "a, b", "null", "12", "a: b # c", "“é”", '"', "\\n"])
def test_a_value_is_the_string_that_stands_there(format: Format, value: str) -> None:
    assert BRIEF.read(entry_of("code", format=format), written(format, "code", value)) == {"code": value}


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize(
    "value",
    ["", " ", "x" * 2001, "a\x00", "a\x07", "a\x7f", "a\x85", "a\u2028b", "a\u202eb", "a\u200bb", "a\nb", "a\tb"],
)
def test_a_value_that_is_empty_too_long_or_no_single_line_is_refused(format: Format, value: str) -> None:
    assert "expected" in refused(format, written(format, "code", value))


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("field", ["a", "a" * 64, "a-1"])
def test_a_field_of_up_to_64_characters_is_read(format: Format, field: str) -> None:
    assert BRIEF.read(entry_of(field, format=format), written(format, field, "x")) == {field: "x"}


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("field", ["", "a" * 65, "A", "1a", "-a", "a_b", "a b", "é"])
def test_a_field_that_is_no_id_is_refused_even_where_nobody_asks_for_it(format: Format, field: str) -> None:
    assert "not a field's id" in refused(format, written(format, field, "x"))


@pytest.mark.parametrize("format", FORMATS)
def test_other_bytes_than_utf_8_are_refused_with_their_line(format: Format) -> None:
    assert "line 2: not UTF-8: found byte 0xff, expected UTF-8" in refused(format, b"\n\xff")


FAULTS: dict[str, tuple[Format, str, str]] = {
    "nothing": ("json", "", "release.json: not strict JSON"),
    "an array": ("json", "[]", "found a JSON array, not an object"),
    "a second value": ("json", '{"facts": {}} {}', "not strict JSON"),
    "no facts": ("json", "{}", "other keys than facts: found no key"),
    "another key": ("json", '{"facts": {}, "note": 1}', "found the keys 'facts', 'note'"),
    "a repeated field": ("json", '{"facts": {"code": "a", "code": "a"}}', "the key 'code' stands more than once"),
    "facts in a list": ("json", '{"facts": ["code"]}', "facts is not an object: found ['code']"),
    "a number": (
        "json",
        '{"facts": {"code": 1}}',
        "release.json, field code: not a value, should be a valid string: found 1",
    ),
    "a null": ("json", '{"facts": {"code": null}}', "field code: not a value"),
    "no table": ("csv", "", "release.csv, line 1: not the header: found '', expected field,value"),
    "another header": ("csv", "Field,Value\n", "line 1: not the header: found 'Field,Value'"),
    "a wider header": ("csv", "field,value,note\n", "not the header"),
    "one cell": ("csv", "field,value\ncode\n", "line 2: not two cells: found 1 cells"),
    "three cells": ("csv", "field,value\ncode,a,b\n", "line 2: not two cells: found 3 cells"),
    "a repeated row": ("csv", "field,value\ncode,a\n\ncode,a\n", "line 4: a field stands more than once: found code"),
    "text after a quote": ("csv", 'field,value\ncode,"a"b\n', "line 2: not CSV"),
    "an open quote": ("csv", 'field,value\ncode,"a\n', "not CSV"),
    "a lone return": ("csv", "field,value\ncode,a\rb\n", "line 2: a lone carriage return: expected LF or CRLF"),
    "a cell beyond any bound": ("csv", "field,value\ncode," + "x" * 200_000, "not CSV: found field larger"),
    "an empty document": ("yaml", "", "release.yaml, line 1: not the form of a facts file: found stream"),
    "a list": ("yaml", "- facts\n", "found sequence"),
    "another key in yaml": ("yaml", "fact:\n  code: a\n", "line 1: another key than facts: found 'fact'"),
    "a second key in yaml": (
        "yaml",
        "facts:\n  code: a\nnote: b\n",
        "line 3: not the form of a facts file: found scalar",
    ),
    "facts that are a text": ("yaml", "facts: a\n", "line 1: not the form of a facts file: found scalar"),
    "a field that is a mapping": ("yaml", "facts:\n  code:\n    a: b\n", "line 3: not the form"),
    "a repeated key": ("yaml", "facts:\n  code: a\n  code: a\n", "line 3: a field stands more than once"),
    "an anchor": ("yaml", "facts:\n  code: &a b\n", "line 2: an anchor or a tag: found scalar"),
    "an alias": ("yaml", "facts:\n  code: *a\n", "line 2: not the form of a facts file: found alias"),
    "a merge of an alias": ("yaml", "facts: &f\n  code: a\n", "line 1: an anchor or a tag"),
    "a tag": ("yaml", "facts:\n  code: !!python/name:os.system a\n", "line 2: an anchor or a tag"),
    "a tag of a string": ("yaml", "facts:\n  code: !!str a\n", "an anchor or a tag"),
    "a tag of no kind": ("yaml", "facts:\n  code: ! a\n", "an anchor or a tag"),
    "a null in yaml": ("yaml", "facts:\n  code:\n", "line 2: not a value, should have at least 1 character: found ''"),
    "a block of lines": ("yaml", "facts:\n  code: |\n    a\n", "line 2: a text over several lines"),
    "a folded text": ("yaml", "facts:\n  code: a\n    b\n", "line 2: a text over several lines: found 'a b'"),
    "a second document": ("yaml", "facts:\n  code: a\n---\nfacts:\n  code: a\n", "line 3: not the form"),
    "a tab": ("yaml", "facts:\n\tcode: a\n", "line 2: not YAML"),
    "a character beyond all": ("yaml", 'facts:\n  code: "\\UFFFFFFFF"\n', "not YAML"),
    "a lone surrogate": ("yaml", 'facts:\n  code: "\\uD800"\n', "line 2: not a value, should be a valid string"),
    "a version beyond all": ("yaml", f"%YAML 1.{'9' * 5000}\n---\nfacts:\n  code: a\n", "not YAML"),
    "no front matter": ("markdown", "# Title\n", "release.md, line 1: no front matter: found '# Title'"),
    "a line before it": ("markdown", "\n---\nfacts:\n---\n", "line 1: no front matter"),
    "no end of it": ("markdown", "---\nfacts:\n  code: a\n", "line 1: front matter that does not end"),
    "nothing in it": ("markdown", "---\n---\n", "not the form of a facts file"),
    "a fault in it": (
        "markdown",
        "---\nfacts:\n  code: [a]\n---\n",
        "line 3: not the form of a facts file: found sequence",
    ),
}


@pytest.mark.parametrize(("format", "text", "reason"), FAULTS.values(), ids=FAULTS)
def test_nothing_is_guessed_merged_or_skipped(format: Format, text: str, reason: str) -> None:
    assert reason in refused(format, text.encode())


PIECES = st.sampled_from(
    ["---", "\n", "\r", "  ", "facts", ":", ": ", "code", "field,value", ",", '"', "'", "{", "}", "[", "&a ", "*a", "!!",
     "%YAML 1.1", "%TAG ! !", "|", ">", "?", "- ", "#", "\\", "\\U0011FFFF", "\t", "\x00", "\ufeff", "\u2028", "REL-731"]
)  # fmt: skip


@pytest.mark.parametrize("format", FORMATS)
@given(data=st.binary(max_size=60) | st.lists(PIECES, max_size=25).map(lambda parts: "".join(parts).encode()))
@example(data=b'"\\xff')
def test_any_bytes_are_facts_or_a_bad_source(format: Format, data: bytes) -> None:
    try:
        facts = BRIEF.read(entry_of("code", format=format), data)
    except BadSource as bad:
        assert str(bad).startswith(entry_of(format=format).file)
        assert "\n" not in str(bad)
    else:
        assert facts.keys() <= {"code"}


@pytest.mark.parametrize("format", FORMATS)
@given(field=st.from_regex(r"\A[a-z][a-z0-9-]{0,9}\Z"), value=st.text(min_size=1, max_size=30))
def test_a_value_is_read_as_written_or_refused(format: Format, field: str, value: str) -> None:
    try:
        assert BRIEF.read(entry_of(field, format=format), written(format, field, value)) == {field: value}
    except BadSource:
        assert not value.strip() or not value.isprintable()


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("piece", ["[", "{", "---\n", "- ", "code,a\n", "a: ", '"', "\n", "&a ", "x", "? ", "# ", "!"])
def test_a_large_file_of_one_piece_is_done_with_in_linear_time(format: Format, piece: str) -> None:
    head = {"json": '{"facts": ', "csv": "field,value\n", "yaml": "facts: ", "markdown": "---\nfacts: "}[format]
    data = (head + piece * (100_000 // len(piece))).encode()
    begun = time.process_time()
    refused_or_read(format, data)
    assert time.process_time() - begun < 5


def refused_or_read(format: Format, data: bytes) -> None:
    """Read a file that may be refused."""
    try:
        BRIEF.read(entry_of("code", format=format), data)
    except BadSource as bad:
        assert len(str(bad)) < 1000
