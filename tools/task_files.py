"""A task directory as its files state it, read without authority: what publication and verification rest on."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from ditto.state.canonical import NotStrict, canonical
from ditto.state.claims import Held
from ditto.state.decision import Decision
from ditto.state.domain import Domain
from ditto.state.errors import BadRequest, BadSource, DittoError, Tampered
from ditto.state.evidence import Evidence, MissingData, Source, evidence_digest
from ditto.state.record import Record
from ditto.state.report import Report
from ditto.state.request import Request
from ditto.state.review import Proof, Review
from ditto.tools.artifacts import read_file
from ditto.tools.domains import load_domain
from ditto.tools.policy import read_policy, read_seed_file, read_sources
from ditto.tools.subjects import INSTALLED, Subjects

T = TypeVar("T")
K = TypeVar("K", str, int)
R = TypeVar("R", bound=Record)


class TaskFiles:
    """The files of one task; every read raises Tampered where a file is not what its name says."""

    def __init__(self, directory: Path, request: Request, subjects: Subjects = INSTALLED) -> None:
        self.directory = directory
        self.request = request
        self.fingerprint = request.digest()
        self.domain: Domain = load_domain(request.domain, subjects)
        self._evidence: Evidence | None = None

    def evidence(self) -> Evidence:
        """Compute the evidence; raises Tampered for a changed source, BadSource, or MissingData."""
        return self.gathered(read_sources(self.directory, self.request))

    def gathered(self, sources: Sequence[Source]) -> Evidence:
        """Compute the evidence from sources just read, whose digests are those of the request; later ones are the same."""
        if self._evidence is None:
            self._evidence = self.domain.gather(sources, self.request.options, evidence_digest(self.request.sources))
        return self._evidence

    def seed(self) -> Any | None:
        """Return the seed draft, or None; raises BadRequest where it is not a draft of this subject."""
        data = read_seed_file(self.directory, self.request)
        return None if data is None else read_seed(self.domain, data)

    def draft(self, draft_id: str) -> Any:
        """Return a version."""
        return self.record("drafts", draft_id, self.domain.draft)

    def proof(self, check_id: str) -> Proof:
        """Return a check's proof."""
        return self.record("checks", check_id, Proof)

    def review(self, version: int) -> Review:
        """Return the review of a version."""
        return self.record("reviews", str(version), Review)

    def decision(self, decision_id: str) -> Decision:
        """Return a person's decision."""
        return self.record("decisions", decision_id, Decision)

    def record(self, folder: str, name: str, form: type[R]) -> R:
        """Return a saved record in the one form it is written in, under its own digest where that is its name."""
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

    def held(self, report: Report, found: Callable[[DittoError], None], *, prove_all: bool) -> Held:
        """Read everything that a report names; what cannot be read is given to `found` and left out.

        The check of the accepted draft is run again, with `prove_all` that of every version.
        """
        rounds = report.rounds
        drafts = _each({one.draft_id for one in rounds}, self.draft, found)
        again = [one for one in drafts if prove_all or one == report.accepted_draft_id]
        evidence = attempted(self.evidence, found) if again else None
        return Held(
            request=self.request,
            principals=attempted(lambda: read_policy(self.directory).principals, found) or (),
            evidence_sha256=evidence_digest(self.request.sources),
            seed=attempted(self.seed, found),
            drafts=drafts,
            proofs=_each({one.check_id for one in rounds if one.check_id}, self.proof, found),
            proven={one: prove(self.domain, drafts[one], evidence, self.request.goal) for one in again if evidence},
            reviews=_each({one.version for one in rounds if one.review}, self.review, found),
            decisions=_each({one.decision_id for one in rounds if one.decision_id}, self.decision, found),
        )


def _each(names: set[K], read: Callable[[K], T], found: Callable[[DittoError], None]) -> dict[K, T]:
    values = {name: attempted(partial(read, name), found) for name in sorted(names)}
    return {name: value for name, value in values.items() if value is not None}


def attempted(read: Callable[[], T], found: Callable[[DittoError], None]) -> T | None:
    """Return what is read, or None where it cannot be, which `found` is told."""
    try:
        return read()
    except DittoError as error:
        found(error)
    except MissingData as missing:
        found(BadSource(str(missing), where="sources"))
    return None


def prove(domain: Domain, draft: Any, evidence: Evidence, goal: str) -> Proof:
    """Run the deterministic checks of a subject."""
    findings = domain.check(draft, evidence, goal)
    return Proof(evidence_sha256=evidence.sha256, draft_id=draft.digest(), issues=findings)


def read_seed(domain: Domain, data: bytes) -> Any:
    """Return a seed file's draft; raises BadRequest that names the field at fault."""
    try:
        return domain.draft.parse(data)
    except NotStrict as cause:
        raise BadRequest(f"the seed is not a draft of {domain.name}", where="seed.json", found=cause) from cause
