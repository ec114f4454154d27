"""An opened task as a value: its collaborators, its compiled flow, and what the flow is invoked with."""

from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from ditto.agents.engine import Engine
from ditto.state.canonical import sha256
from ditto.state.errors import Tampered
from ditto.tools.context import Context
from ditto.tools.settings import Settings
from ditto.tools.sqlite_memory import SqliteMemory

if TYPE_CHECKING:
    from langgraph.graph import StateGraph
    from langgraph.graph.state import CompiledStateGraph

E = TypeVar("E", bound=Engine[Any])


class App(Generic[E]):
    """An opened task: `graph` is the compiled flow, `input` what it is invoked with."""

    def __init__(self, deps: E, graph: "CompiledStateGraph[Any]", flow: str) -> None:
        self.deps = deps
        self.graph = graph
        self.flow = flow
        """The digest of the flow's drawing."""

    @property
    def input(self) -> dict[str, str]:
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


def context_of(settings: Settings) -> Context:
    """Return the configured Redis context, not yet connected."""
    section = settings.context
    return Context(section.url, ttl_seconds=section.ttl_seconds, key_prefix=section.key_prefix)


def sqlite_memory(path: Path, artifacts: Path) -> SqliteMemory:
    """Return a task's Memory in a file; raises Tampered where it is missing and the folder of artifacts is not empty."""
    kept = path.exists() and path.stat().st_size > 0  # an empty file is a valid database that holds nothing
    if not kept and any(artifacts.glob("*.json")):
        raise Tampered(
            f"Memory is missing while {artifacts.name} exist", where=path, expected="the task's own memory.sqlite"
        )
    return SqliteMemory(path)


@asynccontextmanager
async def compiled(
    deps: E, name: str, build: "Callable[[E], StateGraph[Any]]", checkpoints: Path
) -> AsyncGenerator[App[E]]:
    """Compile a flow over the checkpoints in a file; raises MemoryOutage where they cannot be used."""
    import sqlite3

    from ditto.tools.checkpoints import open_checkpoints, unusable_checkpoints

    try:
        async with open_checkpoints(checkpoints) as saver:
            graph = build(deps).compile(checkpointer=saver, name=name)
            app = App(deps, graph, _drawing(graph))
            app.graph = graph.with_config(app.config)  # pyright: ignore[reportArgumentType] -- a plain mapping is a RunnableConfig
            yield app
    except (sqlite3.Error, UnicodeDecodeError) as cause:  # the latter where the damage is in its schema
        raise unusable_checkpoints(checkpoints, cause) from cause


_DRAWINGS: dict[str, str] = {}


def _drawing(graph: "CompiledStateGraph[Any]") -> str:
    """Return the digest of the flow's drawing; drawn once, since it is the same for every task."""
    if graph.name not in _DRAWINGS:
        _DRAWINGS[graph.name] = sha256(graph.get_graph().draw_mermaid().encode())
    return _DRAWINGS[graph.name]
