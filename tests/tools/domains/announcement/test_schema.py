"""The schema of an answer is bounded, suits the goal's language, and leaves room for every fact's own characters."""

import re
from typing import Any

import pytest

from ditto.state.evidence import Evidence
from tests.tools.domains.announcement.conftest import CHINESE_GOAL, DOMAIN, GOAL, TEXT, draft, evidence_of, fixture


def paragraph(evidence: Evidence, goal: str = GOAL) -> dict[str, Any]:
    """The schema of one paragraph."""
    return DOMAIN.schema(evidence, goal, {})["properties"]["paragraphs"]["items"]


def test_a_good_paragraph_fits_and_an_unended_or_marked_one_does_not(evidence: Evidence) -> None:
    pattern = paragraph(evidence)["pattern"]
    assert re.search(pattern, TEXT)
    for wrong in (TEXT[:-1], TEXT.lower(), f'Say "x" {TEXT}', f"A **b** {TEXT}", f"See [x] {TEXT}", "A" * 500 + "."):
        assert not re.search(pattern, wrong)


def test_a_mark_that_a_fact_holds_may_be_written() -> None:
    pattern = paragraph(evidence_of("facts: [{id: a, text: 'C* <b>'}]"))["pattern"]
    assert re.search(pattern, "We show C* <b> in the hall.")
    assert not re.search(pattern, "We show C* [b] in the hall.")


def test_a_fact_with_a_quotation_mark_leaves_the_form_free_and_bounded() -> None:
    assert paragraph(evidence_of("facts: [{id: a, text: 'the \"b\" mode'}]")) == {
        "type": "string",
        "minLength": 10,
        "maxLength": 320,
    }


def test_a_chinese_paragraph_ends_with_a_chinese_stop() -> None:
    pattern = paragraph(fixture(), CHINESE_GOAL)["pattern"]
    assert re.search(pattern, "灯塔工单2.4.0将于一月发布。")
    assert not re.search(pattern, TEXT)


@pytest.mark.parametrize(("most", "count", "characters"), [(50, 3, 240), (120, 3, 320), (400, 5, 600)])
def test_room_grows_with_the_wanted_length(most: int, count: int, characters: int) -> None:
    schema = DOMAIN.schema(fixture(maxWords=most), GOAL, {})["properties"]["paragraphs"]
    assert schema["maxItems"] == count
    assert f"{{10,{characters}}}" in schema["items"]["pattern"]


def test_nothing_is_pinned_of_a_text(evidence: Evidence) -> None:
    assert DOMAIN.proven(draft(), ()) == {}


@pytest.mark.parametrize(
    ("text", "word"),
    [("It is not delayed.", "not"), ("It isn't out.", "isn't"), ("发布取消。", "取消"), ("It is out.", None)],
)
def test_a_word_that_may_deny_a_fact_is_a_hint(text: str, word: str | None) -> None:
    found = [hint.message for hint in DOMAIN.hints(draft(paragraphs=[text]))]
    assert found == ([f"look at the word {word!r}: does it deny a fact?"] if word else [])
