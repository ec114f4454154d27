"""Let the model choose the next step among the legal ones; what it chooses is validated, whatever it claims."""

from ditto.agents.asking import Prompt, ask
from ditto.agents.brief_deps import BriefDeps
from ditto.agents.prompting import fill
from ditto.state.answer import CallKey, InvalidAnswer, read_object
from ditto.state.brief import Action, RoundRecord, Step
from ditto.state.brief_run import BriefRunState
from ditto.state.brief_steps import moves
from ditto.state.errors import BadAnswer
from ditto.state.plan import plan_schema, read_plan, word_of


async def planner(state: BriefRunState, deps: BriefDeps) -> BriefRunState:
    """Plan one step, or take the plan from Memory; raises BadAnswer where it names no legal step."""
    before = deps.recorded(state.get("round", 0))
    number = before.round + 1
    step = deps.plan(number) or await _planned(before, deps)
    if before.next.kind == "plan" and deps.action(number) is None:  # elsewhere the plan is a part of its round
        await deps.keep_action(number, Action(step=before.next, planned=step))
    return {"round": before.round}


async def _planned(before: RoundRecord, deps: BriefDeps) -> Step:
    number, legal = before.round + 1, moves(deps.progress(before.round))
    prompt = Prompt(fill("brief/planner"), _question(before, legal), plan_schema(legal))
    sample = await ask(deps, deps.writer, "planner", CallKey("plan", number, "step"), prompt)
    try:
        step = read_plan(read_object(sample), legal)
    except InvalidAnswer as cause:
        raise BadAnswer("the model's plan cannot be used", where=f"round {number}", found=cause) from cause
    await deps.keep_plan(number, step)
    return step


def _question(before: RoundRecord, legal: tuple[Step, ...]) -> str:
    snapshot = before.snapshot
    tried = [f"- {one.field} in {one.source}: {one.told}" for one in snapshot.attempts]
    return fill(
        "brief/plan",
        issues="\n".join(f"- {issue.field}: {issue.message}" for issue in snapshot.issues),
        tried="\n".join(tried) or "- nothing yet",
        steps="\n".join(f"- {word_of(step)}" + (f" (in {step.source})" if step.source else "") for step in legal),
    )
