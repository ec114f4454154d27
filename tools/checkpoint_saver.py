"""LangGraph's SQLite checkpointer for a loop: one act is one visit to the connection's thread, and little is kept."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Self, TypeVar

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import ChannelVersions, Checkpoint, CheckpointMetadata, CheckpointTuple
from langgraph.checkpoint.sqlite import SqliteSaver

from ditto.tools.checkpoints import unusable_checkpoints
from ditto.tools.sqlite_file import connected, enter_wal

T = TypeVar("T")

# A checkpoint has some 600 bytes: pages of 4,096 would stay half empty. The tables are LangGraph's, which keep a
# declaration's every blank, so that a file is read by its own saver too.
_OPENING = """
pragma synchronous = normal;
create table if not exists checkpoints (thread_id text not null, checkpoint_ns text not null default '',
checkpoint_id text not null, parent_checkpoint_id text, type text, checkpoint blob, metadata blob,
primary key (thread_id, checkpoint_ns, checkpoint_id));
create table if not exists writes (thread_id text not null, checkpoint_ns text not null default '',
checkpoint_id text not null, task_id text not null, task_path text not null default '', idx integer not null,
channel text not null, type text, value blob,
primary key (thread_id, checkpoint_ns, checkpoint_id, task_id, idx)) without rowid;
"""
_SPENT = "delete from writes where thread_id = ? and checkpoint_ns = ? and checkpoint_id < ?"
_UNREADABLE = (ValueError, LookupError, TypeError, AttributeError, NotImplementedError)  # of a record that was altered
_DERIVED = ("updated_channels",)  # a hint; without it LangGraph asks every node whether it is next


class CheckpointSaver(SqliteSaver):
    """Keep every checkpoint, and of the writes between two only those after the latest.

    LangGraph's asynchronous saver visits its thread several times for each act and numbers a channel's versions with
    52 characters; those are most of a checkpoint whose channels hold ids.
    """

    def __init__(self, path: Path, connection: sqlite3.Connection, thread: ThreadPoolExecutor) -> None:
        super().__init__(connection)
        self._path = path
        self._thread = thread

    @classmethod
    async def opened(cls, path: Path) -> Self:
        """Open the file on a thread of its own."""
        thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="ditto-checkpoints")

        def opening() -> Self:
            connection = connected(path)
            connection.execute("pragma page_size = 512")
            enter_wal(connection)
            connection.executescript(_OPENING)
            return cls(path, connection, thread)

        return await asyncio.get_running_loop().run_in_executor(thread, opening)

    async def close(self) -> None:
        """Close the connection after what is under way."""
        await self._run(self.conn.close)
        self._thread.shutdown(wait=False)

    async def aget_tuple(self, config: RunnableConfig) -> CheckpointTuple | None:
        """Return the checkpoint asked for, or the thread's latest; raises MemoryOutage where it cannot be read."""
        try:
            return await self._run(lambda: self.get_tuple(config))
        except _UNREADABLE as cause:
            raise unusable_checkpoints(self._path, cause) from cause

    async def alist(
        self,
        config: RunnableConfig | None,
        *,
        filter: dict[str, Any] | None = None,
        before: RunnableConfig | None = None,
        limit: int | None = None,
    ) -> AsyncIterator[CheckpointTuple]:
        """Return checkpoints, the latest first."""
        for one in await self._run(lambda: list(self.list(config, filter=filter, before=before, limit=limit))):
            yield one

    async def aput(
        self,
        config: RunnableConfig,
        checkpoint: Checkpoint,
        metadata: CheckpointMetadata,
        new_versions: ChannelVersions,
    ) -> RunnableConfig:
        """Save a checkpoint."""
        return await self._run(lambda: self.put(config, checkpoint, metadata, new_versions))

    async def aput_writes(
        self, config: RunnableConfig, writes: Sequence[tuple[str, Any]], task_id: str, task_path: str = ""
    ) -> None:
        """Save what a node wrote after a checkpoint."""
        await self._run(lambda: self.put_writes(config, writes, task_id, task_path))

    async def adelete_thread(self, thread_id: str) -> None:
        """Forget a thread."""
        await self._run(lambda: self.delete_thread(thread_id))

    def put(
        self,
        config: RunnableConfig,
        checkpoint: Checkpoint,
        metadata: CheckpointMetadata,
        new_versions: ChannelVersions,
    ) -> RunnableConfig:
        """Save a checkpoint, and let go of the writes whose outcome it holds."""
        place = config["configurable"]  # pyright: ignore[reportTypedDictNotRequiredAccess] -- LangGraph fills it
        stated: Any = {key: value for key, value in checkpoint.items() if key not in _DERIVED}
        told: Any = {key: value for key, value in metadata.items() if value != {}}  # no parents: a flow in no other
        with self.conn:  # one transaction with the commit below
            self.conn.execute(_SPENT, (str(place["thread_id"]), place["checkpoint_ns"], checkpoint["id"]))
            return super().put(config, stated, told, new_versions)

    def get_next_version(self, current: Any, channel: None) -> Any:
        """Return a channel's next version, a number; no two writers share a thread, so that it needs no more."""
        return 1 if current is None else int(current) + 1

    async def _run(self, act: Callable[[], T]) -> T:
        return await asyncio.shield(asyncio.get_running_loop().run_in_executor(self._thread, act))
