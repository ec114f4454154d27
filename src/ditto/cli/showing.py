"""`ditto show`: where a task stands, read from its request and Memory; runs nothing and writes nothing."""

import asyncio
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

from ditto.cli.output import Exit, answer, say
from ditto.state.record import Record
from ditto.state.report import Call, Report, Status
from ditto.state.request import Request
from ditto.state.review import Finding, Issue, Proof, Review
from ditto.tools.policy import read_request
from ditto.tools.sqlite_memory import SqliteMemory


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
    state: Literal["new", "unfinished", "ended"]
    status: Status | None
    stop_reason: str | None
    detail: str | None
    versions: tuple[Version, ...]
    spent: Spent
    waits_for: str


def show_task(directory: Path, *, as_json: bool) -> Exit:
    """Print where a task stands."""
    standing = asyncio.run(read_standing(directory))
    if as_json:
        answer(standing.dump())
    else:
        _print(standing)
    return Exit.DONE


async def read_standing(directory: Path) -> Standing:
    """Read where a task stands."""
    request, path = read_request(directory), directory / "memory.sqlite"
    if not path.exists():
        return _standing(directory, request, None, (), (), None, 0)
    memory = SqliteMemory(path, read_only=True)
    try:
        task = await memory.task()
        ended = await memory.get("report", "final")
        versions = [await _version(memory, name) for name in await memory.names("version")]
        calls = await memory.calls()
    finally:
        await memory.close()
    report = None if ended is None else Report.load(ended)
    return _standing(
        directory, request, report, tuple(versions), calls, task and task.started_at, task.steps if task else 0
    )


async def _version(memory: SqliteMemory, name: str) -> Version:
    drafted = await memory.get("version", name) or {}
    checked = await memory.get("check", name)
    proof = await memory.get("proof", checked["checkId"]) if checked else None
    reviewed = await memory.get("review", name)
    review = Review.load(reviewed) if reviewed else None
    return Version(
        version=int(name),
        draft_id=drafted["draftId"],
        origin=drafted["origin"],
        findings=Proof.load(proof).issues if proof else None,
        verdict=review.verdict if review else None,
        review_issues=review.issues if review else (),
    )


def _standing(
    directory: Path,
    request: Request,
    report: Report | None,
    versions: tuple[Version, ...],
    calls: tuple[Call, ...],
    started: str | None,
    steps: int,
) -> Standing:
    seconds = None if started is None else (datetime.now(UTC) - datetime.fromisoformat(started)).total_seconds()
    spent = Spent(
        rounds=len(versions),
        max_rounds=request.max_rounds,
        model_calls=len(calls),
        max_model_calls=request.max_model_calls,
        seconds=seconds,
        deadline_seconds=request.deadline_seconds,
        steps=steps,
    )
    return Standing(
        directory=str(directory),
        request_id=request.id,
        fingerprint=request.digest(),
        goal=request.goal,
        state="ended" if report else "unfinished" if started else "new",
        status=report.status if report else None,
        stop_reason=report.stop_reason if report else None,
        detail=report.detail if report else None,
        versions=versions,
        spent=spent,
        waits_for=f"nothing: it has ended, see {directory}/output/report.md"
        if report
        else f"a run: `ditto run {directory}`",
    )


def _print(standing: Standing) -> None:
    say(
        f"{standing.directory}: {standing.state}"
        + (f", {standing.status}: {standing.detail}" if standing.status else "")
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
