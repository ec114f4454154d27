"""A facts file is read strictly: each fact once, with the line it stands on, or an error that names line and key."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ditto.state.errors import BadRequest, BadSource
from ditto.state.evidence import MissingData, Source
from tests.tools.domains.announcement.conftest import DOMAIN, evidence_of, fixture

ONE = 'facts:\n- {id: version, text: "2.4.0"}\n'


def test_each_fact_is_a_row_with_its_line_and_its_exact_text() -> None:
    evidence = fixture()
    assert [(row.id, row.line) for row in evidence.rows][:2] == [("facts-release", 3), ("facts-date", 4)]
    assert evidence.rows[1].quote == '  - {id: date, text: "12 January 2027"}'
    assert [fact["required"] for fact in evidence.facts["facts"]] == [True] * 4 + [False]


@pytest.mark.parametrize(
    ("text", "line", "quote"),
    [
        ("facts:\n- id: version\n  text: '2.4.0'  # exact\n", 3, "  text: '2.4.0'  # exact"),
        ('{"facts": [\r\n  {"id": "version",\r\n   "text": "2.4.0"}]}', 3, '   "text": "2.4.0"}]}'),
        ("\ufefffacts: [{id: version, text: 2.4.0}]", 1, "facts: [{id: version, text: 2.4.0}]"),
        ("# note\u2028facts: [{id: version, text: 2.4.0}]", 2, "facts: [{id: version, text: 2.4.0}]"),
    ],
)
def test_the_row_is_the_line_of_the_text(text: str, line: int, quote: str) -> None:
    (row,) = evidence_of(text).rows
    assert (row.id, row.line, row.quote) == ("facts-version", line, quote)


BAD: list[tuple[str, str]] = [
    ("", "facts: not a mapping: found None"),
    ("facts: 3", "facts, facts: not a list of facts: found 3, expected facts: a list of"),
    ("mustNotSay: [a]", "not a list of facts: found None"),
    ("facts: []\nfact: []", "facts, line 2: a key that is not known: found 'fact', expected facts or mustNotSay"),
    ("facts:\n- version", "facts, line 2, facts[0]: not a fact: found 'version'"),
    ("facts:\n- {id: v, text: 49}", "facts, line 2, facts[0]: not a fact: found text: Input should be a valid string"),
    ("facts:\n- {id: v, text: 2.4}", "found '2.4', expected an id of a-z, 0-9 and -, a text in quotes"),
    ("facts:\n- {id: V, text: a}", "id: String should match pattern"),
    ("facts:\n- {id: v}", "text: this key is missing"),
    ("facts:\n- {id: v, text: a, must: true}", "must: this key is not known"),
    ("facts:\n- {id: v, text: a, required: yes}", "required: Input should be a valid boolean, found 'yes'"),
    ("facts:\n- {id: v, text: ' a'}", "the text begins or ends with a space"),
    ("facts:\n- {id: v, text: ''}", "text: String should have at least 1 character"),
    ('facts:\n- {id: v, text: "a\\u200Bb"}', "holds the control character U+200B"),
    (f"facts:\n- {{id: v, text: {'a' * 201}}}", "text: Value should have at most 200 items"),
    (
        "facts:\n- id: v\n  text: a\n    b",
        "facts, line 2, facts[0]: the text of a fact stands on several lines: found lines 3-",
    ),
    (
        "facts:\n- {id: v, text: a}\n- {id: v, text: a}",
        "facts, line 3: the fact v stands twice: found 'a', expected once; facts, line 2",
    ),
    (
        "facts:\n- {id: v, text: a}\n- {id: v, text: b}",
        "the fact v stands with two texts: found 'b', expected once; facts, line 2, has 'a'",
    ),
    ("facts:\n- {id: v, id: w, text: a}", "facts, line 2: not the YAML that is read here: found the key 'id' twice"),
    ("facts:\n- &a {id: v, text: a}\n- *a", "facts, line 3: not the YAML that is read here: found an alias"),
    (
        ONE + "mustNotSay: never",
        "facts, line 3: not a list of phrases: found mustNotSay: Input should be a valid array",
    ),
    (ONE + 'mustNotSay: ["2.4.0"]', "facts, line 2: the fact version holds a phrase of mustNotSay"),
    ("facts:\n" + "".join(f"- {{id: f{n}, text: a}}\n" for n in range(51)), "found 51 facts, expected"),
]


@pytest.mark.parametrize(("text", "message"), BAD)
def test_a_file_that_does_not_fit_is_refused_with_line_and_key(text: str, message: str) -> None:
    with pytest.raises(BadSource) as refused:
        evidence_of(text)
    assert message in str(refused.value)


def test_a_file_that_is_not_utf_8_is_refused() -> None:
    with pytest.raises(BadSource, match="facts: not UTF-8: found byte 8"):
        DOMAIN.gather([Source("facts", b"facts: [\xff]")], {}, "e" * 64)


def test_facts_of_several_sources_are_told_together() -> None:
    sources = [Source("a", ONE.encode()), Source("b", b'facts:\n- {id: date, text: "1 May"}\nmustNotSay: [soon]')]
    evidence = DOMAIN.gather(sources, {}, "e" * 64)
    assert [row.id for row in evidence.rows] == ["a-version", "b-date"]
    assert evidence.facts["mustNotSay"] == ["soon"]


@pytest.mark.parametrize(
    ("ids", "fact", "problem"),
    [(("a", "b"), "version", "the fact version stands twice"), (("x-a", "x"), "a-version", "the row x-a-version")],
)
def test_two_sources_do_not_state_one_fact_or_one_row(ids: tuple[str, str], fact: str, problem: str) -> None:
    sources = [Source(ids[0], ONE.encode()), Source(ids[1], f"facts: [{{id: {fact}, text: 2.4.0}}]".encode())]
    with pytest.raises(BadSource, match=problem):
        DOMAIN.gather(sources, {}, "e" * 64)


@pytest.mark.parametrize("text", ["facts: []", "facts: [{id: version, text: 2.4.0, required: false}]"])
def test_facts_of_which_none_is_required_are_missing_data(text: str) -> None:
    with pytest.raises(MissingData, match="no fact is required"):
        evidence_of(text)


def test_required_facts_that_do_not_fit_the_length_are_refused_before_any_call() -> None:
    facts = "facts: [{id: a, text: one word}, {id: b, text: one word more}]"
    assert evidence_of(facts, maxWords=3, minWords=1)
    with pytest.raises(BadRequest, match=r"options\.maxWords.*found 2, expected at least 3"):
        evidence_of(facts, maxWords=2, minWords=1)


TEXTS = st.text(st.characters(blacklist_categories=["C", "Z"]), min_size=1, max_size=30)


@given(texts=st.lists(TEXTS, min_size=1, max_size=5))
def test_a_json_file_gives_its_texts_as_they_are(texts: list[str]) -> None:
    facts = [{"id": f"f{place}", "text": text} for place, text in enumerate(texts)]
    document: dict[str, Any] = {"facts": facts}
    evidence = evidence_of(json.dumps(document, ensure_ascii=False, indent=1), maxWords=400)
    assert [fact["text"] for fact in evidence.facts["facts"]] == texts
    assert all(text in row.quote or '"' in text or "\\" in text for text, row in zip(texts, evidence.rows, strict=True))
