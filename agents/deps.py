"""What every node is given: the task's history, its tools, and the ways to add to it."""

import asyncio
import secrets
from dataclasses import dataclass, field
from typing import Any

from ditto.agents.events import Observer, silent
from ditto.agents.history import History
from ditto.state.errors import Stop
from ditto.state.report import Origin
from ditto.state.review import Proof, Review
from ditto.tools.context import Context
from ditto.tools.locks import TaskLock
from ditto.tools.memory import Document
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
        await self.held.put(Document("stop", "final", {"reason": stop.reason, "detail": str(stop)}))

    async def keep_version(self, version: int, draft: Any, origin: Origin) -> str:
        """Save a version's draft, first as an artifact, so that Memory never names a file that is not there."""
        draft_id: str = await self.tool(self.workspace.save_draft, draft)
        stated = {"draftId": draft_id, "origin": origin}
        await self.held.put(Document("draft", draft_id, draft.dump()), Document("version", str(version), stated))
        return draft_id

    async def keep_check(self, version: int, draft: Any) -> tuple[str, Proof]:
        """Check a version and save the proof, first as an artifact."""
        proof: Proof = await self.tool(self.workspace.check, draft)
        check_id = proof.digest()
        stated = {"checkId": check_id}
        await self.held.put(Document("proof", check_id, proof.dump()), Document("check", str(version), stated))
        return check_id, proof

    async def keep_review(self, review: Review) -> None:
        """Save a version's review, first as an artifact."""
        await self.tool(self.workspace.save_review, review)
        await self.held.put(Document("review", str(review.version), review.dump()))
