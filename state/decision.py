"""What a person is asked where a machine may not decide, and what the person decided (contract, section 6)."""

from collections.abc import Collection, Mapping
from typing import Any, Literal, NamedTuple, Self

from pydantic import Field, model_validator

from ditto.state.canonical import NotStrict, digest
from ditto.state.errors import BadRequest, Denied, StaleToken
from ditto.state.record import Line, Record, Sha256
from ditto.state.review import Finding, Issue, Review

Choice = Literal["revise", "edit", "approve", "stop"]

_BROUGHT: Mapping[Choice, str] = {"revise": "issues", "edit": "draft"}


class Response(Record):
    """A person's answer to a pause: `issues` for the writer go with revise, a whole `draft` with edit."""

    token: Line
    actor: Line
    choice: Choice
    note: Line | None = None
    issues: tuple[Issue, ...] = Field(default=(), max_length=64)
    draft: dict[str, Any] | None = None

    @model_validator(mode="after")
    def _whole(self) -> Self:
        brought = {name for name in ("issues", "draft") if getattr(self, name)}
        wanted = {_BROUGHT[self.choice]} if self.choice in _BROUGHT else set[str]()
        if brought != wanted:
            raise ValueError(
                f"{self.choice} stands with {' and '.join(sorted(brought)) or 'neither issues nor draft'}, "
                f"expected {' and '.join(wanted) or 'neither issues nor draft'}"
            )
        if not all(issue.message.strip() for issue in self.issues):
            raise ValueError("an issue says nothing")
        return self


class Decision(Record):
    """A response as it is kept for good: bound to its task and version, with the id of the draft it brought."""

    fingerprint: Sha256
    version: int
    token: Sha256
    actor: Line
    choice: Choice
    note: Line | None
    issues: tuple[Issue, ...]
    draft_id: Sha256 | None
    decided_at: str


class Pause(Record):
    """What waits for a person: the version, what both gates said of it, the version before it, and the token.

    `review` is None where the critic was skipped, and `skipped` then says why; `choices` are those that are open now.
    """

    status: Literal["paused"] = "paused"
    request_id: str
    version: int
    token: Sha256
    detail: str
    choices: tuple[Choice, ...]
    draft_id: Sha256
    check_id: Sha256
    draft: dict[str, Any]
    issues: tuple[Finding, ...]
    review: Review | None
    skipped: str | None
    previous: dict[str, Any] | None


class Terms(NamedTuple):
    """What a response is held against: the pause, who may answer it, the drafts there are, a draft's form."""

    pause: Pause
    actors: Collection[str]
    draft_ids: Collection[str]
    form: type[Record]


def token_of(fingerprint: str, version: int, draft_id: str, check_id: str, review: Review | None) -> str:
    """Return the token of a version's pause; another draft, check or review has another one."""
    bound = {"fingerprint": fingerprint, "version": version, "draftId": draft_id, "checkId": check_id}
    return digest({**bound, "review": None if review is None else review.dump()})


def require_acceptable(response: Response, terms: Terms) -> Response:
    """Return a response that may be acted on.

    Raises StaleToken for a token that is not the pause's, Denied for an actor who may not answer, BadRequest
    for a choice that is not open or a draft that is no new version.
    """
    pause = terms.pause
    if response.token != pause.token:
        raise StaleToken(
            "the token is not that of what waits now", where="token", found=response.token, expected="the one shown"
        )
    if response.actor not in terms.actors:
        raise Denied(
            "the actor may not answer for this task",
            where="actor",
            found=response.actor,
            expected=f"a principal of the policy: {' or '.join(terms.actors)}",
        )
    if response.choice not in pause.choices:
        raise BadRequest(
            f"version {pause.version} cannot be answered so: {_closed(response.choice, pause)}",
            where="choice",
            found=response.choice,
            expected=" or ".join(pause.choices),
        )
    if response.draft is not None:
        _require_new(response.draft, terms)
    return response


def _closed(choice: Choice, pause: Pause) -> str:
    if choice == "approve":
        return f"{len(pause.issues)} deterministic issues are open"
    return "the task's limits admit no further version by a model"


def _require_new(document: dict[str, Any], terms: Terms) -> None:
    try:
        draft = terms.form.load(document)
    except NotStrict as cause:
        raise BadRequest("the edit is not a whole draft of this subject", where="draft", found=cause) from cause
    if draft.digest() in terms.draft_ids:
        raise BadRequest(
            "the edit is identical to a version of this task", where="draft", found=draft.digest(), expected="a change"
        )
