"""A response is whole, a token is bound to all that was shown, and only what is open may be answered."""

from typing import Any

import pytest

from ditto.state.canonical import NotStrict, digest
from ditto.state.decision import Pause, Response, Terms, require_acceptable, token_of
from ditto.state.errors import BadRequest, Denied, DittoError, StaleToken
from ditto.state.record import Line, Record
from ditto.state.review import Finding, Review, Reviewer

ISSUE = {"field": "title", "message": "Shorter."}
REVIEWER = Reviewer(provider="p", model="m", substituted=False)


class Note(Record):
    """A small draft."""

    title: Line


def response(**fields: Any) -> Response:
    """An approval with these fields in place of its own."""
    return Response.load({"token": "a" * 64, "actor": "analyst", "choice": "approve", **fields})


def pause(**fields: Any) -> Pause:
    """A pause in which everything is open, with these fields in place of its own."""
    bound = {"request_id": "r", "version": 2, "token": "a" * 64, "detail": "d", "draft_id": "b" * 64}
    shown = {"check_id": "c" * 64, "draft": {}, "issues": (), "review": None, "skipped": None, "previous": None}
    return Pause(**{"choices": ("approve", "revise", "edit", "stop"), **bound, **shown, **fields})


def held(shown: Pause, *actors: str) -> Terms:
    """What answers to the pause are held against."""
    return Terms(shown, actors or ("analyst", "editor"), {Note(title="Old").digest()}, Note)


WHOLE: list[dict[str, Any]] = [
    {"choice": "approve"},
    {"choice": "stop"},
    {"choice": "approve", "note": "Good."},
    {"choice": "stop", "note": "Not now."},
    {"choice": "revise", "issues": [ISSUE]},
    {"choice": "revise", "issues": [ISSUE] * 64, "note": "All of it."},
    {"choice": "edit", "draft": {"title": "New"}},
]


@pytest.mark.parametrize("fields", WHOLE)
def test_a_response_that_brings_what_its_choice_needs_is_read(fields: dict[str, Any]) -> None:
    assert response(**fields).dump() == {
        "token": "a" * 64,
        "actor": "analyst",
        "note": None,
        "issues": [],
        "draft": None,
        **fields,
    }


BROKEN: dict[str, tuple[dict[str, Any], str]] = {
    "nothing to revise": ({"choice": "revise"}, "revise stands with neither issues nor draft, expected issues"),
    "an empty list of issues": ({"choice": "revise", "issues": []}, "expected issues"),
    "no draft to edit": ({"choice": "edit"}, "edit stands with neither issues nor draft, expected draft"),
    "an empty draft": ({"choice": "edit", "draft": {}}, "expected draft"),
    "issues with an approval": ({"issues": [ISSUE]}, "approve stands with issues, expected neither issues nor draft"),
    "a draft with an approval": ({"draft": {"title": "x"}}, "approve stands with draft, expected neither"),
    "issues with a stop": ({"choice": "stop", "issues": [ISSUE]}, "stop stands with issues, expected neither"),
    "both with an edit": (
        {"choice": "edit", "draft": {"title": "x"}, "issues": [ISSUE]},
        "edit stands with draft and issues, expected draft",
    ),
    "both with a revision": (
        {"choice": "revise", "draft": {"title": "x"}, "issues": [ISSUE]},
        "revise stands with draft and issues, expected issues",
    ),
    "a draft with a revision": ({"choice": "revise", "draft": {"title": "x"}}, "revise stands with draft, expected"),
    "an issue that is blank": (
        {"choice": "revise", "issues": [ISSUE, {"field": "title", "message": " \n"}]},
        "an issue says nothing",
    ),
    "65 issues": ({"choice": "revise", "issues": [ISSUE] * 65}, "issues: "),
    "another choice": ({"choice": "publish"}, "choice: "),
    "no choice": ({"choice": None}, "choice: "),
    "a note of two lines": ({"note": "a\nb"}, "note: "),
    "a blank actor": ({"actor": " "}, "actor: "),
    "an unknown key": ({"because": "x"}, "because: this key is not known"),
}


@pytest.mark.parametrize(("fields", "words"), BROKEN.values(), ids=BROKEN)
def test_a_response_that_does_not_fit_its_choice_is_refused(fields: dict[str, Any], words: str) -> None:
    with pytest.raises(NotStrict, match=words):
        response(**fields)


REVIEW = Review(draft_id="b" * 64, verdict="pass", issues=(), version=2, reviewer=REVIEWER)
BOUND: dict[str, Any] = {"fingerprint": "f" * 64, "version": 2, "draft_id": "b" * 64, "check_id": "c" * 64}
OTHERS: dict[str, dict[str, Any]] = {
    "task": {"fingerprint": "e" * 64},
    "version": {"version": 3},
    "draft": {"draft_id": "e" * 64},
    "check": {"check_id": "e" * 64},
    "review": {"review": REVIEW.model_copy(update={"verdict": "needs-human"})},
    "reviewer": {
        "review": REVIEW.model_copy(update={"reviewer": Reviewer(provider="p", model="n", substituted=False)})
    },
    "no review": {"review": None},
}


@pytest.mark.parametrize("other", OTHERS.values(), ids=OTHERS)
def test_another_part_gives_another_token(other: dict[str, Any]) -> None:
    assert token_of(**{**BOUND, "review": REVIEW, **other}) != token_of(**BOUND, review=REVIEW)


@pytest.mark.parametrize("review", [REVIEW, None])
def test_the_token_is_the_digest_of_what_it_is_bound_to(review: Review | None) -> None:
    document = {"fingerprint": "f" * 64, "version": 2, "draftId": "b" * 64, "checkId": "c" * 64}
    assert token_of(**BOUND, review=review) == digest({**document, "review": review.dump() if review else None})


ISSUED = Finding(field="title", message="m", remedy="r")
SPENT = {"choices": ("approve", "edit", "stop")}
OPEN = {"choices": ("edit", "stop"), "issues": (ISSUED, ISSUED)}
REFUSED: dict[str, tuple[dict[str, Any], dict[str, Any], type[DittoError], str, str]] = {
    "another token": ({"token": "e" * 64}, {}, StaleToken, "token", "not that of what waits now"),
    "no token": ({"token": "x"}, {}, StaleToken, "token", "not that of what waits now"),
    "nobody known": ({"actor": "mallory"}, {}, Denied, "actor", "found mallory, .*: analyst or editor$"),
    "an approval over issues": (
        {},
        OPEN,
        BadRequest,
        "choice",
        "version 2 .*: 2 deterministic issues are open: .*edit or stop$",
    ),
    "a revision over the limits": (
        {"choice": "revise", "issues": [ISSUE]},
        SPENT,
        BadRequest,
        "choice",
        "version 2 .*: the task's limits admit no further version by a model: .* approve or edit or stop$",
    ),
    "a draft of another form": (
        {"choice": "edit", "draft": {"name": "x"}},
        {},
        BadRequest,
        "draft",
        "title: this key is missing",
    ),
    "a draft that is there": (
        {"choice": "edit", "draft": {"title": "Old"}},
        {},
        BadRequest,
        "draft",
        "identical to a version",
    ),
}


@pytest.mark.parametrize(("given", "shown", "error", "where", "words"), REFUSED.values(), ids=REFUSED)
def test_a_response_that_may_not_be_acted_on_is_refused_with_its_reason(
    given: dict[str, Any], shown: dict[str, Any], error: type[DittoError], where: str, words: str
) -> None:
    with pytest.raises(error, match=words) as refused:
        require_acceptable(response(**given), held(pause(**shown)))
    assert (type(refused.value), refused.value.where) == (error, where)


@pytest.mark.parametrize("fields", WHOLE)
def test_what_is_open_may_be_answered_by_anyone_who_is_listed(fields: dict[str, Any]) -> None:
    for actor in ("analyst", "editor"):
        given = response(**fields, actor=actor)
        assert require_acceptable(given, held(pause())) is given


def test_the_token_is_looked_at_before_the_actor_and_the_choice_before_the_draft() -> None:
    with pytest.raises(StaleToken):
        require_acceptable(response(token="x", actor="mallory"), held(pause()))
    with pytest.raises(Denied):
        require_acceptable(response(actor="mallory"), held(pause(**OPEN)))
    with pytest.raises(BadRequest, match="cannot be answered so"):
        require_acceptable(response(choice="edit", draft={"title": "Old"}), held(pause(choices=("stop",))))


def test_a_pause_is_told_apart_from_a_report_by_its_status() -> None:
    assert pause().dump()["status"] == "paused"
    with pytest.raises(NotStrict, match="status: "):
        Pause.load({**pause().dump(), "status": "completed"})


def test_what_a_response_leaves_out_is_nothing() -> None:
    plain = Response.load({"token": "a" * 64, "actor": "analyst", "choice": "stop"})
    assert (plain.note, plain.issues, plain.draft) == (None, (), None)


def test_an_answer_that_another_pause_leaves_open_says_why_it_is_closed_here() -> None:
    with pytest.raises(BadRequest, match="the task's limits admit no further version by a model"):
        require_acceptable(response(choice="revise", issues=[ISSUE]), held(pause(choices=("stop",), issues=(ISSUED,))))
