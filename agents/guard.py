"""The task's guard, around every node: lock, identity, step budget and replay hold however the graph is run."""

from collections.abc import Awaitable, Callable
from typing import Literal, Protocol

from ditto.agents.deps import Deps
from ditto.agents.events import Entered, Stopped
from ditto.state.errors import Stop, Tampered
from ditto.state.run import RunState

MAX_STEPS = 1_024

Node = Callable[[RunState, Deps], Awaitable[RunState]]
Until = Literal["stop", "report"]


class GuardedNode(Protocol):
    """A node as LangGraph calls it; it looks for the parameter's name."""

    async def __call__(self, state: RunState) -> RunState:
        """Take one step."""
        ...


def guarded(node: Node, deps: Deps, *, until: Until | None) -> GuardedNode:
    """Return the node as the graph runs it: it works until the task has that mark in Memory, then it only passes on."""

    async def run(state: RunState) -> RunState:
        async with deps.turn:
            deps.lock.acquire()
            try:
                return await _step(node, state, deps, until)
            finally:
                deps.lock.release()

    return run


async def _step(node: Node, state: RunState, deps: Deps, until: Until | None) -> RunState:
    await deps.tool(deps.workspace.authorize)
    if deps.held.task is None:
        await deps.held.open(deps.workspace.fingerprint, deps.clock().isoformat())
    await deps.held.step(MAX_STEPS, until or "report")
    _require_position(state, deps)
    stop, report = deps.stop(), deps.report()
    if (until == "stop" and stop is not None) or (until == "report" and report is not None):
        return {"stop": stop.reason if stop else None, "report": report.digest() if report else None}
    deps.observe(Entered(getattr(node, "__name__", "node")))
    try:
        return await node(state, deps)
    except Stop as found:
        await deps.keep_stop(found)
        deps.observe(Stopped(found.reason, str(found)))
        return {"stop": found.reason}


def _require_position(state: RunState, deps: Deps) -> None:
    """Refuse a state that was edited or forked so that it disagrees with Memory."""
    version = state.get("version", 0)
    _require_same("task", state.get("task"), deps.workspace.fingerprint)
    drafted, checked, paused = (deps.held.get(kind, str(version)) for kind in ("version", "check", "pause"))
    stop = deps.stop()
    _require_same("version", version or None, version if drafted else None)
    _require_same("draft", state.get("draft"), drafted["draftId"] if drafted else None)
    _require_same("check", state.get("check"), checked["checkId"] if checked else None)
    _require_same("pause", state.get("pause"), paused["token"] if paused else None)
    _require_same("stop", state.get("stop"), stop.reason if stop else None)


def _require_same(field: str, stated: object, held: object) -> None:
    if stated is not None and stated != held:
        raise Tampered(
            "the graph's state disagrees with Memory; without checkpoints.sqlite the task goes on from Memory",
            where=f"state.{field}",
            found=stated,
            expected=held,
        )
