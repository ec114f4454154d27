"""Moving a compiled flow on from where its thread stands."""

from typing import Any

from ditto.agents.opening import App
from ditto.tools.tracing import untraced


async def advance(app: App[Any], interrupt_after: list[str] | None = None) -> None:
    """Run the flow to its end, to an interrupt, or until one of the nodes given has run."""
    resumable = await _position(app)
    with untraced():
        await app.graph.ainvoke(None if resumable else app.input, durability="sync", interrupt_after=interrupt_after)


async def state_of(app: App[Any]) -> Any:
    """Return where the thread stands."""
    return await app.graph.aget_state(app.config)  # pyright: ignore[reportArgumentType] -- a plain mapping is a RunnableConfig


async def _position(app: App[Any]) -> bool:
    """Tell whether the thread waits at a node of today's flow; a position in another drawing is dropped."""
    held = app.deps.held.task
    kept = held.flow if held else None
    if kept not in (None, app.flow):
        await app.graph.checkpointer.adelete_thread(app.thread)  # pyright: ignore[reportOptionalMemberAccess, reportAttributeAccessIssue] -- compiled with one
    if kept != app.flow:
        await app.deps.memory.keep_flow(app.flow)
    return bool((await state_of(app)).next)
