"""Write the next version: a complete new draft from the facts, the previous draft and all its issues."""

import json
from collections.abc import Sequence
from typing import Any

from ditto.agents.asking import Prompt, ask
from ditto.agents.deps import Deps, require_no_stop
from ditto.agents.events import Drafted
from ditto.agents.prompting import fill
from ditto.state.answer import CallKey, InvalidAnswer, Sample, read_object
from ditto.state.canonical import NotStrict
from ditto.state.errors import Stop, Tampered
from ditto.state.evidence import Evidence
from ditto.state.report import Round
from ditto.state.review import Finding, Issue
from ditto.state.rubric import UNJUDGED
from ditto.state.run import RunState
from ditto.state.stopping import Standing


async def writer(state: RunState, deps: Deps) -> RunState:
    """Make one version, or take it from Memory."""
    rounds = deps.rounds()
    last = state.get("version", 0)
    _require_sent_back(last, deps)
    require_no_stop(Standing(writes=True, version=last, max_rounds=deps.workspace.request.max_rounds))
    if len(rounds) > last:
        return _stands(last + 1, rounds[last].draft_id)
    previous = rounds[-1] if rounds else None
    prompt = await _revise(deps, previous) if previous else await _generate(deps)
    sample = await ask(
        deps, deps.writer, "writer", CallKey("revise" if previous else "generate", last + 1, "draft"), prompt
    )
    draft = _read(deps, sample)
    _require_progress(draft.digest(), rounds, last + 1)
    draft_id = await deps.keep_version(last + 1, draft, "model")
    before = deps.draft(previous.draft_id) if previous else None
    deps.observe(Drafted(last + 1, "model", draft.dump(), before and before.dump()))
    return _stands(last + 1, draft_id)


def _stands(version: int, draft_id: str) -> RunState:
    return {"version": version, "draft": draft_id, "check": None, "verdict": None, "pause": None}


def _require_sent_back(version: int, deps: Deps) -> None:
    """Nothing is written over a version that waits for a person, whatever the graph's state says."""
    if deps.held.get("pause", str(version)) is None:
        return
    decision = deps.decision(version)
    if decision is None or decision.choice != "revise":
        raise Tampered(
            "the graph's state passes by a person's decision; without checkpoints.sqlite the task goes on from Memory",
            where="state.pause",
            found=decision.choice if decision else "no decision",
            expected="revise",
        )


def _read(deps: Deps, sample: Sample) -> Any:
    try:
        return deps.workspace.domain.draft.load(read_object(sample))
    except (InvalidAnswer, NotStrict) as cause:
        raise Stop("invalid-draft", str(cause)) from cause


def _require_progress(draft_id: str, rounds: Sequence[Round], version: int) -> None:
    repeated = next((one.version for one in rounds if one.draft_id == draft_id), None)
    require_no_stop(Standing(repeated=repeated, version=version))


def _system(deps: Deps, evidence: Evidence) -> str:
    domain = deps.workspace.domain
    return fill("writer", instructions=domain.instructions(evidence), evidence=domain.describe(evidence))


async def _generate(deps: Deps) -> Prompt:
    goal, evidence = deps.workspace.request.goal, await deps.evidence()
    schema = deps.workspace.domain.schema(evidence, goal, {})
    return Prompt(_system(deps, evidence), fill("generate", goal=goal), schema)


async def _revise(deps: Deps, previous: Round) -> Prompt:
    goal, domain = deps.workspace.request.goal, deps.workspace.domain
    evidence = await deps.evidence()
    draft = deps.draft(previous.draft_id)
    decision = deps.decision(previous.version)
    judged = previous.review.issues if previous.review else ()
    issues = [*previous.issues, *judged, *(decision.issues if decision else ())]
    found = [issue for issue in issues if issue.message != UNJUDGED]
    proven = domain.proven(draft, found) if previous.origin == "model" else {}
    kept = domain.kept(draft, issues)
    name = "mend" if any(issue.root in kept for issue in issues) else "revise"
    question = fill(name, goal=goal, kept=json.dumps(kept, ensure_ascii=False), issues=_listed(issues))
    return Prompt(_system(deps, evidence), question, domain.schema(evidence, goal, proven))


def _listed(issues: Sequence[Issue]) -> str:
    lines = [
        f"- {issue.field}: {issue.message}" + (f" {issue.remedy}" if isinstance(issue, Finding) else "")
        for issue in issues
    ]
    return "\n".join(dict.fromkeys(lines))
