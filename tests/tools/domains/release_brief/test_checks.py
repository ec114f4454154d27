"""The deterministic gate: a field holds where it equals its source, and each other field is named with the reason."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ditto.state.brief import CatalogEntry, SourceFacts
from tests.tools.domains.release_brief.conftest import BRIEF, RELEASE, TEAM, source, spec_of, state_of


def issues(*evidence: SourceFacts, **draft: str) -> list[tuple[str, str]]:
    """The issues of a state, as field and message."""
    return [(one.field, one.message) for one in BRIEF.check(spec_of(), state_of(*evidence, **draft))]


def test_a_draft_that_equals_its_sources_has_no_issue() -> None:
    assert issues(RELEASE, TEAM, code="REL-731", owner="team-412") == []


def test_an_empty_brief_of_no_fields_has_no_issue() -> None:
    assert BRIEF.check(spec_of(required=()), state_of()) == ()


def test_each_field_has_one_issue_in_the_order_in_which_they_are_required() -> None:
    assert issues(RELEASE, owner="team-412") == [
        ("code", "not in the draft, the source release supplies its value"),
        ("owner", "no evidence: no source that was read supplies a value"),
    ]
    catalog = (CatalogEntry(id="release", fields=("code", "owner")),)
    turned = spec_of(required=("owner", "code"), catalog=catalog)
    assert [one.field for one in BRIEF.check(turned, state_of())] == ["owner", "code"]


@pytest.mark.parametrize(
    ("found", "place"),
    [("REL-732", 7), ("rel-731", 1), ("REL-731 ", 8), ("REL-73", 7), (" REL-731", 1), ("REL\u2011731", 4)],
)
def test_a_value_that_differs_by_one_character_names_the_source_and_the_place(found: str, place: int) -> None:
    (issue,) = issues(RELEASE, TEAM, code=found, owner="team-412")
    message = f"differs from what the source release says at character {place}: found {found!r}, expected 'REL-731'"
    assert issue == ("code", message)


def test_of_two_sources_the_first_is_what_a_field_is_held_against() -> None:
    other = source("zeta", code="REL-999")
    assert issues(RELEASE, other, TEAM, code="REL-731", owner="team-412") == []
    assert "the source zeta" in issues(other, RELEASE, TEAM, code="REL-731", owner="team-412")[0][1]


@pytest.mark.parametrize("place", [0, 99, 1000, 1999])
def test_of_two_long_values_the_part_is_shown_in_which_they_differ(place: int) -> None:
    right = "x" * 2000
    found = right[:place] + "\U0001f600" + right[place + 1 :]
    ((_, message),) = issues(source("release", code=right), TEAM, code=found, owner="team-412")
    assert f"at character {place + 1}: " in message and "\U0001f600" in message
    assert len(message) < 600


LONG = st.text("x'\"\\\U0010ffff", min_size=1, max_size=2000)


@given(LONG, LONG)
def test_an_issue_is_never_longer_than_a_message_may_be(found: str, right: str) -> None:
    assert len(issues(source("release", code=right), TEAM, code=found, owner="team-412")) == (found != right)


def test_an_issue_of_two_values_that_no_reader_prints_is_not_longer_either() -> None:
    ((_, message),) = issues(source("release", code="\U0010ffff" * 2000), TEAM, code="\ue000" * 2000, owner="team-412")
    assert len(message) < 600
