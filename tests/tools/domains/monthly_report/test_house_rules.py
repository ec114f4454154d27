"""House rules are told to writer and reviewer, checked where a program can tell, and named by the report."""

from typing import Any

import pytest

from ditto.state.errors import BadRequest
from tests.tools.domains.monthly_report.conftest import DOMAIN, GOAL, draft, evidence_of

ROWS = "2026-07,120000,6000\n2026-08,150000,9000\n"
RULES: dict[str, Any] = {
    "items": ["Say that the figures are not audited."],
    "requiredSections": ["Audit status", "Scope"],
    "forbiddenWords": ["synergy", "world-class", "协同"],
}
EVIDENCE = evidence_of(ROWS, houseRules=RULES)
SECTIONS = [
    {"title": "Audit status", "text": "The figures are not audited."},
    {"title": "Scope", "text": "The table holds two months of one source."},
]


def found(**fields: Any) -> list[tuple[str, str]]:
    """Return field and message of each finding on a right draft with these fields."""
    return [(one.field, one.message) for one in DOMAIN.check(draft(**fields), EVIDENCE, GOAL)]


def test_a_draft_with_every_required_section_passes() -> None:
    assert found(sections=SECTIONS) == []


@pytest.mark.parametrize(
    "sections", [[], SECTIONS[:1], SECTIONS[::-1], [*SECTIONS, {"title": "More", "text": "More."}]]
)
def test_sections_must_be_those_of_the_rules_in_their_order(sections: list[dict[str, str]]) -> None:
    ((field, message),) = found(sections=sections)
    assert field == "sections"
    assert message.endswith("the house rules require Audit status, Scope, in this order")


def test_a_section_passes_the_checks_of_every_other_text() -> None:
    wrong = [SECTIONS[0], {"title": "Scope", "text": "The table holds 999 rows."}]
    assert found(sections=wrong) == [("sections[1].text", "not a figure of the source or computed from it: 999")]
    (finding,) = DOMAIN.check(draft(sections=wrong), EVIDENCE, GOAL)
    assert finding.remedy == "Write a new sentence for the section, from the facts alone."


@pytest.mark.parametrize("text", ["Synergy reports", "The SYNERGY of reports", "A world-class report"])
def test_a_forbidden_word_is_a_finding_in_any_case(text: str) -> None:
    ((field, message),) = found(sections=SECTIONS, title=text)
    assert field == "title"
    assert message.startswith("holds what the house rules forbid: ")


@pytest.mark.parametrize("text", ["Synergyst report", "World class report"])
def test_a_part_of_another_word_is_not_forbidden(text: str) -> None:
    assert found(sections=SECTIONS, title=text) == []


def test_a_word_of_a_script_without_spaces_is_found_within_a_text() -> None:
    assert ("title", "holds what the house rules forbid: 协同") in found(sections=SECTIONS, title="月度协同报告")


def test_writer_and_reviewer_are_told_the_items() -> None:
    assert "- Say that the figures are not audited." in DOMAIN.instructions(EVIDENCE)
    assert '"Audit status", "Scope"' in DOMAIN.instructions(EVIDENCE)
    before, _, _ = DOMAIN.rubric(EVIDENCE).partition("## Questions")
    assert "- House rule: Say that the figures are not audited." in before
    question = DOMAIN.questions(draft(sections=SECTIONS), EVIDENCE)[-1]
    assert question.field == "rubric[0]"
    assert question.question == "Does the text break this rule: Say that the figures are not audited."
    assert "The figures are not audited." in question.text


def test_the_answer_must_have_the_sections() -> None:
    schema: Any = DOMAIN.schema(EVIDENCE, GOAL, {})
    sections = schema["properties"]["sections"]
    assert (sections["minItems"], sections["maxItems"]) == (2, 2)
    assert sections["items"]["properties"]["title"]["enum"] == ["Audit status", "Scope"]


def test_the_report_has_the_sections_and_names_the_rules() -> None:
    report = DOMAIN.render(draft(sections=SECTIONS), EVIDENCE, GOAL)
    assert "## Audit status\n\nThe figures are not audited." in report
    assert "- Say that the figures are not audited. (judged)" in report
    assert "- Required sections: Audit status, Scope (checked)" in report
    assert "- Never used: synergy, world-class, 协同 (checked)" in report


def test_without_rules_nothing_is_said_of_them() -> None:
    plain = evidence_of(ROWS)
    assert "House" not in DOMAIN.instructions(plain) + DOMAIN.rubric(plain) + DOMAIN.render(draft(), plain, GOAL)
    assert "sections" not in str(DOMAIN.schema(plain, GOAL, {})) + str(draft().dump())


@pytest.mark.parametrize(
    ("rules", "reason"),
    [
        ({"items": ["a", "a"]}, "'a' stands twice"),
        ({"words": ["a"]}, "houseRules.words: this key is not known"),
        ({"forbiddenWords": [" "]}, "is blank"),
        ({"items": ["a\n## Questions"]}, "holds the control character U\\+000A"),
    ],
)
def test_rules_that_do_not_fit_are_refused(rules: dict[str, Any], reason: str) -> None:
    with pytest.raises(BadRequest, match=reason):
        evidence_of(ROWS, houseRules=rules)
