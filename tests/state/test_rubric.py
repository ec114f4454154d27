"""The questions of a rubric's page."""

from ditto.state.rubric import Asked, asked_in


def test_a_question_is_a_field_its_question_and_what_a_yes_means() -> None:
    rubric = "# Rubric\n\n- Owners are roles.\n\n## Questions\n\n- actions: Does it name a person?\n  It names one.\n- title: Half?\n"
    assert list(asked_in(rubric)) == [Asked("actions", "Does it name a person?", "It names one.")]
