"""A review as one document: draftId, verdict and issues, given by the model and checked for consistency."""

import json
from collections.abc import Sequence
from typing import Any

from ditto.agents.asking import Prompt, ask
from ditto.agents.deps import Deps
from ditto.agents.prompting import fill
from ditto.state.answer import CallKey, InvalidAnswer, read_object
from ditto.state.canonical import Json, NotStrict
from ditto.state.review import Issue, Proof, Review, ReviewAnswer, Reviewer


async def review(deps: Deps, version: int, draft: Any, proof: Proof) -> Review:
    """Ask for the review of a version; raises InvalidAnswer for a stale id or an inconsistent verdict."""
    sample = await ask(
        deps, deps.reviewer, "critic", CallKey("review", version, "document"), await _prompt(deps, draft, proof)
    )
    try:
        answer = ReviewAnswer.load(read_object(sample))
    except NotStrict as cause:
        raise InvalidAnswer(str(cause)) from cause
    if answer.draft_id != proof.draft_id:
        raise InvalidAnswer(f"the review names draft {answer.draft_id[:12]}…, under review is {proof.draft_id[:12]}…")
    reviewer = Reviewer(provider=sample.provider, model=sample.model, substituted=sample.substituted)
    return Review(**dict(answer), version=version, reviewer=reviewer)


async def _prompt(deps: Deps, draft: Any, proof: Proof) -> Prompt:
    domain = deps.workspace.domain
    evidence = await deps.evidence()
    question = fill(
        "document/review",
        goal=deps.workspace.request.goal,
        draft_id=proof.draft_id,
        draft=json.dumps(draft.dump(), ensure_ascii=False, indent=1),
        findings=_listed(proof.issues),
        hints=_listed(domain.hints(draft)),
    )
    system = fill("document/critic", rubric=domain.rubric(evidence), evidence=domain.describe(evidence))
    return Prompt(system, question, _schema(proof.draft_id))


def _listed(issues: Sequence[Issue]) -> str:
    return "\n".join(f"- {issue.field}: {issue.message}" for issue in issues) or "none"


def _schema(draft_id: str) -> Json:
    text = {"type": "string"}
    issue = {
        "type": "object",
        "properties": {"field": text, "message": text},
        "required": ["field", "message"],
        "additionalProperties": False,
    }
    properties = {
        "draftId": {"type": "string", "enum": [draft_id]},
        "issues": {"type": "array", "items": issue},
        "verdict": {"type": "string", "enum": ["pass", "revise", "needs-human"]},
    }
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}
