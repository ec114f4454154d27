"""Markup is found by its marks, a phrase as whole words in any case."""

import pytest

from ditto.state.language import fits, is_chinese
from ditto.state.month_names import months
from ditto.state.phrases import holds, markup


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Plain text, with a dash - and (brackets).", None),
        ("A **bold** word", "**"),
        ("[x](y)", "]("),
        ("see www.h.invalid", "www."),
        ("see https://h.invalid", "https:"),
        ("a &amp; b", "&amp;"),
        ("R & D; more", None),
        ("a | b", "|"),
    ],
)
def test_the_first_mark_of_markup_is_found(text: str, found: str | None) -> None:
    assert markup(text) == found


@pytest.mark.parametrize(
    ("text", "phrase", "held"),
    [
        ("World-Class reports", "world-class", True),
        ("The ＮＥＷ plan", "new", True),
        ("renewed", "new", False),
        ("news", "new", False),
        ("anew", "new", False),
        ("月度协同报告", "协同", True),
        ("", "new", False),
    ],
)
def test_a_phrase_is_held_as_whole_words_in_any_case(text: str, phrase: str, held: bool) -> None:
    assert holds(text, phrase) is held


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("It may march on.", []),
        ("It starts in May and by March", [("in May", 5), ("by March", 3)]),
        ("January and february", [("January", 1)]),
        ("十三月", []),
        ("十一月和一月", [("十一月", 11), ("一月", 1)]),
    ],
)
def test_months_are_named_in_order_and_words_that_are_no_months_are_not(
    text: str, named: list[tuple[str, int]]
) -> None:
    assert [(month.written, month.number) for month in months(text)] == named


@pytest.mark.parametrize(
    ("text", "goal", "right"),
    [
        ("Plain text", "Write it.", True),
        ("中文", "Write it.", False),
        ("中文 EUR", "写。", True),
        ("Plain text", "写。", False),
        ("2.4.0 EU", "写。", True),
    ],
)
def test_a_text_fits_the_language_of_the_goal(text: str, goal: str, right: bool) -> None:
    assert fits(text, goal) is right
    assert is_chinese(goal) is (goal == "写。")
