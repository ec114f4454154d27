"""What every node is given: the task's tools, and the task's history as Memory holds it."""

import asyncio
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from ditto.agents.events import Observer, silent
from ditto.state.errors import BadRequest, Stop, Tampered
from ditto.state.report import Origin, Report, Round
from ditto.state.review import Proof, Review
from ditto.tools.context import Context
from ditto.tools.locks import TaskLock
from ditto.tools.memory import MemoryStore
from ditto.tools.models import ChatModel
from ditto.tools.workspace import Workspace


def utc_now() -> datetime:
    """Return the wall clock's time."""
    return datetime.now(UTC)


@dataclass
class Deps:
    """The collaborators of one opened task."""

    workspace: Workspace
    memory: MemoryStore
    context: Context
    writer: ChatModel
    reviewer: ChatModel
    lock: TaskLock
    clock: Callable[[], datetime] = utc_now
    observe: Observer = silent
    run: str = field(default_factory=lambda: secrets.token_hex(8))
    """The id of this opening of the task, recorded with every call."""
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    """One node at a time, however many callers run the graph."""

    async def tool(self, act: Callable[..., Any], *arguments: Any) -> Any:
        """Run a tool of the workspace without blocking the event loop."""
        return await asyncio.to_thread(act, *arguments)

    async def elapsed(self) -> float:
        """Return the seconds since the task's first start; raises BadRequest where the clock stands before it."""
        task = await self.memory.task()
        started = datetime.fromisoformat(task.started_at) if task else self.clock()
        seconds = (self.clock() - started).total_seconds()
        if seconds < 0:
            raise BadRequest(
                "the clock stands before the task's start",
                where="clock",
                found=self.clock().isoformat(),
                expected=f"after {started.isoformat()}",
            )
        return seconds

    async def report(self) -> Report | None:
        """Return the saved report of an ended task."""
        document = await self.memory.get("report", "final")
        return None if document is None else Report.load(document)

    async def stop(self) -> Stop | None:
        """Return the saved stop of a task that ends."""
        document = await self.memory.get("stop", "final")
        return None if document is None else Stop(document["reason"], document["detail"])

    async def keep_stop(self, stop: Stop) -> None:
        """Save why the task ends; nothing in the graph's state can claim another end."""
        await self.memory.put("stop", "final", {"reason": stop.reason, "detail": str(stop)})

    async def draft(self, draft_id: str) -> Any:
        """Return a version's draft; raises Tampered where Memory does not hold it."""
        return self.workspace.domain.draft.load(await self._document("draft", draft_id))

    async def proof(self, check_id: str) -> Proof:
        """Return a check's proof."""
        return Proof.load(await self._document("proof", check_id))

    async def review(self, version: int) -> Review | None:
        """Return a version's review."""
        document = await self.memory.get("review", str(version))
        return None if document is None else Review.load(document)

    async def keep_version(self, version: int, draft: Any, origin: Origin) -> str:
        """Save a version's draft, first as an artifact, so that Memory never names a file that is not there."""
        draft_id: str = await self.tool(self.workspace.save_draft, draft)
        await self.memory.put("draft", draft_id, draft.dump())
        await self.memory.put("version", str(version), {"draftId": draft_id, "origin": origin})
        return draft_id

    async def rounds(self) -> tuple[Round, ...]:
        """Return every version with what both gates said of it."""
        versions = sorted(map(int, await self.memory.names("version")))
        return tuple([await self._round(version) for version in versions])

    async def _round(self, version: int) -> Round:
        drafted = await self._document("version", str(version))
        checked = await self.memory.get("check", str(version))
        proof = await self.proof(checked["checkId"]) if checked else None
        return Round(
            version=version,
            draft_id=drafted["draftId"],
            origin=drafted["origin"],
            check_id=checked["checkId"] if checked else None,
            review=await self.review(version),
            issues=proof.issues if proof else (),
        )

    async def _document(self, kind: str, name: str) -> dict[str, Any]:
        document = await self.memory.get(kind, name)
        if document is None:
            raise Tampered(f"Memory holds no {kind} {name}", where=self.workspace.directory)
        return document
