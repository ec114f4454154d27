"""What must hold of a task that was killed and resumed, and the one history that it may have."""

import json
import re
import sqlite3
from collections import Counter
from pathlib import Path
from typing import Any

from ditto.state.canonical import canonical
from tests.faults.kill_matrix import Trial
from tests.faults.reliability import Reliability

_ENDS = ("status", "stopReason", "detail", "acceptedBy", "acceptedDraftId", "latestDraftId", "bestDraftId")


def history(trial: Trial) -> dict[str, Any]:
    """Return what must be the same in every run of a scenario: the end, and each version with all that was said of it."""
    report = trial.resumed.report
    rounds = [
        {**{key: value for key, value in one.items() if key != "decisionId"}, "decision": _decision(trial.task, one)}
        for one in report.get("rounds", [])
    ]
    return {**{name: report.get(name) for name in _ENDS}, "rounds": rounds}


def _decision(task: Path, one: dict[str, Any]) -> dict[str, Any] | None:
    if (named := one.get("decisionId")) is None:
        return None
    if not (file := task / f"decisions/{named}.json").exists():
        return {"missing": named}
    decision = json.loads(file.read_bytes())
    return {name: decision[name] for name in ("version", "actor", "choice", "note", "issues", "draftId")}


def wrong(trial: Trial, right: Trial) -> list[str]:
    """Return what is not as it has to be after a kill, a sentence each."""
    report, asked = trial.resumed.report, right.requests
    calls = report.get("usage", {}).get("calls", [])
    lost = [call for call in calls if call["outcome"] != "answered"]
    limit = json.loads((trial.task / "request.json").read_bytes())["maxModelCalls"]
    published = trial.task / "output/report.json"
    holds = {
        f"the process ended by itself with {trial.killed.code}": trial.killed.code == -9,
        "a process was left running": not (trial.killed.orphans or trial.resumed.orphans),
        f"the resumed run ended with {trial.resumed.error}": trial.resumed.error is None and trial.resumed.code == 0,
        "the history is another one": not forked(trial, right),
        "report.json is not what was returned": published.exists() and published.read_bytes() == canonical(report),
        f"{trial.requests} requests, {len(calls)} recorded, {limit} allowed": trial.requests <= len(calls) <= limit,
        f"{trial.requests} requests, {asked} in an unkilled run": trial.requests <= asked + trial.kills,
        f"{len(lost)} recorded calls have no answer": len(lost) <= trial.kills,
        "a call that was answered was made again": trial.requests <= asked + len(lost),
        f"the replay ended with {trial.replayed.error}": trial.replayed.report == report,
        "the replay asked again": trial.requests_after_replay == trial.requests,
        f"verification found {trial.resumed.findings}": not trial.resumed.findings and not trial.replayed.findings,
        f"strangers were left behind: {strangers(trial.task, trial.kills)}": not strangers(trial.task, trial.kills),
    }
    return [sentence for sentence, held in holds.items() if not held]


def forked(trial: Trial, right: Trial) -> bool:
    """Tell whether the task has another history than an unkilled one, or a position with two that follow it."""
    with sqlite3.connect(f"file:{trial.task / 'checkpoints.sqlite'}?mode=ro", uri=True) as checkpoints:
        query = "select count(*) from checkpoints group by thread_id, checkpoint_ns, parent_checkpoint_id"
        followers = [row[0] for row in checkpoints.execute(query)]
    checkpoints.close()
    return history(trial) != history(right) or max(followers, default=0) > 1


def strangers(task: Path, kills: int) -> list[str]:
    """Return the hidden and temporary files that are not named as those of a write that was cut short, or are too many."""
    hidden = [path.name for path in task.rglob("*") if path.name.startswith(".") or "tmp" in path.name]
    named = [name for name in hidden if not re.fullmatch(r"\.[^/]+\.tmp", name)]
    return named if len(hidden) <= kills else hidden


def judged(area: str, trials: dict[tuple[str, str], Trial], right: Trial, reliability: Reliability) -> None:
    """Record what came of the trials, by kind and point, and fail where any is not as it has to be."""
    failed = {named: found for named, one in trials.items() if (found := wrong(one, right))}
    run, passed = (Counter(kind for kind, _ in named) for named in (trials, trials.keys() - failed))
    reliability.add(
        area,
        run=len(trials),
        kills=sum(one.kills for one in trials.values()),
        passed=len(trials) - len(failed),
        requests_lost=sum(max(0, one.requests - right.requests) for one in trials.values()),
        forks=sum(forked(one, right) for one in trials.values()),
        resume_seconds=[round(one.resumed.seconds, 3) for one in trials.values()],
        kinds={kind: {"run": run[kind], "passed": passed[kind]} for kind in run},
    )
    assert not failed
