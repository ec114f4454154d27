"""A task's history as Memory holds it: versions, what was said of each, what a person decided, how it ended."""

import asyncio
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, get_args

from ditto.state.decision import Decision
from ditto.state.errors import BadRequest, Stop, StopReason, Tampered
from ditto.state.report import Report, Round
from ditto.state.review import Proof, Review
from ditto.state.stopping import Standing
from ditto.tools.memory import MemoryStore
from ditto.tools.workspace import Workspace


def utc_now() -> datetime:
    """Return the wall clock's time."""
    return datetime.now(UTC)


@dataclass(kw_only=True)
class History:
    """One task, read by id."""

    workspace: Workspace
    memory: MemoryStore
    clock: Callable[[], datetime] = utc_now

    async def tool(self, act: Callable[..., Any], *arguments: Any) -> Any:
        """Run a tool of the workspace without blocking the event loop."""
        return await asyncio.to_thread(act, *arguments)

    async def elapsed(self) -> float:
        """Return the seconds since the task's first start; raises BadRequest where the clock stands before it."""
        task = await self.memory.task()
        started = self.moment(task.started_at) if task else self.clock()
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
        with self.readable():
            return None if document is None else Report.load(document)

    async def stop(self) -> Stop | None:
        """Return the saved stop of a task that ends."""
        document = await self.memory.get("stop", "final")
        if document is not None and document["reason"] not in get_args(StopReason):
            raise Tampered("Memory holds no reason to stop", where=self.workspace.directory, found=document["reason"])
        return None if document is None else Stop(document["reason"], document["detail"])

    async def draft(self, draft_id: str) -> Any:
        """Return a version's draft; raises Tampered where Memory does not hold it."""
        document = await self.document("draft", draft_id)
        with self.readable():
            return _named(self.workspace.domain.draft.load(document), draft_id)

    async def proof(self, check_id: str) -> Proof:
        """Return a check's proof."""
        document = await self.document("proof", check_id)
        with self.readable():
            return _named(Proof.load(document), check_id)

    async def review(self, version: int) -> Review | None:
        """Return a version's review."""
        document = await self.memory.get("review", str(version))
        with self.readable():
            return None if document is None else Review.load(document)

    async def decision(self, version: int) -> Decision | None:
        """Return what a person decided on a version."""
        document = await self.memory.get("decision", str(version))
        with self.readable():
            return None if document is None else Decision.load(document)

    async def standing(self, version: int) -> Standing:
        """Return where the task stands with its limits, at a version."""
        request = self.workspace.request
        return Standing(
            approval=request.approval,
            pauses=request.on_human == "pause",
            version=version,
            max_rounds=request.max_rounds,
            calls=len(await self.memory.calls()),
            max_calls=request.max_model_calls,
            elapsed=await self.elapsed(),
            deadline=request.deadline_seconds,
        )

    async def rounds(self) -> tuple[Round, ...]:
        """Return every version with what both gates said of it."""
        return tuple([await self.round(version) for version in sorted(await self.versions("version"))])

    async def versions(self, kind: str) -> tuple[int, ...]:
        """Return the versions that have a document of a kind, in the order of their saving."""
        names = await self.memory.names(kind)
        with self.readable():
            return tuple(map(int, names))

    async def round(self, version: int) -> Round:
        """Return one version with what both gates and a person said of it."""
        drafted = await self.document("version", str(version))
        checked = await self.memory.get("check", str(version))
        proof = await self.proof(checked["checkId"]) if checked else None
        skipped, decision = await self.memory.get("skip", str(version)), await self.decision(version)
        review = await self.review(version)
        with self.readable():
            return Round(
                version=version,
                draft_id=drafted["draftId"],
                origin=drafted["origin"],
                check_id=checked["checkId"] if checked else None,
                review=review,
                issues=proof.issues if proof else (),
                skipped=skipped["reason"] if skipped else None,
                decision_id=decision.digest() if decision else None,
            )

    async def document(self, kind: str, name: str) -> dict[str, Any]:
        """Return a document that Memory must hold; raises Tampered where it does not."""
        document = await self.memory.get(kind, name)
        if document is None:
            raise Tampered(f"Memory holds no {kind} {name}", where=self.workspace.directory)
        return document

    def moment(self, text: str) -> datetime:
        """Return a saved time; raises Tampered where it is none."""
        with self.readable():
            return datetime.fromisoformat(text).astimezone(UTC)

    @contextmanager
    def readable(self) -> Generator[None]:
        """Say of a record whose bytes are not those that were saved what it is."""
        try:
            yield
        except (TypeError, ValueError) as cause:  # NotStrict among them
            found = " ".join(str(cause).split())[:200]
            raise Tampered("a record of Memory cannot be read", where=self.workspace.directory, found=found) from cause


def _named(record: Any, name: str) -> Any:
    if record.digest() != name:
        raise ValueError(f"a record under the id {name} whose digest is {record.digest()}")
    return record
