"""A plan names one legal step and a patch is exactly what the evidence proves; anything else is an invalid answer."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ditto.state.answer import InvalidAnswer
from ditto.state.brief import BriefState, SourceFacts, Step
from ditto.state.plan import difference, plan_schema, read_patch, read_plan, word_of

SEARCH = Step(kind="search", fields=("code",), source="release")
REVISE = Step(kind="revise", fields=("owner",))
MOVES = (SEARCH, REVISE)
EVIDENCE = SourceFacts(source="release", sha256="0" * 64, facts={"code": "REL-731", "owner": "team-412"})
STATE = BriefState(evidence=(EVIDENCE,))
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5) | st.sampled_from(["search code", "REL-731"]),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=5), inner, max_size=2),
    max_leaves=4,
)
ANSWERS = st.dictionaries(st.sampled_from(["step", "code", "owner", "x"]), JSON, max_size=3)


def test_a_step_is_named_by_its_kind_and_its_field() -> None:
    assert [word_of(move) for move in MOVES] == ["search code", "revise owner"]


def test_the_schema_of_a_plan_lists_every_legal_move_and_nothing_else() -> None:
    assert plan_schema(MOVES) == {
        "type": "object",
        "properties": {"step": {"type": "string", "enum": ["search code", "revise owner"]}},
        "required": ["step"],
        "additionalProperties": False,
    }


@pytest.mark.parametrize("move", MOVES, ids=word_of)
def test_a_plan_is_the_step_that_it_names(move: Step) -> None:
    assert read_plan({"step": word_of(move)}, MOVES) == move


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ({}, "the plan lacks step"),
        ({"step": "search code", "why": "x"}, "the plan has 'why', expected step alone"),
        ({"step": "search owner"}, "found 'search owner', expected search code or revise owner"),
        ({"step": "Search code"}, "not a legal step"),
        ({"step": "search code "}, "not a legal step"),
        ({"step": "end"}, "not a legal step"),
        ({"step": None}, "not a legal step: found None"),
        ({"step": ["search code"]}, "not a legal step"),
        ({"step": "x" * 5000}, "xxx..., expected"),
    ],
)
def test_a_plan_that_names_no_legal_step_is_invalid(answer: dict[str, Any], reason: str) -> None:
    with pytest.raises(InvalidAnswer) as invalid:
        read_plan(answer, MOVES)
    assert reason in str(invalid.value)
    assert len(str(invalid.value)) < 400


def test_no_plan_is_legal_where_there_is_no_move() -> None:
    with pytest.raises(InvalidAnswer, match="expected none"):
        read_plan({"step": "search code"}, ())


def test_a_patch_of_the_evidences_values_is_taken_in_the_order_that_was_asked_for() -> None:
    patch = read_patch({"owner": "team-412", "code": "REL-731"}, ["code", "owner"], STATE)
    assert list(patch.items()) == [("code", "REL-731"), ("owner", "team-412")]


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ({}, "the patch lacks code"),
        ({"owner": "team-412"}, "the patch has 'owner', expected code alone"),
        ({"code": "REL-731", "owner": "team-412"}, "the patch has 'owner', expected code alone"),
        ({"code": "REL-732"}, "the field code differs at character 7: found 'REL-732', expected 'REL-731'"),
        ({"code": "REL-731 "}, "found 'REL-731 ', expected 'REL-731'"),
        ({"code": "rel-731"}, "found 'rel-731'"),
        ({"code": ""}, "found ''"),
        ({"code": None}, "found None"),
        ({"code": ["REL-731"]}, "found ['REL-731']"),
    ],
)
def test_a_patch_that_is_not_what_the_evidence_says_is_invalid(answer: dict[str, Any], reason: str) -> None:
    with pytest.raises(InvalidAnswer) as invalid:
        read_patch(answer, ["code"], STATE)
    assert reason in str(invalid.value)


def test_a_value_without_evidence_is_invalid_whatever_it_is() -> None:
    with pytest.raises(InvalidAnswer, match="the field deadline has no evidence"):
        read_patch({"deadline": "2026-12-01"}, ["deadline"], STATE)


@given(ANSWERS)
def test_any_object_is_a_legal_step_or_an_invalid_answer(answer: dict[str, Any]) -> None:
    try:
        assert read_plan(answer, MOVES) in MOVES
    except InvalidAnswer as invalid:
        assert str(invalid)


@given(ANSWERS)
def test_any_object_is_the_proven_patch_or_an_invalid_answer(answer: dict[str, Any]) -> None:
    try:
        assert read_patch(answer, ["code"], STATE) == {"code": "REL-731"}
    except InvalidAnswer as invalid:
        assert str(invalid)


def test_where_two_values_differ_is_told_from_their_first_difference() -> None:
    assert difference("REL-1", "REL-2") == "at character 5: found 'REL-1', expected 'REL-2'"
    assert difference("REL-1x", "REL-1") == "at character 6: found 'REL-1x', expected 'REL-1'"


@pytest.mark.parametrize(("place", "start"), [(0, 0), (50, 0), (100, 0), (101, 1), (150, 50), (199, 99)])
def test_of_long_values_two_hundred_characters_around_the_difference_are_shown(place: int, start: int) -> None:
    right = "".join(chr(65 + number % 26) for number in range(300))
    found = right[:place] + "?" + right[place + 1 :]
    shown, expected = found[start : start + 200], right[start : start + 200]
    assert difference(found, right) == f"at character {place + 1}: found '{shown}', expected '{expected}'"


def test_a_value_of_two_hundred_characters_is_shown_whole() -> None:
    right = "x" * 200
    assert difference("x" * 199 + "y", right) == f"at character 200: found '{'x' * 199}y', expected '{right}'"


@pytest.mark.parametrize(("length", "shown"), [(198, "x" * 198 + "'"), (199, "x" * 199 + "...")])
def test_a_step_of_two_hundred_characters_is_told_whole_and_a_longer_one_cut(length: int, shown: str) -> None:
    with pytest.raises(InvalidAnswer) as invalid:
        read_plan({"step": "x" * length}, MOVES)
    assert f"found '{shown}, expected" in str(invalid.value)
