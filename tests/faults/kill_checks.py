"""What must hold of a task that was killed and resumed, and the one history that it may have."""

import re
import sqlite3
from collections import Counter
from pathlib import Path
from typing import Any

from ditto.state.canonical import canonical
from ditto.tools.brief_files import PRIVATE
from tests.faults.kill_matrix import Trial
from tests.faults.kill_records import calls, family_of, limit
from tests.faults.reliability import Reliability


def history(trial: Trial) -> dict[str, Any]:
    """Return what must be the same in every run of a scenario."""
    return family_of(trial.task).history(trial.task, trial.resumed.report)


def wrong(trial: Trial, right: Trial) -> list[str]:
    """Return what is not as it has to be after a kill, a sentence each."""
    report, asked = trial.resumed.report, right.requests
    recorded, most, family = calls(trial.task), limit(trial.task), family_of(trial.task)
    lost = [call for call in recorded if call.outcome != "answered"]
    published = trial.task / family.result
    holds = {
        f"the process ended by itself with {trial.killed.code}": trial.killed.code == -9,
        "a process was left running": not (trial.killed.orphans or trial.resumed.orphans),
        f"the resumed run ended with {trial.resumed.error}": trial.resumed.error is None and trial.resumed.code == 0,
        "the history is another one": not forked(trial, right),
        f"{family.result} is not what was returned": published.exists() and published.read_bytes() == canonical(report),
        f"{trial.requests} requests, {len(recorded)} recorded, {most} allowed": trial.requests <= len(recorded) <= most,
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
    path = trial.task / family_of(trial.task).checkpoints
    with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as checkpoints:
        query = "select count(*) from checkpoints group by thread_id, checkpoint_ns, parent_checkpoint_id"
        followers = [row[0] for row in checkpoints.execute(query)]
    checkpoints.close()
    return history(trial) != history(right) or max(followers, default=0) > 1


def strangers(task: Path, kills: int) -> list[str]:
    """Return the hidden and temporary files that are not named as those of a write that was cut short, or are too many."""
    names = [path.name for path in task.rglob("*") if path.name != PRIVATE]
    hidden = [name for name in names if name.startswith(".") or "tmp" in name]
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
