"""A task's history as Memory holds it: versions, what was said of each, what a person decided, how it ended."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, TypeVar

from ditto.state.decision import Decision
from ditto.state.errors import BadRequest, Stop, Tampered
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
        task = self.held.task
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

    def report(self) -> Report | None:
        """Return the saved report of an ended task."""
        return self.held.record("report", "final", Report.load)

    def stop(self) -> Stop | None:
        """Return the saved stop of a task that ends."""
        document = self.held.get("stop", "final")
        return None if document is None else Stop(document["reason"], document["detail"])

    def draft(self, draft_id: str) -> Any:
        """Return a version's draft; raises Tampered where Memory does not hold it."""
        return self._required(self.held.record("draft", draft_id, self.workspace.domain.draft.load), "draft", draft_id)

    def proof(self, check_id: str) -> Proof:
        """Return a check's proof."""
        return self._required(self.held.record("proof", check_id, Proof.load), "proof", check_id)

    def review(self, version: int) -> Review | None:
        """Return a version's review."""
        return self.held.record("review", str(version), Review.load)

    def decision(self, version: int) -> Decision | None:
        """Return what a person decided on a version."""
        return self.held.record("decision", str(version), Decision.load)

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
        return tuple(map(self.round, sorted(map(int, self.held.names("version")))))

    def round(self, version: int) -> Round:
        """Return one version with what both gates and a person said of it."""
        drafted = self.document("version", str(version))
        checked = self.held.get("check", str(version))
        proof = self.proof(checked["checkId"]) if checked else None
        skipped, decision = self.held.get("skip", str(version)), self.decision(version)
        return Round(
            version=version,
            draft_id=drafted["draftId"],
            origin=drafted["origin"],
            check_id=checked["checkId"] if checked else None,
            review=self.review(version),
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
