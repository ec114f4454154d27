"""The second gate: another model call judges meaning and quality; it cannot waive what the checker found."""

from ditto.agents.asking import require_no_stop
from ditto.agents.deps import Deps
from ditto.agents.events import Reviewed
from ditto.agents.reviews import STYLES
from ditto.state.answer import InvalidAnswer
from ditto.state.errors import Stop
from ditto.state.review import Proof, Review
from ditto.state.run import RunState
from ditto.state.stopping import Standing


async def critic(state: RunState, deps: Deps) -> RunState:
    """Review the version in work, and stop where it is accepted or a person has to decide."""
    version = state.get("version", 0)
    proof = await deps.proof(state.get("check") or "")
    review = await deps.review(version) or await _review(version, proof, deps)
    await deps.tool(deps.workspace.save_review, review)
    deps.observe(Reviewed(review))
    accepted = review.verdict == "pass" and not proof.issues
    standing = Standing(
        accepted=accepted, approval=deps.workspace.request.approval, verdict=review.verdict, version=version
    )
    require_no_stop(standing)
    return {"verdict": review.verdict}


async def _review(version: int, proof: Proof, deps: Deps) -> Review:
    draft = await deps.draft(proof.draft_id)
    style = STYLES[deps.reviewer.provider.style]
    try:
        review = await style(deps, version, draft, proof)
    except InvalidAnswer as cause:
        raise Stop("invalid-review", str(cause)) from cause
    await deps.memory.put("review", str(review.version), review.dump())
    return review
