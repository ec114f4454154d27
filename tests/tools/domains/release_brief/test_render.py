"""brief.md shows what is proven and by which bytes, what is not, and why; no markup comes from a value."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from ditto.state.brief import Attempt, BriefReason, BriefReport, BriefState, CatalogEntry, Spec
from ditto.state.brief_rounds import snapshot_of
from tests.tools.domains.release_brief.conftest import BRIEF, HOSTILE, RELEASE, TEAM, source, spec_of, state_of

READER = MarkdownIt("commonmark").enable(["table", "strikethrough"])
LAYOUT = {"h1", "h2", "p", "ul", "li", "table", "thead", "tbody", "tr", "th", "td", "strong"}
LABELS = {"code": "Release code"}
COMPLETE = state_of(RELEASE, TEAM, code="REL-731", owner="team-412")


def brief(state: BriefState, reason: BriefReason = "budget", spec: Spec | None = None) -> str:
    """The brief of a state in which a task ended after two rounds."""
    known = spec or spec_of(labels=LABELS)
    status = "completed" if reason == "goal" else "stopped"
    snapshot = snapshot_of(known, state, BRIEF.check)
    return BRIEF.render(known, BriefReport(status=status, reason=reason, rounds=2, model_calls=1, snapshot=snapshot))


def rows(markdown: str) -> list[list[str]]:
    """The cells of every row of every table."""
    found = re.findall(r"<tr>(.*?)</tr>", READER.render(markdown), re.DOTALL)
    return [re.findall(r"<td>(.*?)</td>", row) for row in found if "<td>" in row]


def tags(markdown: str) -> set[str]:
    """The names of all tags in the rendered brief."""
    return set(re.findall(r"<([a-z0-9]+)", READER.render(markdown)))


def test_a_completed_brief_shows_every_field_with_its_source_and_digest() -> None:
    markdown = brief(COMPLETE, "goal")
    assert markdown.startswith(
        "# Release brief\n\n**Completed**: every required field is proven. 2 of 2 fields proven,"
    )
    assert "after 2 rounds and 1 model call." in markdown
    assert rows(markdown) == [
        ["Release code (code)", "REL-731", "release", RELEASE.sha256],
        ["owner", "team-412", "team", TEAM.sha256],
    ]
    assert "##" not in markdown and markdown.endswith("|\n")


def test_it_says_what_is_proven_and_what_is_not() -> None:
    proof = "is, character by character, what that source's bytes state; whether the source is right is not proven."
    assert proof in brief(COMPLETE, "goal") and proof in brief(state_of())


@pytest.mark.parametrize(
    ("reason", "words"),
    [
        ("blocked", "a missing field has no source left to try"),
        ("round-limit", "the limit of rounds was reached"),
        ("budget", "the budget of model calls does not cover the next round"),
    ],
)
def test_a_stopped_brief_says_why_in_words(reason: BriefReason, words: str) -> None:
    assert f"**Stopped**: {words}. 1 of 2 fields proven" in brief(state_of(RELEASE, code="REL-731"), reason)


@pytest.mark.parametrize(
    ("state", "row"),
    [
        (state_of(RELEASE), ["Release code (code)", "", "not in the draft", ""]),
        (state_of(RELEASE, code="REL-732"), ["Release code (code)", "REL-732", "not proven", ""]),
        (state_of(code="REL-731"), ["Release code (code)", "REL-731", "not proven", ""]),
    ],
)
def test_a_value_that_no_evidence_proves_has_no_source_and_no_digest(state: BriefState, row: list[str]) -> None:
    assert rows(brief(state))[0] == row


def test_a_value_cannot_say_of_itself_that_it_is_proven() -> None:
    (row, _) = rows(brief(state_of(code=f"REL-731 | release | {RELEASE.sha256} |")))
    assert row[2:] == ["not proven", ""]


def missing_line(*attempts: Attempt, state: BriefState | None = None) -> str:
    """What the brief says of a code that three sources may supply."""
    catalog = tuple(CatalogEntry(id=name, fields=("code",)) for name in ("archive", "release", "zeta"))
    spec = spec_of(required=("code",), catalog=catalog, labels=LABELS)
    known = (state or state_of()).model_copy(update={"attempts": attempts})
    (line,) = [line for line in brief(known, spec=spec).splitlines() if line.startswith("- ")]
    return line


def test_a_missing_field_names_what_was_tried_and_what_could_still_supply_it() -> None:
    absent = Attempt(field="code", source="archive", outcome="no-file")
    silent = Attempt(field="code", source="release", outcome="no-fact")
    assert missing_line() == "- Release code (code): no source was tried; not tried yet: archive, release, zeta."
    assert missing_line(absent) == "- Release code (code): archive has no file; not tried yet: release, zeta."
    assert missing_line(absent, silent).endswith("archive has no file, release does not state it; not tried yet: zeta.")


def test_a_missing_field_whose_sources_are_used_up_says_so() -> None:
    attempts = [Attempt(field="code", source=name, outcome="no-file") for name in ("archive", "release", "zeta")]
    assert missing_line(*attempts).endswith("zeta has no file; no source is left to try.")


def test_a_source_that_is_evidence_and_silent_counts_as_read() -> None:
    state = state_of(source("release", owner="team-412"))
    assert missing_line(state=state).endswith("release does not state it; not tried yet: archive, zeta.")


def test_an_attempt_for_another_field_says_nothing_of_this_one() -> None:
    other = Attempt(field="owner", source="archive", outcome="no-file")
    assert "not tried yet: archive, release, zeta." in missing_line(other)


def test_a_field_that_no_source_names_says_so() -> None:
    assert "- owner: no source of the catalog supplies it." in brief(state_of(), spec=spec_of(catalog=()))


def test_sources_that_disagree_are_shown_with_their_values() -> None:
    state = state_of(RELEASE, TEAM, source("zeta", code="REL-999"), code="REL-731", owner="team-412")
    markdown = brief(state, "goal")
    assert "## Sources that disagree" in markdown
    assert rows(markdown)[2:] == [
        ["Release code (code)", "release", "REL-731"],
        ["Release code (code)", "zeta", "REL-999"],
    ]
    assert "The brief takes the value of the first source of each field." in markdown


def test_a_disagreement_about_a_field_that_is_not_required_is_left_out() -> None:
    state = state_of(source("release", code="a", note="b"), source("zeta", note="c"), TEAM)
    assert "disagree" not in brief(state)


def test_a_brief_of_no_fields_says_so() -> None:
    assert "No fields are required." in brief(state_of(), "goal", spec_of(required=(), catalog=()))


VALUES = st.text(
    st.sampled_from("ab1 .)-+=#>*_`~[]()!<>&;:/\\|$@'\"") | st.characters(exclude_categories=["C", "Zl", "Zp"]),
    min_size=1,
).filter(str.strip)


@given(VALUES | st.sampled_from([HOSTILE, "[x](http://h.invalid)", "<b>", "http://h.invalid", "=1+1", "a | b", "---"]))
def test_no_markup_link_or_formula_comes_from_a_value_or_a_label(text: str) -> None:
    state = state_of(source("release", code=text), source("zeta", code=f"{text}z"), code=text, owner=text)
    markdown = brief(state, spec=spec_of(labels={"code": text, "owner": text}))
    assert tags(markdown) <= LAYOUT
    assert "http://" not in markdown
    cells = [cell for row in rows(markdown) for cell in row]
    assert len(cells) == 2 * 4 + 2 * 3
    assert [cell for cell in cells if cell[:1] in ("=", "+", "@")] == []
