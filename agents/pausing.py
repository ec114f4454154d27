"""Pauses: what waits for a person, and the only way for an answer to become a decision."""

from dataclasses import replace

from ditto.agents.deps import Deps
from ditto.agents.events import Decided, Paused
from ditto.agents.history import History
from ditto.state.decision import Choice, Decision, Pause, Response, Terms, require_acceptable, token_of
from ditto.state.errors import StaleToken, Tampered
from ditto.state.report import Round
from ditto.state.stopping import first_rule
from ditto.tools.memory import Document


async def keep_pause(deps: Deps, version: int, detail: str) -> str:
    """Save that a version waits for a person, and return the token of its pause."""
    token = _token(deps, deps.round(version))
    await deps.held.put(Document("pause", str(version), {"token": token, "detail": detail}))
    deps.observe(Paused(version, token, detail))
    return token


def open_pause(history: History) -> Pause | None:
    """Return what waits for a person, or None."""
    versions = history.versions("pause")
    if not versions or history.decision(versions[-1]) is not None:
        return None
    return _pause(history, versions[-1])


async def terms(history: History) -> Terms:
    """Return what an answer is held against; raises StaleToken where nothing waits."""
    task = await history.tool(history.workspace.authorize)
    pause = open_pause(history)
    if pause is None:
        raise StaleToken("nothing waits for a decision", where=history.workspace.directory, found=_last(history))
    authenticated = history.workspace.authenticated
    actors = [one for one in task.principals if authenticated in (None, one)]
    return Terms(pause, actors, [one.draft_id for one in history.rounds()], history.workspace.domain.draft)


async def decide(deps: Deps, response: Response) -> Decision:
    """Keep an answer for good; raises Refused, and changes nothing, where it cannot be acted on."""
    held = await terms(deps)
    return await keep_decision(deps, require_acceptable(response, held), held)


async def keep_decision(deps: Deps, response: Response, held: Terms) -> Decision:
    """Save a response that is acceptable, its draft first."""
    draft = None if response.draft is None else held.form.load(response.draft)
    decision = Decision(
        fingerprint=deps.workspace.fingerprint,
        version=held.pause.version,
        token=held.pause.token,
        actor=response.actor,
        choice=response.choice,
        note=response.note,
        issues=response.issues,
        draft_id=None if draft is None else draft.digest(),
        decided_at=deps.clock().isoformat(),
    )
    brought = () if draft is None else (Document("draft", draft.digest(), draft.dump()),)
    await deps.held.put(*brought, Document("decision", str(decision.version), decision.dump()))
    deps.observe(Decided(decision))
    return decision


def _pause(history: History, version: int) -> Pause:
    saved, one = history.document("pause", str(version)), history.round(version)
    token = _token(history, one)
    if token != saved["token"]:
        raise Tampered("the pause is that of another version", where="Memory", found=saved["token"], expected=token)
    before = history.round(version - 1).draft_id if version > 1 else None
    return Pause(
        request_id=history.workspace.request.id,
        version=version,
        token=token,
        detail=saved["detail"],
        choices=_choices(history, one),
        draft_id=one.draft_id,
        check_id=one.check_id or "",
        draft=history.draft(one.draft_id).dump(),
        issues=one.issues,
        review=one.review,
        skipped=one.skipped,
        previous=None if before is None else history.draft(before).dump(),
    )


def _choices(history: History, one: Round) -> tuple[Choice, ...]:
    standing = replace(history.standing(one.version), writes=True, asks=True)
    revisable: tuple[Choice, ...] = () if first_rule(standing) else ("revise",)
    return (*(() if one.issues else ("approve",)), *revisable, "edit", "stop")


def _token(history: History, one: Round) -> str:
    if one.check_id is None:
        raise Tampered(f"version {one.version} waits for a person before it was checked", where="Memory")
    return token_of(history.workspace.fingerprint, one.version, one.draft_id, one.check_id, one.review)


def _last(history: History) -> str:
    versions = history.versions("decision")
    last = history.decision(versions[-1]) if versions else None
    return f"version {last.version} was answered by {last.actor}: {last.choice}" if last else "no pause"
