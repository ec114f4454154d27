"""The second gate: another model call judges meaning and quality; it cannot waive what the checker found."""

from dataclasses import replace

from ditto.agents.asking import Prompt, ask
from ditto.agents.deps import Deps, require_no_stop
from ditto.agents.events import Reviewed, Skipped
from ditto.agents.pausing import keep_pause
from ditto.agents.reviews import STYLES
from ditto.agents.reviews.material import Material
from ditto.state.answer import CallKey, InvalidAnswer, Sample
from ditto.state.errors import Stop
from ditto.state.report import Round
from ditto.state.review import Proof, Review
from ditto.state.run import RunState
from ditto.state.stopping import first_rule
from ditto.tools.memory import Document


async def critic(state: RunState, deps: Deps) -> RunState:
    """Review the version in work; stop where it is accepted, pause where a person has to decide."""
    version = state.get("version", 0)
    proof = deps.proof(state.get("check") or "")
    one = deps.round(version)
    review, skipped = await _judged(one, proof, deps)
    if review is not None:
        await deps.keep_review(review)
        deps.observe(Reviewed(review))
    verdict = review.verdict if review else None
    if paused := deps.held.get("pause", str(version)):
        return {"verdict": verdict, "pause": paused["token"]}
    if str(version + 1) in deps.held.names("version"):
        return {"verdict": verdict}  # A replay: what followed was decided then, whatever the clock says now.
    edited = one.origin == "human"
    standing = replace(
        deps.standing(version),
        accepted=verdict == "pass" and not proof.issues,
        verdict=verdict,
        skipped=skipped,
        edited=edited,
        writes=edited,
        asks=edited,
    )
    rule = first_rule(standing)
    if rule is not None and rule.pauses(standing):
        return {"verdict": verdict, "pause": await keep_pause(deps, version, rule.detail(standing))}
    require_no_stop(standing)
    return {"verdict": verdict}


async def _judged(one: Round, proof: Proof, deps: Deps) -> tuple[Review | None, str | None]:
    """Return the review of a version, or why a person's edit has none: a spent limit never blocks a person."""
    if one.review is not None or one.skipped is not None:
        return one.review, one.skipped
    try:
        if one.origin == "human" and one.version > deps.workspace.request.max_rounds:
            raise Stop("max-rounds", f"all {deps.workspace.request.max_rounds} versions are spent")
        return await _review(one.version, proof, deps), None
    except Stop as limit:
        if one.origin != "human" or limit.reason not in ("max-rounds", "max-model-calls", "deadline"):
            raise
        await deps.held.put(Document("skip", str(one.version), {"reason": str(limit)}))
        deps.observe(Skipped(one.version, str(limit)))
        return None, str(limit)


async def _review(version: int, proof: Proof, deps: Deps) -> Review:
    style, workspace = STYLES[deps.reviewer.provider.style], deps.workspace
    evidence, draft = await deps.evidence(), deps.draft(proof.draft_id)
    material = Material(workspace.domain, evidence, workspace.request.goal, version, draft, proof)

    async def put(part: str, prompt: Prompt) -> Sample:
        return await ask(deps, deps.reviewer, "critic", CallKey("review", version, part), prompt)

    try:
        return await style(put, material)
    except InvalidAnswer as cause:
        raise Stop("invalid-review", str(cause)) from cause
