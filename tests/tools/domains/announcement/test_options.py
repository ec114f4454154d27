"""Length, tone and audience are set by the request, told to the writer, and refused where they do not fit."""

from typing import Any

import pytest

from ditto.state.errors import BadRequest
from tests.tools.domains.announcement.conftest import DOMAIN, draft, fixture

CALM = "Speak calmly and without exclamation marks."


def test_the_writer_is_told_length_audience_and_tone() -> None:
    told = DOMAIN.instructions(fixture(minWords=30, maxWords=90, audience="customers in schools", tone=[CALM]))
    assert "a short announcement for customers in schools. Answer" in told
    assert "30 to 90 words together" in told
    assert told.endswith(f"- {CALM}\n\n") or f"\n- {CALM}\n" in told


def test_without_options_the_writer_is_told_the_default_length_and_nothing_else() -> None:
    told = DOMAIN.instructions(fixture())
    assert "a short announcement. Answer" in told
    assert "10 to 120 words" in told


def test_a_rule_of_tone_is_an_item_of_the_rubric_and_a_question_of_its_own() -> None:
    evidence = fixture(tone=[CALM])
    assert f"- Tone: {CALM}\n\n## Questions" in DOMAIN.rubric(evidence)
    *own, last = DOMAIN.questions(draft(), evidence)
    assert own == list(DOMAIN.questions(draft(), fixture()))
    assert (last.field, last.question) == ("paragraphs", f"Does the text break this rule: {CALM}")
    assert last.message == f"It breaks the rule of tone: {CALM}"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"minWords": 50, "maxWords": 40}, "minWords 50 is above maxWords 40"),
        ({"maxWords": 401}, "maxWords"),
        ({"minWords": -1}, "minWords"),
        ({"maxWords": "many"}, "maxWords"),
        ({"tone": [CALM, CALM]}, "stands twice"),
        ({"tone": CALM}, "tone"),
        ({"tone": ["a\n## Questions"]}, "U\\+000A"),
        ({"audience": ""}, "audience"),
        ({"colour": "red"}, "colour: this key is not known"),
    ],
)
def test_options_that_do_not_fit_are_refused_by_name(options: dict[str, Any], message: str) -> None:
    with pytest.raises(BadRequest, match=f"request.json, options: .*{message}"):
        fixture(**options)


def test_the_evidence_carries_the_options_that_checks_are_made_by() -> None:
    assert fixture(minWords=0, maxWords=90).facts["options"] == {"minWords": 0, "maxWords": 90, "tone": []}


def test_praise_is_asked_about_each_paragraph_and_the_rest_about_the_whole_text() -> None:
    asked = DOMAIN.questions(draft(paragraphs=["It is out.", "It is new."]), fixture())
    assert [(one.field, one.text) for one in asked] == [
        ("paragraphs[0]", "It is out."),
        ("paragraphs[1]", "It is new."),
        ("paragraphs", "Lantern Desk 2.4.0. It is out. It is new."),
        ("paragraphs", "Lantern Desk 2.4.0. It is out. It is new."),
    ]
