"""The task's guard, around every node: lock, identity, step budget and replay hold however the graph is run."""

from collections.abc import Awaitable, Callable
from typing import Protocol

from ditto.agents.deps import Deps
from ditto.agents.events import Entered, Stopped
from ditto.state.errors import Stop, Tampered
from ditto.state.report import Report
from ditto.state.run import RunState

MAX_STEPS = 1_024

Node = Callable[[RunState, Deps], Awaitable[RunState]]


class GuardedNode(Protocol):
    """A node as LangGraph calls it; it looks for the parameter's name."""

    async def __call__(self, state: RunState) -> RunState:
        """Take one step."""
        ...


def guarded(node: Node, deps: Deps, *, replayed: bool = False) -> GuardedNode:
    """Return the node as the graph runs it; a `replayed` one runs again after the task's end, the others do not."""

    async def run(state: RunState) -> RunState:
        async with deps.turn:
            deps.lock.acquire()
            try:
                return await _step(node, state, deps, replayed)
            finally:
                deps.lock.release()

    return run


async def _step(node: Node, state: RunState, deps: Deps, replayed: bool) -> RunState:
    await deps.tool(deps.workspace.authorize)
    await deps.memory.start(deps.workspace.fingerprint, deps.clock().isoformat())
    await _require_position(state, deps)
    report = await deps.report()
    if report is not None and not replayed:
        return _ended(report)
    if report is None:
        await deps.memory.step(MAX_STEPS)
    deps.observe(Entered(getattr(node, "__name__", "node")))
    try:
        return await node(state, deps)
    except Stop as stop:
        deps.observe(Stopped(stop.reason, str(stop)))
        return {"stop": stop.reason, "detail": str(stop)}


def _ended(report: Report) -> RunState:
    return {"stop": report.stop_reason, "detail": report.detail, "report": report.digest()}


async def _require_position(state: RunState, deps: Deps) -> None:
    """Refuse a state that was edited or forked so that it disagrees with Memory."""
    task, version = state.get("task"), state.get("version", 0)
    if task is not None and task != deps.workspace.fingerprint:
        raise Tampered(
            "the graph's state belongs to another task",
            where="state.task",
            found=task,
            expected=deps.workspace.fingerprint,
        )
    if version and await deps.memory.get("version", str(version)) is None:
        raise Tampered(f"Memory holds no version {version}", where="state.version", found=version)
    for kind, key, held_key in (("version", "draft", "draftId"), ("check", "check", "checkId")):
        if (stated := state.get(key)) is None:
            continue
        held = await deps.memory.get(kind, str(version))
        if held is None or held[held_key] != stated:
            raise Tampered(
                f"the graph's state disagrees with Memory on version {version}",
                where=f"state.{key}",
                found=stated,
                expected=held and held[held_key],
            )
