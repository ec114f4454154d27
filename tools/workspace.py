"""The tools that act on a task directory; each re-reads request, policy and fingerprints before it acts."""

from pathlib import Path
from typing import Any

from ditto.state.canonical import canonical
from ditto.state.decision import Decision
from ditto.state.domain import Domain
from ditto.state.evidence import Evidence
from ditto.state.record import Record
from ditto.state.request import Identity, Request
from ditto.state.review import Proof, Review
from ditto.tools.artifacts import make_folder, write_once
from ditto.tools.policy import Task, authorize, read_request
from ditto.tools.subjects import INSTALLED, Subjects
from ditto.tools.task_files import TaskFiles, prove, read_seed


class Workspace:
    """One task directory, as one identity may use it."""

    def __init__(self, directory: Path, identity: Identity | None = None, subjects: Subjects = INSTALLED) -> None:
        self.directory = directory
        self.request: Request = read_request(directory)
        self.authenticated = identity.principal if identity else None
        """The principal whom a deployment has authenticated, if it has."""
        self.identity = identity or Identity(tenant=self.request.tenant, principal=self.request.principal)
        self._files = TaskFiles(directory, self.request, subjects)
        self.fingerprint = self._files.fingerprint
        self.domain: Domain = self._files.domain

    def authorize(self) -> Task:
        """Check identity, policy and fingerprints, and return what was read."""
        return authorize(self.directory, self.identity, self.fingerprint)

    def files(self) -> TaskFiles:
        """Return the task's files for reading."""
        self.authorize()
        return self._files

    def evidence(self, kept: Evidence | None = None) -> Evidence:
        """Return the evidence: what was kept of the same sources, or computed from them; raises BadSource, or MissingData.

        Publication and verification compute it again, whatever was kept.
        """
        sources = self.authorize().sources
        return self._files.gathered(sources) if kept is None else kept

    def seed(self) -> Any | None:
        """Return the seed draft, or None; raises BadRequest where it is not a draft of this subject."""
        task = self.authorize()
        return None if task.seed is None else read_seed(self.domain, task.seed)

    def check(self, draft: Any, kept: Evidence | None = None) -> Proof:
        """Run the deterministic checks and save their proof."""
        proof = prove(self.domain, draft, self.evidence(kept), self.request.goal)
        self._save("checks", proof.digest(), proof)
        return proof

    def save_draft(self, draft: Any) -> str:
        """Save a version and return its id."""
        self.authorize()
        draft_id: str = draft.digest()
        self._save("drafts", draft_id, draft)
        return draft_id

    def save_review(self, review: Review) -> None:
        """Save the review of its version."""
        self.authorize()
        self._save("reviews", str(review.version), review)

    def save_decision(self, decision: Decision) -> None:
        """Save a person's decision."""
        self.authorize()
        self._save("decisions", decision.digest(), decision)

    def _save(self, folder: str, name: str, record: Record) -> None:
        make_folder(self.directory / folder)
        write_once(self.directory / folder / f"{name}.json", canonical(record.dump()))
