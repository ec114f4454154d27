"""A task that two versions, two reviews and a person's decision went into, as it waits and as it ended; made once a module."""

import asyncio
import shutil
from pathlib import Path
from typing import Any, NamedTuple

import yaml
from pytest_httpserver import HTTPServer

from ditto.agents.app import open_app
from ditto.agents.runner import run_reflection
from ditto.state.decision import Pause, Response
from ditto.state.report import Report
from ditto.tools.creation import NewSource, create_task
from ditto.tools.domains import load_domain
from ditto.tools.settings import Settings, load_settings
from tests.scripted_model import ScriptedModel

KEY = "the key that signs manifests"

PAUSED = (
    "request.json",
    "policy.json",
    "seed.json",
    "sources/*.csv",
    "drafts/*.json",
    "checks/*.json",
    "reviews/*.json",
)
FINISHED = (*PAUSED, "decisions/*.json", "output/*")


class Made(NamedTuple):
    """The task's two stages, the settings of a model that is gone, and the person's answer."""

    paused: Path
    finished: Path
    settings: Settings
    response: Response

    def copy(self, stage: str, folder: Path) -> Path:
        """Return a copy of one stage that a test may spoil."""
        target = folder / "task"
        shutil.copytree(self.paused if stage == "paused" else self.finished, target)
        return target


class Place(NamedTuple):
    """One file of the task: a pattern, and which of the files that fit it."""

    pattern: str
    number: int

    def of(self, task: Path) -> Path:
        """Return the file."""
        return sorted(task.glob(self.pattern))[self.number]

    def __str__(self) -> str:
        return f"{self.pattern.replace('*', '-')} {self.number}"


def places(stage: str) -> list[Place]:
    """Return every file of a stage that the task rests on."""
    numbers = {"drafts/*.json": 2, "checks/*.json": 2, "reviews/*.json": 2, "output/*": 5}
    patterns = PAUSED if stage == "paused" else FINISHED
    return [Place(pattern, number) for pattern in patterns for number in range(numbers.get(pattern, 1))]


def made(folder: Path) -> Made:
    """Make the task."""
    with HTTPServer(host="127.0.0.1", port=0) as server:
        config = folder / "scripted.yaml"
        config.write_text(yaml.safe_dump(ScriptedModel(server).settings()))
        return asyncio.run(_made(folder, load_settings(config)))


async def _made(folder: Path, settings: Settings) -> Made:
    demo = load_domain("monthly_report").demos["flawed-draft"]
    sources = [NewSource(key, *value) for key, value in demo.sources.items()]
    task, kept = folder / "task", folder / "task-paused"
    create_task(task, domain="monthly_report", goal=demo.goal, seed=demo.seed, sources=sources, approval=True)
    pause = await advanced(task, settings)
    assert isinstance(pause, Pause)
    shutil.copytree(task, kept)
    response = Response.load({"token": pause.token, "actor": "analyst", "choice": "approve"})
    assert isinstance(await advanced(task, settings, response), Report)
    return Made(kept, task, settings, response)


async def advanced(task: Path, settings: Settings, response: Response | None = None) -> Any:
    """Run the task as far as it goes, with the key that signs."""
    async with open_app(task, settings) as app:
        app.deps.manifest_key = KEY
        if response is not None and await answered(app):
            response = None
        return await run_reflection(app, response)


async def answered(app: Any) -> bool:
    """Tell whether the person's answer was kept already."""
    await app.deps.held.look()
    return bool(app.deps.held.names("decision"))
