"""A task's history as Memory holds it: versions, what was said of each, what a person decided, how it ended."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from ditto.agents.ledger import Ledger
from ditto.state.canonical import Json
from ditto.state.decision import Decision
from ditto.state.errors import BadRequest, Tampered
from ditto.state.report import Report, Round
from ditto.state.review import Proof, Review
from ditto.state.stopping import Standing
from ditto.tools.workspace import Workspace

T = TypeVar("T")


@dataclass(kw_only=True)
class History(Ledger[Workspace]):
    """One reflection task, read by id."""

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
        return self.record("report", "final", Report.load)

    def draft(self, draft_id: str) -> Any:
        """Return a version's draft; raises Tampered where Memory does not hold it."""
        return self._named("draft", draft_id, self.workspace.domain.draft.load)

    def proof(self, check_id: str) -> Proof:
        """Return a check's proof."""
        return self._named("proof", check_id, Proof.load)

    def review(self, version: int) -> Review | None:
        """Return a version's review."""
        return self.record("review", str(version), Review.load)

    def decision(self, version: int) -> Decision | None:
        """Return what a person decided on a version."""
        return self.record("decision", str(version), Decision.load)

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

    def _named(self, kind: str, name: str, read: Callable[[Json], T]) -> T:
        record: Any = self.required(self.record(kind, name, read), kind, name)
        if record.digest() != name:
            raise Tampered("a record of Memory is not what its name says", where=name, found=record.digest())
        return record
