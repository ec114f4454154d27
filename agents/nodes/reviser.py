"""Fill in the fields that a round is for: one model call, whose values must be those of the evidence."""

from ditto.agents.asking import Prompt, ask
from ditto.agents.brief_deps import BriefDeps
from ditto.agents.prompting import fill
from ditto.state.answer import CallKey, InvalidAnswer, read_object
from ditto.state.brief import Action, RoundRecord
from ditto.state.brief_run import BriefRunState
from ditto.state.errors import BadAnswer
from ditto.state.plan import read_patch


async def reviser(state: BriefRunState, deps: BriefDeps) -> BriefRunState:
    """Make one revision, or take it from Memory; raises BadAnswer where a value differs from its source."""
    before = deps.recorded(state.get("round", 0))
    number, step = before.round + 1, before.next
    if deps.action(number) is None:
        sample = await ask(deps, deps.writer, "reviser", CallKey("fill", number, "patch"), _prompt(before, deps))
        try:
            patch = read_patch(read_object(sample), step.fields, before.snapshot)
        except InvalidAnswer as cause:
            raise BadAnswer("the model's patch cannot be used", where=f"round {number}", found=cause) from cause
        await deps.keep_action(number, Action(step=step, patch=patch))
    return {"round": before.round}


def _prompt(before: RoundRecord, deps: BriefDeps) -> Prompt:
    domain, fields = deps.workspace.domain, before.next.fields
    evidence = domain.describe(before.snapshot, fields)
    question = fill("brief/fill", fields=", ".join(fields), evidence=evidence)
    return Prompt(domain.instructions, question, domain.patch_schema(fields))
