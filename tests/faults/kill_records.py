"""What is read of a task that was killed, by its family: its one history, its calls, its limit, its published result."""

import asyncio
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ditto.state.report import Call
from ditto.tools.brief_files import PRIVATE, is_brief
from ditto.tools.sqlite_memory import SqliteMemory

Json = dict[str, Any]

_ENDS = ("status", "stopReason", "detail", "acceptedBy", "acceptedDraftId", "latestDraftId", "bestDraftId")


@dataclass(frozen=True)
class Family:
    """How a family's task keeps what the checks ask for; paths are below the task."""

    history: Callable[[Path, Json], Json]
    """What must be the same in every run of a scenario, from the files and the report."""
    request: str
    limit: str
    """The limit of calls, as the request names it."""
    memory: str
    checkpoints: str
    result: str


def family_of(task: Path) -> Family:
    """Return the family of a task by its files."""
    return ITERATION if is_brief(task) else REFLECTION


def limit(task: Path) -> int:
    """Return how many calls the request allows."""
    family = family_of(task)
    return json.loads((task / family.request).read_bytes())[family.limit]


def calls(task: Path) -> tuple[Call, ...]:
    """Return the calls that Memory holds."""
    return asyncio.run(recorded(task))


async def recorded(task: Path) -> tuple[Call, ...]:
    """Return the calls that Memory holds for a task that nothing runs."""
    memory = SqliteMemory(task / family_of(task).memory)
    try:
        await memory.task()
        return await memory.calls()
    finally:
        await memory.close()


def _reflected(task: Path, report: Json) -> Json:
    """The end, and each version with all that was said of it."""
    rounds = [
        {**{key: value for key, value in one.items() if key != "decisionId"}, "decision": _decision(task, one)}
        for one in report.get("rounds", [])
    ]
    return {**{name: report.get(name) for name in _ENDS}, "rounds": rounds}


def _decision(task: Path, one: Json) -> Json | None:
    if (named := one.get("decisionId")) is None:
        return None
    if not (file := task / f"decisions/{named}.json").exists():
        return {"missing": named}
    decision = json.loads(file.read_bytes())
    return {name: decision[name] for name in ("version", "actor", "choice", "note", "issues", "draftId")}


def _iterated(task: Path, report: Json) -> Json:
    """The end with its draft and evidence, each round and each revision; only the count of calls may differ, by those that were lost."""
    files = sorted(task.glob("r*s/*.json"))  # the rounds and the revisions
    saved = {file.relative_to(task).as_posix(): _uncounted(json.loads(file.read_bytes())) for file in files}
    return {"report": _uncounted(report), "saved": saved}


def _uncounted(one: Json) -> Json:
    return {name: value for name, value in one.items() if name != "modelCalls"}


REFLECTION = Family(
    _reflected, "request.json", "maxModelCalls", "memory.sqlite", "checkpoints.sqlite", "output/report.json"
)
ITERATION = Family(
    _iterated,
    f"{PRIVATE}/request.json",
    "modelCallBudget",
    f"{PRIVATE}/memory.sqlite",
    f"{PRIVATE}/checkpoints.sqlite",
    "result.json",
)
