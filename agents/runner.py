"""Convenience over the graph: start, resume or replay a task, with the lock held throughout."""

import asyncio
import threading
from collections.abc import Coroutine
from pathlib import Path
from typing import Any, Literal, TypeVar, overload

from ditto.agents.advancing import advance, state_of
from ditto.agents.app import open_app
from ditto.agents.deps import Deps
from ditto.agents.events import Entered
from ditto.agents.nodes.publisher import publisher
from ditto.agents.opening import App
from ditto.agents.pausing import decide, open_pause
from ditto.state.decision import Pause, Response
from ditto.state.errors import StaleToken, Tampered
from ditto.state.report import Checkpoint, Report

T = TypeVar("T")
StopAfter = Literal["draft", "review", "report"]

_LAST_NODE = {"draft": "writer", "review": "critic", "report": "reporter"}


@overload
async def run_reflection(
    app: App[Deps], response: Response | None = None, *, stop_after: None = None
) -> Report | Pause: ...
@overload
async def run_reflection(
    app: App[Deps], response: Response | None = None, *, stop_after: StopAfter | None
) -> Report | Pause | Checkpoint: ...
async def run_reflection(
    app: App[Deps], response: Response | None = None, *, stop_after: StopAfter | None = None
) -> Report | Pause | Checkpoint:
    """Run the task to its end, to a pause for a person, or to the checkpoint asked for; a finished task is verified again.

    `response` answers the pause at which the task waits. Raises Busy where another runner holds the task, an Outage
    where it can be resumed later, Refused where something is not as it was saved or a response cannot be acted on.
    """
    deps = app.deps
    deps.lock.acquire()
    try:
        if response is not None and await deps.memory.task() is None:
            raise StaleToken("nothing waits for a decision", where=deps.workspace.directory, found="a new task")
        await deps.held.open(deps.workspace.fingerprint, deps.clock().isoformat())
        if response is not None:
            await decide(deps, response)
        elif (pause := open_pause(deps)) is not None:
            return pause
        return await _run(app, stop_after)
    finally:
        deps.lock.release()


async def _run(app: App[Deps], stop_after: StopAfter | None) -> Report | Pause | Checkpoint:
    if app.deps.report() is not None:
        return await _ended(app, stop_after)
    if app.deps.stop() is None:
        await app.deps.context.ping()
    await advance(app, [_LAST_NODE[stop_after]] if stop_after else None)
    if app.deps.report() is not None and (_published(app) or stop_after is None):
        return _report(app)
    if stop_after is None or await _waits_at_human(app):
        if (pause := open_pause(app.deps)) is None:
            raise Tampered("the graph ended without a report", where=app.deps.workspace.directory)
        return pause
    return Checkpoint(stage=stop_after)


async def _ended(app: App[Deps], stop_after: StopAfter | None) -> Report | Checkpoint:
    """Publish a task that has ended; where that was done already, everything is verified again without the graph."""
    if _published(app):
        app.deps.observe(Entered("publisher"))
        await publisher({"task": app.deps.workspace.fingerprint}, app.deps)
    elif stop_after == "report":
        return Checkpoint(stage=stop_after)
    else:
        await advance(app)
    return _report(app)


def _report(app: App[Deps]) -> Report:
    if (report := app.deps.report()) is None:
        raise Tampered("Memory holds no report", where=app.deps.workspace.directory)
    return report


async def _waits_at_human(app: App[Deps]) -> bool:
    return bool((await state_of(app)).interrupts)


def _published(app: App[Deps]) -> bool:
    return (app.deps.workspace.directory / "output" / "report.json").exists()


@overload
def run(
    directory: Path | str, response: Response | None = None, *, stop_after: None = None, **opening: Any
) -> Report | Pause: ...
@overload
def run(
    directory: Path | str, response: Response | None = None, *, stop_after: StopAfter, **opening: Any
) -> Report | Pause | Checkpoint: ...
def run(
    directory: Path | str, response: Response | None = None, *, stop_after: StopAfter | None = None, **opening: Any
) -> Report | Pause | Checkpoint:
    """Open a task, run it and close it, from code that is not asynchronous; `opening` goes to `open_app`."""

    async def opened() -> Report | Pause | Checkpoint:
        async with open_app(directory, **opening) as app:
            return await run_reflection(app, response, stop_after=stop_after)

    return _outside_any_loop(opened())


def _outside_any_loop(coroutine: Coroutine[Any, Any, T]) -> T:
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(coroutine)
    return _in_thread(coroutine)  # A notebook's loop runs already.


def _in_thread(coroutine: Coroutine[Any, Any, T]) -> T:
    ended: list[T | BaseException] = []

    def target() -> None:
        try:
            ended.append(asyncio.run(coroutine))
        except BaseException as error:  # carried to the caller's thread, whatever it is
            ended.append(error)

    thread = threading.Thread(target=target)
    thread.start()
    thread.join()
    if isinstance(ended[0], BaseException):
        raise ended[0]
    return ended[0]
