"""The schema of an answer is bounded, suits the goal's language, and leaves room for every fact's own characters."""

import re
from typing import Any

import pytest

from ditto.state.evidence import Evidence
from ditto.state.review import Issue
from tests.tools.domains.announcement.conftest import CHINESE_GOAL, DOMAIN, GOAL, draft, evidence_of, fixture


def items(evidence: Evidence, proven: Any = None, goal: str = GOAL) -> list[dict[str, Any]]:
    """The schemas of the paragraphs."""
    paragraphs = DOMAIN.schema(evidence, goal, proven or {})["properties"]["paragraphs"]
    assert paragraphs["minItems"] == paragraphs["maxItems"] == len(paragraphs["items"]["anyOf"])
    return [one["properties"] for one in paragraphs["items"]["anyOf"]]


def paragraph(evidence: Evidence, goal: str = GOAL) -> dict[str, Any]:
    """The schema of the first paragraph's text."""
    return items(evidence, goal=goal)[0]["text"]


RIGHT = "Lantern Desk 2.4.0 is released on 12 January 2027. It adds search in archived tickets."


def test_short_sentences_fit_and_long_unended_or_marked_ones_do_not(evidence: Evidence) -> None:
    pattern = paragraph(evidence)["pattern"]
    assert re.search(pattern, RIGHT)
    long = "It adds search in archived tickets" + ", which is what the customers have asked for" * 4 + "."
    for wrong in (RIGHT[:-1], f"{RIGHT} ", RIGHT.lower(), 'Say "x" now.', "A **b** c is new.", "See [x] in it.", long):
        assert not re.search(pattern, wrong)


def test_a_paragraph_has_a_sentence_for_each_of_its_facts_at_most(evidence: Evidence) -> None:
    pattern = paragraph(evidence)["pattern"]
    assert re.search(pattern, "It is new now. It is new now.")
    assert not re.search(pattern, "It is new now. It is new now. It is new now.")


def test_where_a_fact_holds_a_stop_sentences_are_not_counted() -> None:
    pattern = paragraph(evidence_of("facts: [{id: a, text: 'Dr. House at noon'}]"))["pattern"]
    assert re.search(pattern, "We show Dr. House at noon.")
    assert not re.search(pattern, "We show Dr. House at noon")


def test_a_mark_that_a_fact_holds_may_be_written() -> None:
    pattern = paragraph(evidence_of("facts: [{id: a, text: 'C* <b>'}]"))["pattern"]
    assert re.search(pattern, "We show C* <b> in the hall.")
    assert not re.search(pattern, "We show C* [b] in the hall.")


def test_a_fact_with_a_quotation_mark_leaves_the_form_free_and_bounded() -> None:
    assert paragraph(evidence_of("facts: [{id: a, text: 'the \"b\" mode'}]")) == {
        "type": "string",
        "minLength": 8,
        "maxLength": 600,
    }


def test_a_chinese_paragraph_ends_with_a_chinese_stop() -> None:
    pattern = paragraph(fixture(), CHINESE_GOAL)["pattern"]
    assert re.search(pattern, "灯塔工单2.4.0将于一月发布。它有新功能，请使用。")
    assert not re.search(pattern, RIGHT)


@pytest.mark.parametrize(("count", "sizes"), [(1, [1]), (3, [2, 1]), (10, [2] * 5), (11, [3, 3, 3, 2])])
def test_required_facts_are_shared_out_over_five_paragraphs_at_most(count: int, sizes: list[int]) -> None:
    facts = "".join(f"- {{id: f{place}, text: a{place}}}\n" for place in range(count))
    parts = items(evidence_of(f"facts:\n{facts}- {{id: o, text: b, required: false}}"))
    assert [len(part["facts"]["items"]["enum"]) for part in parts] == sizes
    assert [part["facts"]["minItems"] for part in parts] == [part["facts"]["maxItems"] for part in parts] == sizes
    assert [one for part in parts for one in part["facts"]["items"]["enum"]] == [f"f{place}" for place in range(count)]


FIRST = {"facts": ["release", "date"], "text": "Lantern Desk 2.4.0 is released on 12 January 2027."}
SECOND = {
    "facts": ["feature", "price"],
    "text": "It adds search in archived tickets. Lantern Desk costs EUR 49 per month.",
}


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ([], [FIRST, SECOND]),
        (["paragraphs[0].text"], [SECOND]),
        (["paragraphs[1]", "title"], [FIRST]),
        (["paragraphs[0].facts", "paragraphs[1].text"], []),
        (["paragraphs"], []),
        (["text"], []),
    ],
)
def test_a_paragraph_stays_where_no_finding_names_it_or_the_whole_text(wrong: list[str], right: list[Any]) -> None:
    found = [Issue(field=field, message="It is wrong.") for field in wrong]
    proven = DOMAIN.proven(draft(paragraphs=[FIRST, SECOND]), found)
    assert proven.get("paragraphs", []) == right
    pinned = [part["text"].get("enum") for part in items(fixture(), proven)]
    assert pinned == [[one["text"]] if one in right else None for one in (FIRST, SECOND)]


def test_a_right_paragraph_stays_in_whichever_order_it_names_its_facts() -> None:
    turned = {**FIRST, "facts": ["date", "release"]}
    assert [part["text"].get("enum") for part in items(fixture(), {"paragraphs": [turned]})] == [[FIRST["text"]], None]


@pytest.mark.parametrize(
    ("text", "word"),
    [("It is not delayed.", "not"), ("It isn't out.", "isn't"), ("发布取消。", "取消"), ("It is out.", None)],
)
def test_a_word_that_may_deny_a_fact_is_a_hint(text: str, word: str | None) -> None:
    found = [hint.message for hint in DOMAIN.hints(draft(paragraphs=[text]))]
    assert found == ([f"look at the word {word!r}: does it deny a fact?"] if word else [])
