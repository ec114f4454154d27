"""An answer is one JSON object, in one code fence at most; its cause is named where it is not."""

import pytest

from ditto.state.answer import InvalidAnswer, Sample, read_object
from ditto.state.report import Tokens

OBJECT = '{"title": "T", "list": [1, {"a": "b"}]}'
READ = {"title": "T", "list": [1, {"a": "b"}]}


def sample(text: str, finish_reason: str | None = "stop", refusal: str | None = None) -> Sample:
    """An answer as a client returns it."""
    return Sample(
        text=text,
        finish_reason=finish_reason,
        refusal=refusal,
        provider="p",
        model="m",
        substituted=False,
        tokens=Tokens(),
    )


READABLE = {
    "bare": OBJECT,
    "with space around": f"\n  {OBJECT}\n\n",
    "in a fence": f"```json\n{OBJECT}\n```",
    "in a fence without a language": f"```\n{OBJECT}\n```",
    "in a fence with space after its language": f"```json  \n{OBJECT}\n```\n",
    "in a fence that closes on the last line": f"```json\n{OBJECT}```",
}


@pytest.mark.parametrize("text", READABLE.values(), ids=READABLE)
def test_an_answer_is_read(text: str) -> None:
    assert read_object(sample(text)) == READ


def test_a_fence_may_hold_backticks_in_a_string() -> None:
    assert read_object(sample('```json\n{"a": "use `x` or ```y```"}\n```')) == {"a": "use `x` or ```y```"}


@pytest.mark.parametrize("finish_reason", ["stop", None, "tool_calls"])
def test_an_answer_that_was_not_cut_is_read_whatever_ended_it(finish_reason: str | None) -> None:
    assert read_object(sample(OBJECT, finish_reason)) == READ


PROSE = {
    "words before": f"Here it is: {OBJECT}",
    "words after": f"{OBJECT}\nI hope this helps.",
    "words before a fence": f"Here:\n```json\n{OBJECT}\n```",
    "words after a fence": f"```json\n{OBJECT}\n```\nDone.",
    "two fences": f"```json\n{OBJECT}\n```\n```json\n{OBJECT}\n```",
    "a fence within a fence": f"```\n```json\n{OBJECT}\n```\n```",
    "a fence that does not close": f"```json\n{OBJECT}",
    "a fence of another language": f"```python\n{OBJECT}\n```",
    "reasoning first": f"<think>hm</think>{OBJECT}",
    "a cut object that says that it is whole": '{"title":"T", ',
    "two objects": OBJECT + OBJECT,
    "no number": '{"metrics":{"baselineNetCents":NaN}}',
    "a lone surrogate": '{"title":"Q3 \\ud800"}',
}


@pytest.mark.parametrize("text", PROSE.values(), ids=PROSE)
def test_other_text_is_not_repaired(text: str) -> None:
    with pytest.raises(InvalidAnswer):
        read_object(sample(text))


UNUSABLE = {
    "truncated": (sample('{"title":"T",', "length"), "truncated"),
    "truncated though whole": (sample(OBJECT, "length"), "truncated"),
    "refused": (sample("", refusal="I cannot help with that"), "the model refused: I cannot help with that"),
    "refused beside a text": (sample(OBJECT, refusal="no"), "the model refused: no"),
    "filtered": (sample("", "content_filter"), "refused: .*content filter"),
    "empty": (sample(""), "empty: an answer without text"),
    "blank": (sample(" \n\t"), "empty: an answer without text"),
}


@pytest.mark.parametrize(("given", "cause"), UNUSABLE.values(), ids=UNUSABLE)
def test_the_cause_of_an_unusable_answer_is_named(given: Sample, cause: str) -> None:
    with pytest.raises(InvalidAnswer, match=cause):
        read_object(given)


def test_a_refusal_is_shown_in_part() -> None:
    with pytest.raises(InvalidAnswer) as invalid:
        read_object(sample("", refusal="no " * 500))
    assert len(str(invalid.value)) < 250
