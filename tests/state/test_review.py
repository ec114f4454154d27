"""A review's verdict and issues agree, its words are exact, and it names the draft it is about."""

from typing import Any

import pytest

from ditto.state.canonical import NotStrict
from ditto.state.review import Finding, Review, ReviewAnswer

ID = "d" * 64
ISSUE = {"field": "title", "message": "too long"}
REVIEWER = {"provider": "p", "model": "m", "substituted": False}


def answer(**fields: Any) -> dict[str, Any]:
    """A consistent answer with these fields in place of its own."""
    return {"draftId": ID, "verdict": "revise", "issues": [ISSUE], **fields}


@pytest.mark.parametrize("verdict", ["revise", "needs-human"])
def test_a_verdict_with_an_issue_is_consistent(verdict: str) -> None:
    assert ReviewAnswer.load(answer(verdict=verdict)).issues[0].field == "title"


def test_a_pass_without_issues_is_consistent() -> None:
    assert ReviewAnswer.load(answer(verdict="pass", issues=[])).verdict == "pass"


INCONSISTENT: dict[str, dict[str, Any]] = {
    "a pass with issues": answer(verdict="pass"),
    "revise without issues": answer(issues=[]),
    "needs-human without issues": answer(verdict="needs-human", issues=[]),
    "other words": answer(verdict="not a pass", issues=[]),
    "a capital": answer(verdict="Pass", issues=[]),
    "a space": answer(verdict="pass ", issues=[]),
    "true for pass": answer(verdict=True, issues=[]),
    "no draft": {"verdict": "pass", "issues": []},
    "the placeholder as draft": answer(draftId="<id>"),
    "a shortened draft": answer(draftId=ID[:12]),
    "an issue without a message": answer(issues=[{"field": "title"}]),
    "an empty message": answer(issues=[{"field": "title", "message": ""}]),
    "an issue with a remedy": answer(issues=[{**ISSUE, "remedy": "shorten"}]),
    "65 issues": answer(issues=[ISSUE] * 65),
    "a field of its own": answer(confidence=0.9),
}


@pytest.mark.parametrize("document", INCONSISTENT.values(), ids=INCONSISTENT)
def test_an_inconsistent_or_malformed_answer_is_refused(document: dict[str, Any]) -> None:
    with pytest.raises(NotStrict):
        ReviewAnswer.load(document)


def test_the_last_of_two_verdicts_does_not_win() -> None:
    with pytest.raises(NotStrict, match="more than once"):
        ReviewAnswer.parse(f'{{"draftId":"{ID}","verdict":"revise","issues":[],"verdict":"pass"}}')


def test_a_kept_review_is_held_to_the_same_rule() -> None:
    kept: dict[str, Any] = {**answer(verdict="pass", issues=[]), "version": 1, "reviewer": REVIEWER, "answers": []}
    assert Review.load(kept).version == 1
    with pytest.raises(NotStrict, match="the verdict pass stands beside 1 issues"):
        Review.load({**kept, "issues": [ISSUE]})


@pytest.mark.parametrize(
    ("field", "root"),
    [
        ("limitations[0]", "limitations"),
        ("actions.1.task", "actions"),
        ("actions[1].task", "actions"),
        ("title", "title"),
    ],
)
def test_the_root_of_a_field_is_its_name_without_indexes(field: str, root: str) -> None:
    assert Finding(field=field, message="m", remedy="r").root == root
