"""`ditto show` of a brief: where it stands, read from its request and Memory; runs nothing and writes nothing."""

import asyncio
from pathlib import Path
from typing import Literal

from ditto.agents.brief_history import BriefHistory
from ditto.cli.brief_progress import in_words
from ditto.cli.output import Exit, answer, say
from ditto.cli.reading import looking
from ditto.state.brief import BriefReport, BriefRequest, Flow, Snapshot, Step
from ditto.state.record import Record
from ditto.tools.brief_workspace import BriefWorkspace


class BriefStanding(Record):
    """The answer of `ditto show --json` for a brief; `snapshot` and `next` are None before the first check."""

    directory: str
    fingerprint: str
    flow: Flow
    state: Literal["new", "unfinished", "ended"]
    reason: str | None
    rounds: int
    max_rounds: int
    model_calls: int
    model_call_budget: int
    snapshot: Snapshot | None
    next: Step | None
    waits_for: str


def show_brief(directory: Path, *, as_json: bool) -> Exit:
    """Print where a brief stands."""
    standing = asyncio.run(_read(directory))
    if as_json:
        answer(standing.dump())
    else:
        _print(standing)
    return Exit.DONE


async def _read(directory: Path) -> BriefStanding:
    workspace = BriefWorkspace(directory)
    async with looking(workspace.private, lambda memory: BriefHistory(workspace=workspace, memory=memory)) as history:
        return _standing(directory, workspace.request, history)


def _standing(directory: Path, request: BriefRequest, history: BriefHistory | None) -> BriefStanding:
    last = history.round(history.rounds()) if history else None
    report = history.report() if history else None
    return BriefStanding(
        directory=str(directory),
        fingerprint=request.digest(),
        flow=request.flow,
        state="ended" if report else "unfinished" if history else "new",
        reason=report.reason if report else None,
        rounds=last.round if last else 0,
        max_rounds=request.max_rounds,
        model_calls=history.held.calls if history else 0,
        model_call_budget=request.model_call_budget,
        snapshot=last.snapshot if last else None,
        next=last.next if last else None,
        waits_for=_waits_for(directory, report),
    )


def _waits_for(directory: Path, report: BriefReport | None) -> str:
    if report:
        return f"nothing: it has ended, see {directory}/brief.md"
    return f"a run: `ditto brief resume --output {directory}`"


def _print(one: BriefStanding) -> None:
    say(f"{one.directory}: {one.flow}, {one.state}" + (f", {one.reason}" if one.reason else ""))
    for issue in one.snapshot.issues if one.snapshot else ():
        say(f"  - {issue.field}: {issue.message}")
    if one.next:
        say(f"next: {in_words(one.next)}")
    say(f"spent: {one.rounds} of {one.max_rounds} rounds, {one.model_calls} of {one.model_call_budget} model calls")
    say(f"waits for: {one.waits_for}")
