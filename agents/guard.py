"""The task's guard, around every node: lock, identity, step budget and replay hold however the graph is run."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Literal, Protocol, TypeVar, cast

from ditto.agents.engine import Engine
from ditto.agents.events import Entered, Stopped
from ditto.state.errors import Stop, Tampered

S = TypeVar("S", bound=Mapping[str, Any])
E = TypeVar("E", bound=Engine[Any])
Node = Callable[[S, E], Awaitable[S]]
Until = Literal["stop", "report"]


class GuardedNode(Protocol[S]):
    """A node as LangGraph calls it; it looks for the parameter's name."""

    async def __call__(self, state: S) -> S:
        """Take one step."""
        ...


def guarded(node: Node[S, E], deps: E, *, until: Until | None) -> GuardedNode[S]:
    """Return the node as the graph runs it: it works until the task has that mark in Memory, then it only passes on."""

    async def run(state: S) -> S:
        async with deps.turn:
            deps.lock.acquire()
            try:
                return await _step(node, state, deps, until)
            finally:
                deps.lock.release()

    return run


async def _step(node: Node[S, E], state: S, deps: E, until: Until | None) -> S:
    await deps.tool(deps.workspace.authorize)
    if deps.held.task is None:
        await deps.held.open(deps.workspace.fingerprint, deps.clock().isoformat())
    await deps.held.step(deps.max_steps, until or "report")
    _require_position(state, deps)
    stop, report = deps.stop(), deps.report()
    if (until == "stop" and stop is not None) or (until == "report" and report is not None):
        return cast(S, {"stop": stop.reason if stop else None, "report": report.digest() if report else None})
    deps.observe(Entered(getattr(node, "__name__", "node")))
    try:
        return await node(state, deps)
    except Stop as found:
        await deps.keep_stop(found)
        deps.observe(Stopped(found.reason, str(found)))
        return cast(S, {"stop": found.reason})


def _require_position(state: Mapping[str, Any], deps: Engine[Any]) -> None:
    """Refuse a state that was edited or forked so that it disagrees with Memory."""
    for field, held in {"task": deps.workspace.fingerprint, **deps.position(state)}.items():
        if (stated := state.get(field)) not in (None, held):
            raise Tampered(
                "the graph's state disagrees with Memory; without checkpoints.sqlite the task goes on from Memory",
                where=f"state.{field}",
                found=stated,
                expected=held,
            )
