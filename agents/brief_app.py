"""What iteration tasks are run with: one model and one context for as many tasks as the caller runs."""

from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime
from importlib import import_module
from pathlib import Path

from ditto.agents.brief_deps import BriefDeps
from ditto.agents.engine import MAX_STEPS
from ditto.agents.events import Observer, silent
from ditto.agents.ledger import utc_now
from ditto.agents.opening import App, compiled, context_of, sqlite_memory
from ditto.tools.brief_workspace import BriefWorkspace
from ditto.tools.context import Context
from ditto.tools.locks import TaskLock
from ditto.tools.memory import MemoryStore
from ditto.tools.models import ChatModel
from ditto.tools.settings import MANIFEST_KEY, Settings, load_settings


@dataclass(kw_only=True)
class BriefApp:
    """The collaborators of iteration tasks; the caller opens and closes them."""

    settings: Settings
    writer: ChatModel
    context: Context
    memory: MemoryStore | None
    observe: Observer
    clock: Callable[[], datetime]
    max_steps: int


@asynccontextmanager
async def open_briefs(
    settings: Settings | None = None,
    *,
    provider: str | None = None,
    memory: MemoryStore | None = None,
    observe: Observer = silent,
    clock: Callable[[], datetime] = utc_now,
    max_steps: int = MAX_STEPS,
) -> AsyncGenerator[BriefApp]:
    """Make ready to run iteration tasks, and close everything that they started; opening asks and spends nothing.

    `memory` is another MemoryStore, for one task; `max_steps` is the hard limit of a task's graph steps.
    """
    configured = settings or load_settings()
    app = BriefApp(
        settings=configured,
        writer=ChatModel(*configured.provider(provider), configured),
        context=context_of(configured),
        memory=memory,
        observe=observe,
        clock=clock,
        max_steps=max_steps,
    )
    try:
        yield app
    finally:
        await app.writer.close()
        await app.context.close()


@asynccontextmanager
async def opened(app: BriefApp, directory: Path) -> AsyncGenerator[App[BriefDeps]]:
    """Open one task by its output directory; raises a DittoError that says what does not fit."""
    workspace = BriefWorkspace(directory)
    workspace.authorize()
    memory = app.memory or sqlite_memory(workspace.private / "memory.sqlite", directory / "rounds")
    deps = BriefDeps(
        workspace=workspace,
        memory=memory,
        context=app.context,
        writer=app.writer,
        lock=TaskLock(workspace.private),
        manifest_key=app.settings.variable(MANIFEST_KEY) or None,
        clock=app.clock,
        observe=app.observe,
        max_steps=app.max_steps,
    )
    flow = workspace.request.flow
    try:
        build = import_module(f"ditto.agents.flows.{flow}").build
        async with compiled(deps, flow, build, workspace.private / "checkpoints.sqlite") as one:
            yield one
    finally:
        if app.memory is None:
            await memory.close()
