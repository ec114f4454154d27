"""What every node is given: the task's history, its tools, and the ways to add to it."""

import asyncio
import secrets
from dataclasses import dataclass, field
from typing import Any

from ditto.agents.events import Observer, silent
from ditto.agents.history import History
from ditto.state.errors import Stop
from ditto.state.report import Origin
from ditto.tools.context import Context
from ditto.tools.locks import TaskLock
from ditto.tools.models import ChatModel


@dataclass(kw_only=True)
class Deps(History):
    """The collaborators of one opened task."""

    context: Context
    writer: ChatModel
    reviewer: ChatModel
    lock: TaskLock
    observe: Observer = silent
    manifest_key: str | None = field(default=None, repr=False)
    """Signs the manifest of a finished task, where one is set."""
    run: str = field(default_factory=lambda: secrets.token_hex(8))
    """The id of this opening of the task, recorded with every call."""
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    """One node at a time, however many callers run the graph."""

    async def keep_stop(self, stop: Stop) -> None:
        """Save why the task ends; nothing in the graph's state can claim another end."""
        await self.memory.put("stop", "final", {"reason": stop.reason, "detail": str(stop)})

    async def keep_version(self, version: int, draft: Any, origin: Origin) -> str:
        """Save a version's draft, first as an artifact, so that Memory never names a file that is not there."""
        draft_id: str = await self.tool(self.workspace.save_draft, draft)
        await self.memory.put("draft", draft_id, draft.dump())
        await self.memory.put("version", str(version), {"draftId": draft_id, "origin": origin})
        return draft_id
