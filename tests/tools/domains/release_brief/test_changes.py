"""The changes of a release become fields: grouped, joined, and split over numbered fields where they are too long."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ditto.tools.domains.release_brief.changes import fields_of


def test_changes_are_counted_and_grouped_by_the_type_that_they_name() -> None:
    subjects = ["feat: a", "fix(api): b", "docs: c", "feat(x)!: d", "d", "Fix: e", "feat: f"]
    assert fields_of(subjects) == {
        "changes": "7",
        "breaking": "feat(x)!: d",
        "features": "feat: a; feat: f",
        "fixes": "fix(api): b; Fix: e",
        "other": "docs: c; d",
    }


@pytest.mark.parametrize("subject", ["feature: a", "feat:a", "feat a", "a feat: b", "fix (x): a", "feat(x: a"])
def test_a_subject_that_only_resembles_a_type_is_another_change(subject: str) -> None:
    assert fields_of([subject]) == {"changes": "1", "other": subject}


def test_a_group_of_exactly_2000_characters_is_one_field() -> None:
    assert fields_of(["a" * 999, "b" * 999]) == {"changes": "2", "other": "a" * 999 + "; " + "b" * 999}


def test_a_group_of_2001_characters_goes_over_two_fields_between_its_subjects() -> None:
    assert fields_of(["a" * 999, "b" * 1000]) == {"changes": "2", "other-1": "a" * 999, "other-2": "b" * 1000}


def test_a_single_subject_that_is_too_long_is_continued_in_the_next_field() -> None:
    assert fields_of(["a" * 2001]) == {"changes": "1", "other-1": "a" * 2000, "other-2": "a"}


@given(st.lists(st.text("ab", min_size=1, max_size=900), min_size=1, max_size=12, unique=True))
def test_no_subject_is_lost_and_no_field_is_too_long(subjects: list[str]) -> None:
    facts = fields_of(subjects)
    values = [value for field, value in facts.items() if field != "changes"]
    assert max(map(len, values)) <= 2000
    assert "; ".join(values).split("; ") == subjects
