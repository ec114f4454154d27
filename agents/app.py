"""A reflection task opened with its collaborators, each of which may be given."""

from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from datetime import datetime
from pathlib import Path

from ditto.agents.deps import Deps
from ditto.agents.engine import MAX_STEPS
from ditto.agents.events import Observer, silent
from ditto.agents.ledger import utc_now
from ditto.agents.opening import App, compiled, context_of, sqlite_memory
from ditto.state.request import Identity
from ditto.tools.locks import TaskLock
from ditto.tools.memory import MemoryStore
from ditto.tools.models import ChatModel
from ditto.tools.settings import MANIFEST_KEY, Settings, load_settings
from ditto.tools.trials import configured_calibration
from ditto.tools.workspace import Workspace


@asynccontextmanager
async def open_app(
    directory: Path | str,
    settings: Settings | None = None,
    *,
    memory: MemoryStore | None = None,
    identity: Identity | None = None,
    provider: str | None = None,
    review_provider: str | None = None,
    observe: Observer = silent,
    clock: Callable[[], datetime] = utc_now,
    max_steps: int = MAX_STEPS,
) -> AsyncGenerator[App[Deps]]:
    """Open a task directory and close everything that it started; nothing is asked and nothing is spent by opening.

    `memory` is another MemoryStore for this task, `identity` an authenticated one, `provider` and `review_provider`
    name configured providers, `max_steps` is the hard limit of the graph. Raises a DittoError that says what does not fit.
    """
    from ditto.agents.flows.reflection import build

    configured = settings or load_settings()
    workspace = Workspace(Path(directory), identity, configured.subjects)
    workspace.authorize()
    deps = Deps(
        workspace=workspace,
        memory=memory or sqlite_memory(workspace.directory / "memory.sqlite", workspace.directory / "drafts"),
        context=context_of(configured),
        writer=ChatModel(*configured.provider(provider), configured),
        reviewer=ChatModel(
            *configured.provider(
                review_provider or (provider if configured.review_model is None else None), review=True
            ),
            configured,
        ),
        calibration=configured_calibration(configured),
        lock=TaskLock(workspace.directory),
        manifest_key=configured.variable(MANIFEST_KEY) or None,
        clock=clock,
        observe=observe,
        max_steps=max_steps,
    )
    if deps.reviewer.name == deps.writer.name:
        deps.reviewer = deps.writer
    try:
        async with compiled(deps, "reflection", build, workspace.directory / "checkpoints.sqlite") as app:
            yield app
    finally:
        await deps.close()
        if memory is None:
            await deps.memory.close()
