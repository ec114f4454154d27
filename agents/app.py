"""The application as a value: one opened task with its collaborators, each of which may be given."""

from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ditto.agents.deps import Deps
from ditto.agents.events import Observer, silent
from ditto.agents.history import utc_now
from ditto.state.canonical import sha256
from ditto.state.errors import Tampered
from ditto.state.request import Identity
from ditto.state.run import RunState
from ditto.tools.context import Context
from ditto.tools.locks import TaskLock
from ditto.tools.memory import MemoryStore
from ditto.tools.models import ChatModel
from ditto.tools.settings import MANIFEST_KEY, Settings, load_settings
from ditto.tools.sqlite_memory import SqliteMemory
from ditto.tools.workspace import Workspace

if TYPE_CHECKING:
    from langgraph.graph.state import CompiledStateGraph


class App:
    """An opened task: `graph` is the compiled flow, `input` what it is invoked with."""

    def __init__(self, deps: Deps, graph: "CompiledStateGraph[RunState]", flow: str) -> None:
        self.deps = deps
        self.graph = graph
        self.flow = flow
        """The digest of the flow's drawing."""

    @property
    def input(self) -> RunState:
        """The graph's input for this task."""
        return {"task": self.deps.workspace.fingerprint}

    @property
    def config(self) -> dict[str, Any]:
        """The graph's configuration for this task: its thread, and room for every step."""
        return {"configurable": {"thread_id": self.thread}, "recursion_limit": 2_048}

    @property
    def thread(self) -> str:
        """The id of the graph's thread: the fingerprint cut short, since every checkpoint repeats it."""
        return self.deps.workspace.fingerprint[:8]


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
) -> AsyncGenerator[App]:
    """Open a task directory and close everything that it started; nothing is asked and nothing is spent by opening.

    `memory` is another MemoryStore for this task, `identity` an authenticated one, `provider` and `review_provider`
    name configured providers. Raises a DittoError that says what does not fit.
    """
    configured = settings or load_settings()
    workspace = Workspace(Path(directory), identity)
    workspace.authorize()
    deps = Deps(
        workspace=workspace,
        memory=memory or _sqlite_memory(workspace),
        context=Context(
            configured.context.url, ttl_seconds=configured.context.ttl_seconds, key_prefix=configured.context.key_prefix
        ),
        writer=ChatModel(*configured.provider(provider), configured),
        reviewer=ChatModel(
            *configured.provider(
                review_provider or (provider if configured.review_model is None else None), review=True
            ),
            configured,
        ),
        lock=TaskLock(workspace.directory),
        manifest_key=configured.variable(MANIFEST_KEY) or None,
        clock=clock,
        observe=observe,
    )
    if deps.reviewer.name == deps.writer.name:
        deps.reviewer = deps.writer
    try:
        async with _compiled(deps) as app:
            yield app
    finally:
        await _close(deps, own_memory=memory is None)


def _sqlite_memory(workspace: Workspace) -> SqliteMemory:
    path = workspace.directory / "memory.sqlite"
    kept = path.exists() and path.stat().st_size > 0  # an empty file is a valid database that holds nothing
    if not kept and any((workspace.directory / "drafts").glob("*.json")):
        raise Tampered("Memory is missing while drafts exist", where=path, expected="the task's own memory.sqlite")
    return SqliteMemory(path)


@asynccontextmanager
async def _compiled(deps: Deps) -> AsyncGenerator[App]:
    import sqlite3

    from ditto.agents.flows.reflection import build
    from ditto.tools.checkpoints import open_checkpoints, unusable_checkpoints

    path = deps.workspace.directory / "checkpoints.sqlite"
    try:
        async with open_checkpoints(path) as checkpoints:
            graph = build(deps).compile(checkpointer=checkpoints, name="reflection")
            app = App(deps, graph, _drawing(graph))
            app.graph = graph.with_config(app.config)  # pyright: ignore[reportArgumentType] -- a plain mapping is a RunnableConfig
            yield app
    except (sqlite3.Error, UnicodeDecodeError) as cause:  # the latter where the damage is in its schema
        raise unusable_checkpoints(path, cause) from cause


_DRAWINGS: dict[str, str] = {}


def _drawing(graph: "CompiledStateGraph[RunState]") -> str:
    """Return the digest of the flow's drawing; drawn once, since it is the same for every task."""
    if graph.name not in _DRAWINGS:
        _DRAWINGS[graph.name] = sha256(graph.get_graph().draw_mermaid().encode())
    return _DRAWINGS[graph.name]


async def _close(deps: Deps, *, own_memory: bool) -> None:
    await deps.writer.close()
    await deps.reviewer.close()
    await deps.context.close()
    if own_memory:
        await deps.memory.close()
