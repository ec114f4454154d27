"""The tools that act on a task directory; each re-reads request, policy and fingerprints before it acts."""

from pathlib import Path
from typing import Any

from ditto.state.canonical import NotStrict, canonical
from ditto.state.domain import Domain
from ditto.state.errors import BadRequest, Tampered
from ditto.state.evidence import Evidence, evidence_digest
from ditto.state.record import Record
from ditto.state.request import Identity, Request
from ditto.state.review import Proof, Review
from ditto.tools.artifacts import make_folder, read_file, write_once
from ditto.tools.domains import load_domain
from ditto.tools.policy import Task, authorize, read_request


class Workspace:
    """One task directory, as one identity may use it."""

    def __init__(self, directory: Path, identity: Identity | None = None) -> None:
        self.directory = directory
        self.request: Request = read_request(directory)
        self.fingerprint = self.request.digest()
        self.identity = identity or Identity(tenant=self.request.tenant, principal=self.request.principal)
        self.domain: Domain = load_domain(self.request.domain)

    def authorize(self) -> Task:
        """Check identity, policy and fingerprints, and return what was read."""
        return authorize(self.directory, self.identity, self.fingerprint)

    def evidence(self) -> Evidence:
        """Compute the evidence from the sources as they are now; raises BadSource, or MissingData."""
        task = self.authorize()
        return self.domain.gather(task.sources, task.request.options, evidence_digest(task.request.sources))

    def seed(self) -> Any | None:
        """Return the seed draft, or None; raises BadRequest where it is not a draft of this subject."""
        task = self.authorize()
        return None if task.seed is None else read_seed(self.domain, task.seed)

    def check(self, draft: Any) -> Proof:
        """Run the deterministic checks and save their proof."""
        proof = self.prove(draft)
        self._save("checks", proof.digest(), proof)
        return proof

    def prove(self, draft: Any) -> Proof:
        """Run the deterministic checks."""
        evidence = self.evidence()
        findings = self.domain.check(draft, evidence, self.request.goal)
        return Proof(evidence_sha256=evidence.sha256, draft_id=draft.digest(), issues=findings)

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

    def draft(self, draft_id: str) -> Any:
        """Read a saved version; raises Tampered where it is not what its name says."""
        return self._read("drafts", draft_id, self.domain.draft)

    def proof(self, check_id: str) -> Proof:
        """Read a saved proof; raises Tampered where it is not what its name says."""
        return self._read("checks", check_id, Proof)

    def review(self, version: int) -> Review:
        """Read the saved review of a version."""
        return self._read("reviews", str(version), Review)

    def _save(self, folder: str, name: str, record: Record) -> None:
        make_folder(self.directory / folder)
        write_once(self.directory / folder / f"{name}.json", canonical(record.dump()))

    def _read(self, folder: str, name: str, form: Any) -> Any:
        self.authorize()
        relative = f"{folder}/{name}.json"
        data = read_file(self.directory, relative)
        try:
            record = form.parse(data)
        except NotStrict as cause:
            raise Tampered("a saved record cannot be read", where=self.directory / relative, found=cause) from cause
        if canonical(record.dump()) != data or (len(name) == 64 and record.digest() != name):
            raise Tampered(
                "a saved record is not what its name says",
                where=self.directory / relative,
                found=record.digest(),
                expected=name,
            )
        return record


def read_seed(domain: Domain, data: bytes) -> Any:
    """Return a seed file's draft; raises BadRequest that names the field at fault."""
    try:
        return domain.draft.parse(data)
    except NotStrict as cause:
        raise BadRequest(f"the seed is not a draft of {domain.name}", where="seed.json", found=cause) from cause
