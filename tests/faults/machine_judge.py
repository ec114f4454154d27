"""What must hold of a task at every moment, judged without asking the program what it thinks of itself."""

import json
from pathlib import Path
from typing import NamedTuple

from ditto.state.errors import BadRequest, Busy, Denied, DittoError, Refused, StaleToken
from ditto.state.evidence import Source
from ditto.state.request import Request
from ditto.tools.domains import load_domain
from ditto.tools.policy import read_request
from ditto.tools.verification import verify
from tests.faults.machine_snapshot import Snapshot
from tests.faults.machine_tampering import Tampering

ANALYSIS, REPORT, MANIFEST = (f"output/{name}.json" for name in ("analysis", "report", "manifest"))
_BEFORE_ANYTHING = (StaleToken, Denied, BadRequest, Busy)


class Allowed(NamedTuple):
    """The drafts that a review let pass, and those that a person approved, as both sides of the wire know it."""

    passed: set[str]
    approved: set[str]


class Judge:
    """The rules of one task."""

    def __init__(self, directory: Path, scenario: str) -> None:
        self.request: Request = read_request(directory)
        domain = load_domain(self.request.domain)
        demo = domain.demos[scenario]
        self._directory = directory
        self._domain = domain
        self._evidence = domain.gather([Source(key, file[1]) for key, file in demo.sources.items()], {}, "0" * 64)
        self._goal = demo.goal

    def never_less(self, before: Snapshot, after: Snapshot) -> None:
        """Recorded calls, versions and decisions stay."""
        assert before.calls <= after.calls
        for kind in ("version", "decision", "check", "review", "stop", "report"):
            assert before.count(kind) <= after.count(kind), kind

    def within_limits(self, requests: int, seen: Snapshot) -> None:
        """No request is made that was not recorded, none above the limit, and none whose answer is there."""
        assert requests <= seen.calls <= self.request.max_model_calls
        calls = [json.loads(row[2]) for row in seen.memory if row[0] == "calls"]
        answered = [(one["purpose"], one["version"], one["part"]) for one in calls if one["outcome"] == "answered"]
        assert len(set(answered)) == len(answered)

    def published_with_proof(self, seen: Snapshot, allowed: Allowed) -> None:
        """An analysis on disk holds a draft that the check proves and that a reviewer or a person let pass."""
        if ANALYSIS not in seen.files:
            return
        analysis = json.loads(seen.files[ANALYSIS])
        draft = self._domain.draft.load(analysis["draft"])
        assert draft.digest() == analysis["draftId"]
        assert self._domain.check(draft, self._evidence, self._goal) == ()
        by_model = set() if self.request.approval else allowed.passed
        assert analysis["draftId"] in by_model | allowed.approved
        if REPORT in seen.files:
            assert json.loads(seen.files[REPORT])["acceptedDraftId"] == analysis["draftId"]

    def refused(self, error: DittoError, before: Snapshot, after: Snapshot, tampering: Tampering | None) -> None:
        """A refusal changes nothing; one that publication alone can find leaves the output and every file alone."""
        if not isinstance(error, (Refused, Busy)):
            return
        if tampering is None or tampering.guarded or isinstance(error, _BEFORE_ANYTHING):
            assert after == before, f"{type(error).__name__}: {error}"
            return
        assert before.files.items() <= after.files.items()
        assert _output(before) == _output(after)

    def verifies(self, seen: Snapshot, tampering: Tampering | None) -> None:
        """A task verifies where it is published and untouched, and never otherwise."""
        touched = tampering is not None and tampering.kind != "lose Memory"
        right = MANIFEST in seen.files and not touched
        try:
            verification = verify(self._directory)
        except DittoError as error:
            assert touched, error
            return
        assert verification.verified == right, (tampering and tampering.kind, verification.findings)


def _output(seen: Snapshot) -> dict[str, bytes]:
    return {name: data for name, data in seen.files.items() if name.startswith("output/")}
