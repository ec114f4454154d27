"""`ditto run` and `ditto demo`: run a task to its end, and leave it resumable when a signal comes."""

import asyncio
import signal
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from ditto.cli.output import OF_STATUS, Exit, answer, say, tell
from ditto.cli.progress import Progress
from ditto.state.decision import Pause, Response
from ditto.state.report import Checkpoint, Report
from ditto.tools.creation import create_demo
from ditto.tools.domains import load_domain
from ditto.tools.policy import read_request
from ditto.tools.settings import Settings, load_settings, load_subjects
from ditto.tools.subjects import Subjects

T = TypeVar("T")


class Running(NamedTuple):
    """How a task is to be run, as the command line says."""

    config: Path | None
    provider: str | None
    review_provider: str | None
    as_json: bool
    stop_after: Any = None


def run_demo(scenario: str, directory: Path | None, running: Running) -> Exit:
    """Make the fixture task of a scenario in a new directory and run it."""
    settings = load_settings(running.config)
    settings.provider(running.provider)
    task = directory or free_name(f"ditto-demo-{scenario}")
    create_demo(task, scenario, subjects=settings.subjects)
    tell(f"made {task} from the fixture {scenario}")
    return run_task(task, running)


def run_task(directory: Path, running: Running, response: Response | None = None) -> Exit:
    """Run a task, from a person's response where one is given, and print its end."""

    async def opened(settings: Settings, progress: Progress) -> Report | Pause | Checkpoint:
        from ditto.agents.app import open_app
        from ditto.agents.runner import run_reflection

        writer, reviewer = running.provider, running.review_provider
        async with open_app(directory, settings, provider=writer, review_provider=reviewer, observe=progress) as app:
            return await run_reflection(app, response, stop_after=running.stop_after)

    ended = until_signal(opened, running, lambda: f"cancelled; `ditto run {directory}` goes on where it stopped")
    if ended is None:
        return Exit.CANCELLED
    if running.as_json:
        answer(ended.dump())
    else:
        _print(directory, ended, load_subjects(running.config))
    return OF_STATUS[ended.status]


def until_signal(
    opened: Callable[[Settings, Progress], Coroutine[Any, Any, T]], running: Running, cancelled: Callable[[], str]
) -> T | None:
    """Run a task with the settings and a progress; a signal cancels it, which is told, and None is returned."""
    settings = load_settings(running.config)
    progress = Progress()
    tell(f"context: {context_in_words(settings)}")
    try:
        return interruptible(lambda: opened(settings, progress), cancelled)
    finally:
        progress.close()


def interruptible(begun: Callable[[], Coroutine[Any, Any, T]], cancelled: Callable[[], str]) -> T | None:
    """Run a coroutine to its end; a signal cancels it, which is told, and None is returned."""

    async def cancellable() -> T:
        # Cancelling closes every child in order; the task's directory stays resumable.
        task = asyncio.current_task()
        assert task is not None
        for number in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(number, task.cancel)
        return await begun()

    try:
        return asyncio.run(cancellable())
    except asyncio.CancelledError:
        tell(cancelled())
        return None


def context_in_words(settings: Settings) -> str:
    """Return where the context is kept."""
    if settings.context.url is None:
        return "an embedded Valkey of this run's own; no Redis is needed"
    from ditto.tools.context import without_secrets

    return f"Redis at {without_secrets(settings.context.url)}"


def free_name(name: str) -> Path:
    """Return the first path of that name, or of that name and a number, that is not taken."""
    candidates = (Path(name if number == 1 else f"{name}-{number}") for number in range(1, 1_000))
    return next(path for path in candidates if not path.exists())


def _print(directory: Path, ended: Report | Pause | Checkpoint, subjects: Subjects) -> None:
    match ended:
        case Checkpoint():
            say(f"checkpoint after the {ended.stage}; `ditto run {directory}` goes on")
        case Pause():
            say(f"paused: {ended.detail}")
            say(f"it waits for a human, without a process: `ditto review {directory}`")
        case Report():
            _print_report(directory, ended, subjects)


def _print_report(directory: Path, ended: Report, subjects: Subjects) -> None:
    say()
    say(f"{ended.status}: {ended.detail}")
    if ended.status == "completed":
        grounds = load_domain(read_request(directory).domain, subjects).grounds
        substituted = any(call.substituted for call in ended.usage.calls)
        say(
            f"proven: {grounds.proven}; judged by a {ended.accepted_by}: the {grounds.judged}"
            + (" (answers were substituted: a labelled fault injection)" if substituted else "")
        )
    say(f"versions {len(ended.rounds)}, model calls {ended.usage.model_calls}")
    say(f"report: {directory / 'output' / 'report.md'}")
