"""The report shows the text to be sent first, then every fact with its row; nothing of it is markup of the data."""

import re

import pytest
from markdown_it import MarkdownIt

from ditto.state.evidence import Evidence
from tests.tools.domains.announcement.conftest import DOMAIN, GOAL, TEXT, draft, evidence_of, fixture

READER = MarkdownIt("commonmark").enable(["table", "strikethrough"])
HOSTILE = "<script>x</script> ![x](http://h.invalid/?q=1) **b** `c` | # http://h.invalid & a@h.invalid"
LAYOUT = {"h1", "h2", "p", "ul", "li", "table", "thead", "tbody", "tr", "th", "td", "pre", "code"}


def tags(markdown: str) -> set[str]:
    """The names of all tags in the rendered report."""
    return set(re.findall(r"<([a-z0-9]+)", READER.render(markdown)))


def test_the_announcement_stands_first_and_each_fact_has_its_row(evidence: Evidence) -> None:
    markdown = DOMAIN.render(draft(), evidence, GOAL)
    assert markdown.startswith(f"# Lantern Desk 2.4.0\n\n{TEXT}\n\nNothing was sent.\n\n## Facts\n")
    assert "| release | Lantern Desk 2.4.0 | yes | title, paragraph 1 | facts-release, line 3 |" in markdown
    assert 'facts-date, line 4:\n\n```text\n  - {id: date, text: "12 January 2027"}\n```' in markdown
    assert "- Length: 27 words, from 10 to 120 are wanted (checked)" in markdown
    assert "- Never said: guaranteed; for free (checked)" in markdown


def test_a_fact_that_is_not_used_is_said_to_be_so(evidence: Evidence) -> None:
    markdown = DOMAIN.render(draft(paragraphs=["Nothing."]), evidence, GOAL)
    assert "| upgrade | existing accounts are upgraded automatically | no | not used |" in markdown


def test_tone_is_shown_as_judged_and_the_audience_as_told() -> None:
    markdown = DOMAIN.render(draft(), fixture(tone=["Be calm."], audience="schools"), GOAL)
    assert "- Audience: schools (told to the writer)\n- Be calm. (judged)" in markdown


@pytest.mark.parametrize("place", ["title", "paragraphs", "fact", "tone"])
def test_no_markup_comes_from_a_text(place: str) -> None:
    facts = f"facts: [{{id: a, text: '{HOSTILE if place == 'fact' else 'Hall'}'}}]"
    options = {"tone": [HOSTILE], "audience": HOSTILE} if place == "tone" else {}
    fields = {"title": HOSTILE, "paragraphs": [HOSTILE]} if place in ("title", "paragraphs") else {}
    markdown = DOMAIN.render(draft(**fields), evidence_of(facts, minWords=1, **options), GOAL)
    assert tags(markdown) <= LAYOUT
    assert "http://h.invalid" in READER.render(markdown)


def test_a_fact_does_not_start_a_formula() -> None:
    markdown = DOMAIN.render(draft(), evidence_of("facts: [{id: a, text: '=1+1'}]", minWords=1), GOAL)
    assert "| '=1+1 |" in markdown
