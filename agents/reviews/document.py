"""A review as one document: draftId, verdict and issues, given by the model and checked for consistency."""

import json
from collections.abc import Sequence

from ditto.agents.asking import Prompt
from ditto.agents.prompting import fill
from ditto.agents.reviews.material import Material, Put
from ditto.state.answer import InvalidAnswer, read_object
from ditto.state.canonical import Json, NotStrict
from ditto.state.review import Issue, Review, ReviewAnswer, Reviewer


async def review(put: Put, material: Material) -> Review:
    """Ask for the review of a draft; raises InvalidAnswer for a stale id or an inconsistent verdict."""
    sample, under_review = await put("document", _prompt(material)), material.proof.draft_id
    try:
        answer = ReviewAnswer.load(read_object(sample))
    except NotStrict as cause:
        raise InvalidAnswer(str(cause)) from cause
    if answer.draft_id != under_review:
        raise InvalidAnswer(f"the review names draft {answer.draft_id[:12]}…, under review is {under_review[:12]}…")
    reviewer = Reviewer(provider=sample.provider, model=sample.model, substituted=sample.substituted)
    return Review(**dict(answer), version=material.version, reviewer=reviewer)


def _prompt(material: Material) -> Prompt:
    domain, evidence, proof = material.domain, material.evidence, material.proof
    question = fill(
        "document/review",
        goal=material.goal,
        draft_id=proof.draft_id,
        draft=json.dumps(material.draft.dump(), ensure_ascii=False, indent=1),
        findings=_listed(proof.issues),
        hints=_listed(domain.hints(material.draft)),
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
