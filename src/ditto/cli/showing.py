"""`ditto show`: where a task stands, read from its request and Memory; runs nothing and writes nothing."""

import asyncio
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

from ditto.agents.pausing import open_pause
from ditto.cli.brief_showing import show_brief
from ditto.cli.output import Exit, answer, say
from ditto.cli.reading import reading
from ditto.state.decision import Pause
from ditto.state.record import Record
from ditto.state.report import Report, Round, Status
from ditto.state.request import Request
from ditto.state.review import Finding, Issue
from ditto.tools.brief_files import is_brief
from ditto.tools.memory import TaskRecord
from ditto.tools.policy import read_request
from ditto.tools.settings import load_subjects
from ditto.tools.subjects import INSTALLED, Subjects


class Version(Record):
    """One version as Memory holds it; None where the gate has not spoken yet."""

    version: int
    draft_id: str
    origin: str
    findings: tuple[Finding, ...] | None
    verdict: str | None
    review_issues: tuple[Issue, ...]


class Spent(Record):
    """What is used of each budget."""

    rounds: int
    max_rounds: int
    model_calls: int
    max_model_calls: int
    seconds: float | None
    deadline_seconds: int
    steps: int


class Standing(Record):
    """The answer of `ditto show --json`."""

    directory: str
    request_id: str
    fingerprint: str
    goal: str
    state: Literal["new", "unfinished", "paused", "ended"]
    status: Status | None
    stop_reason: str | None
    detail: str | None
    versions: tuple[Version, ...]
    spent: Spent
    waits_for: str


def show_task(directory: Path, config: Path | None, *, as_json: bool) -> Exit:
    """Print where a task stands."""
    if is_brief(directory):
        return show_brief(directory, as_json=as_json)
    standing = asyncio.run(read_standing(directory, load_subjects(config)))
    if as_json:
        answer(standing.dump())
    else:
        _print(standing)
    return Exit.DONE


async def read_standing(directory: Path, subjects: Subjects = INSTALLED) -> Standing:
    """Read where a task stands."""
    async with reading(directory, subjects) as history:
        if history is None:
            return _standing(directory, read_request(directory))
        return _standing(
            directory,
            history.workspace.request,
            history.report(),
            open_pause(history),
            tuple(_version(one) for one in history.rounds()),
            history.held.calls,
            history.held.task,
            history.started(),
        )


def _version(one: Round) -> Version:
    return Version(
        version=one.version,
        draft_id=one.draft_id,
        origin=one.origin,
        findings=one.issues if one.check_id else None,
        verdict=one.review.verdict if one.review else None,
        review_issues=one.review.issues if one.review else (),
    )


def _standing(
    directory: Path,
    request: Request,
    report: Report | None = None,
    pause: Pause | None = None,
    versions: tuple[Version, ...] = (),
    calls: int = 0,
    task: TaskRecord | None = None,
    started: datetime | None = None,
) -> Standing:
    spent = Spent(
        rounds=len(versions),
        max_rounds=request.max_rounds,
        model_calls=calls,
        max_model_calls=request.max_model_calls,
        seconds=None if started is None else (datetime.now(UTC) - started).total_seconds(),
        deadline_seconds=request.deadline_seconds,
        steps=task.steps if task else 0,
    )
    return Standing(
        directory=str(directory),
        request_id=request.id,
        fingerprint=request.digest(),
        goal=request.goal,
        state="ended" if report else "paused" if pause else "unfinished" if task else "new",
        status=report.status if report else None,
        stop_reason=report.stop_reason if report else None,
        detail=report.detail if report else pause.detail if pause else None,
        versions=versions,
        spent=spent,
        waits_for=_waits_for(directory, report, pause),
    )


def _waits_for(directory: Path, report: Report | None, pause: Pause | None) -> str:
    if report:
        return f"nothing: it has ended, see {directory}/output/report.md"
    return f"a human: `ditto review {directory}`" if pause else f"a run: `ditto run {directory}`"


def _print(standing: Standing) -> None:
    say(
        f"{standing.directory}: {standing.state}"
        + (f", {standing.status}" if standing.status else "")
        + (f": {standing.detail}" if standing.detail else "")
    )
    say(f"goal: {standing.goal}")
    for one in standing.versions:
        checked = (
            "not checked" if one.findings is None else f"{len(one.findings)} issues" if one.findings else "check passed"
        )
        say(
            f"version {one.version} ({one.origin}, {one.draft_id[:12]}): {checked}; review: {one.verdict or 'none yet'}"
        )
    for issue in _open(standing):
        say(f"  - {issue.field}: {issue.message}")
    spent = standing.spent
    passed = "" if spent.seconds is None else f", {spent.seconds:.0f} of {spent.deadline_seconds} seconds"
    say(
        f"spent: {spent.rounds} of {spent.max_rounds} versions, {spent.model_calls} of {spent.max_model_calls} model calls{passed}, {spent.steps} of 1024 steps"
    )
    say(f"waits for: {standing.waits_for}")


def _open(standing: Standing) -> tuple[Issue, ...]:
    last = standing.versions[-1] if standing.versions else None
    return () if last is None else (*(last.findings or ()), *last.review_issues)
