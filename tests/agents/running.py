"""Running a task to its end in this process, with what must hold of every end."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from ditto.agents.app import open_app
from ditto.agents.events import Entered, Event
from ditto.agents.opening import App
from ditto.agents.runner import StopAfter, run_reflection
from ditto.state.canonical import canonical
from ditto.state.report import Call, Checkpoint, Report
from ditto.tools.settings import Settings
from ditto.tools.sqlite_memory import SqliteMemory


async def advance(
    task: Path, settings: Settings, stop_after: StopAfter | None = None, **opening: Any
) -> Report | Checkpoint:
    """Open the task, run it and close it."""
    async with open_app(task, settings, **opening) as app:
        return await run_reflection(app, stop_after=stop_after)


async def finish(task: Path, settings: Settings, **opening: Any) -> Report:
    """Run the task to its end; the files must say what the report says."""
    report = await advance(task, settings, **opening)
    assert isinstance(report, Report)
    require_published(task, report)
    return report


def require_published(task: Path, report: Report) -> None:
    """Every end is on disk as it was returned; an analysis is there for a completed task alone."""
    output = task / "output"
    assert (output / "report.json").read_bytes() == canonical(report.dump())
    assert (output / "report.md").read_text("utf-8").strip()
    assert (output / "analysis.json").exists() == (report.status == "completed")
    assert report.usage.model_calls == len(report.usage.calls)


async def recorded(task: Path) -> tuple[Call, ...]:
    """Return the calls that Memory holds for a task that nothing runs."""
    memory = SqliteMemory(task / "memory.sqlite")
    try:
        await memory.task()
        return await memory.calls()
    finally:
        await memory.close()


def thread(app: App) -> Any:
    """Return the configuration under which the graph keeps the task's position."""
    return app.config


class Clock:
    """A clock that a test moves."""

    def __init__(self) -> None:
        self.now = datetime(2026, 9, 1, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def move(self, seconds: float) -> None:
        """Let time pass, or go back."""
        self.now += timedelta(seconds=seconds)


class Nodes(list[str]):
    """An observer that lists the nodes that ran."""

    def __call__(self, event: Event) -> None:
        if isinstance(event, Entered):
            self.append(event.node)
