"""What every node of the reflection flow is given: the task's history, its tools, and the ways to add to it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from importlib.metadata import version as release_of
from typing import Any, get_args

from ditto.agents.engine import Engine
from ditto.agents.history import History
from ditto.state.calibration import Calibration
from ditto.state.errors import Stop, StopReason
from ditto.state.evidence import Evidence
from ditto.state.report import Origin
from ditto.state.review import Proof, Review
from ditto.state.stopping import Standing, first_rule
from ditto.tools.memory import Document
from ditto.tools.models import ChatModel
from ditto.tools.workspace import Workspace

RELEASE = release_of("ditto")
"""Another one may compute other facts."""


@dataclass(kw_only=True)
class Deps(History, Engine[Workspace]):
    """The collaborators of one opened reflection task."""

    reviewer: ChatModel
    calibration: Calibration | None = None
    """A measurement that the report may cite."""

    @property
    def max_calls(self) -> int:
        """How many model calls the request admits."""
        return self.workspace.request.max_model_calls

    @property
    def reasons(self) -> tuple[str, ...]:
        """The contract's stop reasons."""
        return get_args(StopReason)

    def left(self) -> float:
        """Return the seconds to the deadline."""
        return self.workspace.request.deadline_seconds - self.elapsed()

    def require_usable(self) -> None:
        """Raise BadSettings where either model cannot be asked: nothing is spent on a task that cannot be reviewed."""
        self.writer.require_usable()
        self.reviewer.require_usable()

    def require_admission(self) -> None:
        """Raise Stop where no further model call is admitted."""
        require_no_stop(replace(self.standing(0), asks=True))

    def position(self, state: Mapping[str, object]) -> Mapping[str, object]:
        """Return what Memory holds at the state's version."""
        version, stop = state.get("version") or 0, self.stop()
        drafted, checked, paused = (self.held.get(kind, str(version)) for kind in ("version", "check", "pause"))
        return {
            "version": version if drafted or not version else None,
            "draft": drafted["draftId"] if drafted else None,
            "check": checked["checkId"] if checked else None,
            "pause": paused["token"] if paused else None,
            "stop": stop.reason if stop else None,
        }

    async def close(self) -> None:
        """Close both models and the context."""
        await self.reviewer.close()
        await super().close()

    async def evidence(self) -> Evidence:
        """Return the evidence, as an earlier run has kept it in Memory or computed from the sources."""
        return await self.tool(self.workspace.evidence, self._kept_evidence())

    async def keep_version(self, version: int, draft: Any, origin: Origin) -> str:
        """Save a version's draft, first as an artifact, so that Memory never names a file that is not there."""
        draft_id: str = await self.tool(self.workspace.save_draft, draft)
        stated = {"draftId": draft_id, "origin": origin}
        documents = [Document("draft", draft_id, draft.dump()), Document("version", str(version), stated)]
        if self._kept_evidence() is None:
            documents.append(Document("evidence", RELEASE, (await self.evidence()).dump()))
        await self.held.put(*documents)
        return draft_id

    async def keep_check(self, version: int, draft: Any) -> tuple[str, Proof]:
        """Check a version and save the proof, first as an artifact."""
        proof: Proof = await self.tool(self.workspace.check, draft, self._kept_evidence())
        check_id = proof.digest()
        stated = {"checkId": check_id}
        await self.held.put(Document("proof", check_id, proof.dump()), Document("check", str(version), stated))
        return check_id, proof

    async def keep_review(self, review: Review) -> None:
        """Save a version's review, first as an artifact."""
        await self.tool(self.workspace.save_review, review)
        await self.held.put(Document("review", str(review.version), review.dump()))

    def _kept_evidence(self) -> Evidence | None:
        """Return what this release has computed already; the request that Memory belongs to fixes sources and options."""
        return self.record("evidence", RELEASE, Evidence.load)


def require_no_stop(standing: Standing) -> None:
    """Raise Stop with the first rule that holds."""
    if (rule := first_rule(standing)) is not None:
        raise Stop(rule.reason, rule.detail(standing))
