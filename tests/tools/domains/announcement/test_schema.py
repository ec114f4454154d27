"""The schema of an answer is bounded, suits the goal's language, and leaves room for every fact's own characters."""

import re
from typing import Any

import pytest

from ditto.state.evidence import Evidence
from tests.tools.domains.announcement.conftest import CHINESE_GOAL, DOMAIN, GOAL, draft, evidence_of, fixture


def paragraph(evidence: Evidence, goal: str = GOAL) -> dict[str, Any]:
    """The schema of one paragraph."""
    return DOMAIN.schema(evidence, goal, {})["properties"]["paragraphs"]["items"]


RIGHT = "Lantern Desk 2.4.0 is released on 12 January 2027. It adds search in archived tickets."


def test_short_sentences_fit_and_long_unended_or_marked_ones_do_not(evidence: Evidence) -> None:
    pattern = paragraph(evidence)["pattern"]
    assert re.search(pattern, RIGHT)
    long = "It adds search in archived tickets" + ", which is what the customers have asked for" * 4 + "."
    for wrong in (RIGHT[:-1], f"{RIGHT} ", RIGHT.lower(), 'Say "x" now.', "A **b** c is new.", "See [x] in it.", long):
        assert not re.search(pattern, wrong)


def test_a_paragraph_has_room_for_every_required_fact(evidence: Evidence) -> None:
    pattern = paragraph(evidence)["pattern"]
    assert re.search(pattern, " ".join(["It is new now."] * 3))
    assert not re.search(pattern, " ".join(["It is new now."] * 4))


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
        "minLength": 10,
        "maxLength": 600,
    }


def test_a_chinese_paragraph_ends_with_a_chinese_stop() -> None:
    pattern = paragraph(fixture(), CHINESE_GOAL)["pattern"]
    assert re.search(pattern, "灯塔工单2.4.0将于一月发布。它有新功能，请使用。")
    assert not re.search(pattern, RIGHT)


@pytest.mark.parametrize(("most", "count"), [(50, 2), (150, 2), (151, 5), (400, 5)])
def test_a_longer_text_may_have_more_paragraphs(most: int, count: int) -> None:
    assert DOMAIN.schema(fixture(maxWords=most), GOAL, {})["properties"]["paragraphs"]["maxItems"] == count


def test_nothing_is_pinned_of_a_text(evidence: Evidence) -> None:
    assert DOMAIN.proven(draft(), ()) == {}


@pytest.mark.parametrize(
    ("text", "word"),
    [("It is not delayed.", "not"), ("It isn't out.", "isn't"), ("发布取消。", "取消"), ("It is out.", None)],
)
def test_a_word_that_may_deny_a_fact_is_a_hint(text: str, word: str | None) -> None:
    found = [hint.message for hint in DOMAIN.hints(draft(paragraphs=[text]))]
    assert found == ([f"look at the word {word!r}: does it deny a fact?"] if word else [])
