"""`ditto run` and `ditto demo`: run a task to its end, and leave it resumable when a signal comes."""

import asyncio
import signal
from pathlib import Path
from typing import Any

from ditto.cli.output import OF_STATUS, Exit, answer, say, tell
from ditto.cli.progress import Progress
from ditto.state.report import Checkpoint, Report
from ditto.tools.creation import create_demo
from ditto.tools.settings import Settings, load_settings


def run_demo(
    scenario: str,
    directory: Path | None,
    config: Path | None,
    provider: str | None,
    review_provider: str | None,
    *,
    as_json: bool,
) -> Exit:
    """Make the fixture task of a scenario in a new directory and run it."""
    settings = load_settings(config)
    settings.provider(provider)
    task = directory or _free(f"ditto-demo-{scenario}")
    create_demo(task, scenario)
    tell(f"made {task} from the fixture {scenario}")
    return run_task(task, config, None, provider, review_provider, as_json=as_json)


def run_task(
    directory: Path,
    config: Path | None,
    stop_after: Any,
    provider: str | None,
    review_provider: str | None,
    *,
    as_json: bool,
) -> Exit:
    """Run a task and print its end."""
    settings = load_settings(config)
    progress = Progress()
    tell(f"context: {_context(settings)}")
    opening = {"settings": settings, "provider": provider, "review_provider": review_provider, "observe": progress}
    try:
        ended = asyncio.run(_until_signal(directory, stop_after, opening))
    except asyncio.CancelledError:
        tell(f"cancelled; `ditto run {directory}` goes on where it stopped")
        return Exit.CANCELLED
    finally:
        progress.close()
    if as_json:
        answer(ended.dump())
    else:
        _print(directory, ended)
    return Exit.DONE if isinstance(ended, Checkpoint) else OF_STATUS[ended.status]


async def _until_signal(directory: Path, stop_after: Any, opening: dict[str, Any]) -> Report | Checkpoint:
    # A signal cancels the task, which closes every child in order; the task directory stays resumable.
    task = asyncio.current_task()
    assert task is not None
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, task.cancel)
    from ditto.agents.app import open_app
    from ditto.agents.runner import run_reflection

    async with open_app(directory, **opening) as app:
        return await run_reflection(app, stop_after=stop_after)


def _context(settings: Settings) -> str:
    if settings.context.url is None:
        return "an embedded Valkey of this run's own; no Redis is needed"
    return f"Redis at {settings.context.url.rpartition('@')[2].removeprefix('redis://')}"


def _free(name: str) -> Path:
    candidates = (Path(name if number == 1 else f"{name}-{number}") for number in range(1, 1_000))
    return next(path for path in candidates if not path.exists())


def _print(directory: Path, ended: Report | Checkpoint) -> None:
    if isinstance(ended, Checkpoint):
        say(f"checkpoint after the {ended.stage}; `ditto run {directory}` goes on")
        return
    say()
    say(f"{ended.status}: {ended.detail}")
    if ended.status == "completed":
        substituted = any(call.substituted for call in ended.usage.calls)
        say(
            "proven: arithmetic, quotes and structure; judged by a model: the prose"
            + (" (answers were substituted: a labelled fault injection)" if substituted else "")
        )
    say(f"versions {len(ended.rounds)}, model calls {ended.usage.model_calls}")
    say(f"report: {directory / 'output' / 'report.md'}")
