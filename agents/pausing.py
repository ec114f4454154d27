"""Pauses: what waits for a person, and the only way for an answer to become a decision."""

from dataclasses import replace

from ditto.agents.deps import Deps
from ditto.agents.events import Decided, Paused
from ditto.agents.history import History
from ditto.state.decision import Choice, Decision, Pause, Response, Terms, require_acceptable, token_of
from ditto.state.errors import StaleToken, Tampered
from ditto.state.report import Round
from ditto.state.stopping import first_rule


async def keep_pause(deps: Deps, version: int, detail: str) -> str:
    """Save that a version waits for a person, and return the token of its pause."""
    token = await _token(deps, await deps.round(version))
    await deps.memory.put("pause", str(version), {"token": token, "detail": detail})
    deps.observe(Paused(version, token, detail))
    return token


async def open_pause(history: History) -> Pause | None:
    """Return what waits for a person, or None."""
    versions = await history.versions("pause")
    if not versions or await history.decision(versions[-1]) is not None:
        return None
    return await _pause(history, versions[-1])


async def terms(history: History) -> Terms:
    """Return what an answer is held against; raises StaleToken where nothing waits."""
    task, pause = await history.tool(history.workspace.authorize), await open_pause(history)
    if pause is None:
        raise StaleToken("nothing waits for a decision", where=history.workspace.directory, found=await _last(history))
    authenticated = history.workspace.authenticated
    actors = [one for one in task.principals if authenticated in (None, one)]
    return Terms(pause, actors, [one.draft_id for one in await history.rounds()], history.workspace.domain.draft)


async def decide(deps: Deps, response: Response) -> Decision:
    """Keep an answer for good; raises Refused, and changes nothing, where it cannot be acted on."""
    held = await terms(deps)
    return await keep_decision(deps, require_acceptable(response, held), held)


async def keep_decision(deps: Deps, response: Response, held: Terms) -> Decision:
    """Save a response that is acceptable, its draft first."""
    draft = None if response.draft is None else held.form.load(response.draft)
    if draft is not None:
        await deps.memory.put("draft", draft.digest(), draft.dump())
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
    await deps.memory.put("decision", str(decision.version), decision.dump())
    deps.observe(Decided(decision))
    return decision


async def _pause(history: History, version: int) -> Pause:
    saved, one = await history.document("pause", str(version)), await history.round(version)
    token = await _token(history, one)
    if token != saved["token"]:
        raise Tampered("the pause is that of another version", where="Memory", found=saved["token"], expected=token)
    before = (await history.round(version - 1)).draft_id if version > 1 else None
    return Pause(
        request_id=history.workspace.request.id,
        version=version,
        token=token,
        detail=saved["detail"],
        choices=await _choices(history, one),
        draft_id=one.draft_id,
        check_id=one.check_id or "",
        draft=(await history.draft(one.draft_id)).dump(),
        issues=one.issues,
        review=one.review,
        skipped=one.skipped,
        previous=None if before is None else (await history.draft(before)).dump(),
    )


async def _choices(history: History, one: Round) -> tuple[Choice, ...]:
    standing = replace(await history.standing(one.version), writes=True, asks=True)
    revisable: tuple[Choice, ...] = () if first_rule(standing) else ("revise",)
    return (*(() if one.issues else ("approve",)), *revisable, "edit", "stop")


async def _token(history: History, one: Round) -> str:
    if one.check_id is None:
        raise Tampered(f"version {one.version} waits for a person before it was checked", where="Memory")
    return token_of(history.workspace.fingerprint, one.version, one.draft_id, one.check_id, one.review)


async def _last(history: History) -> str:
    versions = await history.versions("decision")
    last = await history.decision(versions[-1]) if versions else None
    return f"version {last.version} was answered by {last.actor}: {last.choice}" if last else "no pause"
