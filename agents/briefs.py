"""The six iteration flows as calls: each makes a new task's output directory and runs it to its end."""

import asyncio
from pathlib import Path
from typing import NamedTuple

from ditto.agents.advancing import advance
from ditto.agents.brief_app import BriefApp, opened
from ditto.agents.brief_deps import BriefDeps
from ditto.agents.nodes.brief_reporter import brief_reporter
from ditto.agents.opening import App
from ditto.state.brief import BriefReport, Flow
from ditto.state.errors import Tampered
from ditto.tools.brief_creation import create_brief


class BriefInput(NamedTuple):
    """A new task: the folder of its spec and sources, its output directory, which must not exist, and its limits."""

    source: Path
    output: Path
    max_rounds: int = 24
    model_call_budget: int = 24
    keep_going: bool = False
    """Fill in every other field before ending for a field that no source supplies."""


async def run_bounded(app: BriefApp, input: BriefInput) -> BriefReport:
    """Repeat one revise step, one failing field a round."""
    return await run_brief(app, "bounded", input)


async def run_adaptive(app: BriefApp, input: BriefInput) -> BriefReport:
    """Let the model plan each retrieval and revision."""
    return await run_brief(app, "adaptive", input)


async def run_improvement(app: BriefApp, input: BriefInput) -> BriefReport:
    """Revise an existing draft field by field, and keep every version."""
    return await run_brief(app, "improvement", input)


async def run_retrieval(app: BriefApp, input: BriefInput) -> BriefReport:
    """Search until the evidence is complete, then compose the brief."""
    return await run_brief(app, "retrieval", input)


async def run_goal(app: BriefApp, input: BriefInput) -> BriefReport:
    """Check fields and sources before and after each round."""
    return await run_brief(app, "goal", input)


async def run_stop(app: BriefApp, input: BriefInput) -> BriefReport:
    """Go on or stop by goal, sources, rounds and budget."""
    return await run_brief(app, "stop", input)


async def run_brief(app: BriefApp, flow: Flow, input: BriefInput) -> BriefReport:
    """Make the output directory of a new task and run its flow to the end.

    Raises BadRequest or BadSource before anything is made where the input does not fit, BadAnswer where a model's answer
    cannot be used, an Outage where `resume_brief` can go on later, Tampered where a source changed.
    """
    await app.context.ping()  # nothing is left behind by a Redis that is down
    await asyncio.to_thread(
        create_brief,
        Path(input.source),
        Path(input.output),
        flow,
        max_rounds=input.max_rounds,
        model_call_budget=input.model_call_budget,
        keep_going=input.keep_going,
    )
    return await resume_brief(app, input.output)


async def resume_brief(app: BriefApp, output: Path | str) -> BriefReport:
    """Run a task on to its end; one that has ended is verified again. Raises Busy where another runner holds it."""
    async with opened(app, Path(output)) as one:
        deps = one.deps
        deps.lock.acquire()
        try:
            await deps.held.open(deps.workspace.fingerprint, deps.clock().isoformat())
            return await _ended(one)
        finally:
            deps.lock.release()


async def _ended(one: App[BriefDeps]) -> BriefReport:
    deps = one.deps
    if deps.report() is None:
        if deps.stop() is None:
            await deps.context.ping()
        await advance(one)
    else:
        await brief_reporter({}, deps)
    if (report := deps.report()) is None:
        raise Tampered("the graph ended without a report", where=deps.workspace.directory)
    return report
