"""Sources that supply different values for a field are found, each with its own value."""

from ditto.tools.domains.release_brief.checks import disagreements
from tests.tools.domains.release_brief.conftest import RELEASE, TEAM, source, state_of


def test_sources_that_agree_or_speak_of_other_fields_do_not_disagree() -> None:
    assert disagreements(state_of()) == ()
    assert disagreements(state_of(RELEASE, TEAM, source("zeta", code="REL-731"))) == ()


def test_every_source_of_a_field_is_named_where_one_differs() -> None:
    (found,) = disagreements(state_of(RELEASE, source("zeta", code="REL-731"), source("yard", code="REL-732"), TEAM))
    assert found.field == "code"
    assert found.claims == (("release", "REL-731"), ("zeta", "REL-731"), ("yard", "REL-732"))


def test_the_draft_has_no_part_in_it() -> None:
    assert disagreements(state_of(RELEASE, code="REL-999")) == ()
