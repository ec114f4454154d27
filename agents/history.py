"""A task's history as Memory holds it: versions, what was said of each, what a person decided, how it ended."""

import asyncio
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, TypeVar, get_args

from ditto.state.canonical import Json
from ditto.state.decision import Decision
from ditto.state.errors import BadRequest, Stop, StopReason, Tampered
from ditto.state.report import Report, Round
from ditto.state.review import Proof, Review
from ditto.state.stopping import Standing
from ditto.tools.memory import MemoryStore
from ditto.tools.memory_mirror import MemoryMirror
from ditto.tools.workspace import Workspace

T = TypeVar("T")


def utc_now() -> datetime:
    """Return the wall clock's time."""
    return datetime.now(UTC)


@dataclass(kw_only=True)
class History:
    """One task, read by id."""

    workspace: Workspace
    memory: MemoryStore
    clock: Callable[[], datetime] = utc_now
    held: MemoryMirror = field(init=False)
    """What was read from Memory and saved there; the methods below answer from it."""

    def __post_init__(self) -> None:
        self.held = MemoryMirror(self.memory)

    async def tool(self, act: Callable[..., Any], *arguments: Any) -> Any:
        """Run a tool of the workspace without blocking the event loop."""
        return await asyncio.to_thread(act, *arguments)

    def elapsed(self) -> float:
        """Return the seconds since the task's first start; raises BadRequest where the clock stands before it."""
        started = self.started() or self.clock()
        seconds = (self.clock() - started).total_seconds()
        if seconds < 0:
            raise BadRequest(
                "the clock stands before the task's start",
                where="clock",
                found=self.clock().isoformat(),
                expected=f"after {started.isoformat()}",
            )
        return seconds

    def report(self) -> Report | None:
        """Return the saved report of an ended task."""
        return self._record("report", "final", Report.load)

    def stop(self) -> Stop | None:
        """Return the saved stop of a task that ends."""
        document = self.held.get("stop", "final")
        if document is not None and document["reason"] not in get_args(StopReason):
            raise Tampered("Memory holds no reason to stop", where=self.workspace.directory, found=document["reason"])
        return None if document is None else Stop(document["reason"], document["detail"])

    def draft(self, draft_id: str) -> Any:
        """Return a version's draft; raises Tampered where Memory does not hold it."""
        return self._named("draft", draft_id, self.workspace.domain.draft.load)

    def proof(self, check_id: str) -> Proof:
        """Return a check's proof."""
        return self._named("proof", check_id, Proof.load)

    def review(self, version: int) -> Review | None:
        """Return a version's review."""
        return self._record("review", str(version), Review.load)

    def decision(self, version: int) -> Decision | None:
        """Return what a person decided on a version."""
        return self._record("decision", str(version), Decision.load)

    def standing(self, version: int) -> Standing:
        """Return where the task stands with its limits, at a version."""
        request = self.workspace.request
        return Standing(
            approval=request.approval,
            pauses=request.on_human == "pause",
            version=version,
            max_rounds=request.max_rounds,
            calls=self.held.calls,
            max_calls=request.max_model_calls,
            elapsed=self.elapsed(),
            deadline=request.deadline_seconds,
        )

    def rounds(self) -> tuple[Round, ...]:
        """Return every version with what both gates said of it."""
        return tuple(map(self.round, sorted(self.versions("version"))))

    def versions(self, kind: str) -> tuple[int, ...]:
        """Return the versions that have a document of a kind, in the order of their saving."""
        with self.readable():
            return tuple(map(int, self.held.names(kind)))

    def round(self, version: int) -> Round:
        """Return one version with what both gates and a person said of it."""
        drafted = self.document("version", str(version))
        checked = self.held.get("check", str(version))
        proof = self.proof(checked["checkId"]) if checked else None
        skipped, decision = self.held.get("skip", str(version)), self.decision(version)
        review = self.review(version)
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

    def document(self, kind: str, name: str) -> dict[str, Any]:
        """Return a document that Memory must hold; raises Tampered where it does not."""
        return self._required(self.held.get(kind, name), kind, name)

    def _required(self, found: T | None, kind: str, name: str) -> T:
        if found is None:
            raise Tampered(f"Memory holds no {kind} {name}", where=self.workspace.directory)
        return found

    def _record(self, kind: str, name: str, read: Callable[[Json], T]) -> T | None:
        with self.readable():
            return self.held.record(kind, name, read)

    def _named(self, kind: str, name: str, read: Callable[[Json], T]) -> T:
        record: Any = self._required(self._record(kind, name, read), kind, name)
        if record.digest() != name:
            raise Tampered("a record of Memory is not what its name says", where=name, found=record.digest())
        return record

    def started(self) -> datetime | None:
        """Return the task's first start; raises Tampered where it is no time."""
        with self.readable():
            task = self.held.task
            return None if task is None else datetime.fromisoformat(task.started_at).astimezone(UTC)

    @contextmanager
    def readable(self) -> Generator[None]:
        """Say of a record whose bytes are not those that were saved what it is."""
        try:
            yield
        except (TypeError, ValueError) as cause:  # NotStrict among them
            found = " ".join(str(cause).split())[:200]
            raise Tampered("a record of Memory cannot be read", where=self.workspace.directory, found=found) from cause
