"""A brief's output directory as its files state it, read without authority: what publication and verification rest on."""

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from ditto.state.brief import BriefReport, BriefRequest, BriefState, RoundRecord, SourceFacts, Spec
from ditto.state.brief_domain import BriefDomain
from ditto.state.canonical import MAX_DOCUMENT, Json, NotStrict, canonical, parse_object, sha256
from ditto.state.errors import BadRequest, Tampered
from ditto.state.record import Record
from ditto.tools.artifacts import read_file
from ditto.tools.brief_sources import MOST_SOURCE_BYTES, facts_of
from ditto.tools.domains import load_brief

T = TypeVar("T")
R = TypeVar("R", bound=Record)

PRIVATE = ".ditto"
"""The folder of the request, Memory, the checkpoints, the lock, the copies of what was read, and the manifest."""


def is_brief(directory: Path) -> bool:
    """Tell whether a folder is a brief's output directory, even one that has lost its request."""
    private = directory / PRIVATE
    return (private / "request.json").exists() or (private.is_dir() and not (directory / "request.json").exists())


def read_brief_request(directory: Path) -> BriefRequest:
    """Return the request of an output directory; raises BadRequest where it is none."""
    if not is_brief(directory):
        raise BadRequest(
            "not the output directory of a brief",
            where=directory,
            found=f"no {PRIVATE}/request.json",
            expected="a folder made by `ditto brief` or `ditto demo`",
        )
    try:
        return BriefRequest.parse(read_file(directory, f"{PRIVATE}/request.json"))
    except NotStrict as cause:
        raise BadRequest(
            "the request cannot be read", where=f"{directory}/{PRIVATE}/request.json", found=cause
        ) from cause


class BriefFiles:
    """The files of one brief; every read raises Tampered where a file is not what it should be."""

    def __init__(self, directory: Path, request: BriefRequest) -> None:
        self.directory = directory
        self.request = request
        self.fingerprint = request.digest()
        self.domain: BriefDomain = load_brief(request.domain)
        data = self.require_spec()
        self.spec: Spec = self._read("spec.json", lambda: Spec.parse(data))

    def require_spec(self) -> bytes:
        """Return the bytes of spec.json; raises Tampered where they differ from what the request fixes."""
        data = read_file(self.directory, "spec.json")
        if (found := sha256(data)) != self.request.spec_sha256:
            raise Tampered(
                "spec changed: a new spec needs a new task",
                where=self.directory / "spec.json",
                found=found,
                expected=self.request.spec_sha256,
            )
        return data

    def source(self, source: str) -> SourceFacts:
        """Return what the kept copy of a source supplies."""
        kept = f"{PRIVATE}/sources/{self.spec.entry(source).file}"
        return facts_of(self.spec, source, read_file(self.directory, kept, MOST_SOURCE_BYTES), self.domain)

    def initial(self) -> BriefState:
        """Return what the task began with, from the kept copies."""
        evidence = tuple(self.source(one.id) for one in self.request.evidence)
        for one, fixed in zip(evidence, self.request.evidence, strict=True):
            if one.sha256 != fixed.sha256:
                raise Tampered(
                    "a source is not the one that the request fixes",
                    where=f"{PRIVATE}/sources/{self.spec.entry(one.source).file}",
                    found=one.sha256,
                    expected=fixed.sha256,
                )
        return BriefState(draft=self.spec.initial_draft, evidence=evidence)

    def rounds(self) -> tuple[RoundRecord, ...]:
        """Return every recorded round, from 1 on."""
        count = len(list((self.directory / "rounds").glob("[0-9]*.json")))
        return tuple(self.record(f"rounds/{number}.json", RoundRecord) for number in range(1, count + 1))

    def revision(self, number: int) -> Json:
        """Return the draft of a revision."""
        relative = f"revisions/{number}.json"
        data = read_file(self.directory, relative)
        return self._read(relative, lambda: parse_object(data.decode()))

    def state(self) -> BriefState:
        """Return state.json."""
        return self.record("state.json", BriefState)

    def result(self) -> BriefReport:
        """Return result.json."""
        return self.record("result.json", BriefReport)

    def record(self, relative: str, form: type[R]) -> R:
        """Return a saved record in the one form it is written in."""
        data = read_file(self.directory, relative, MAX_DOCUMENT)
        record = self._read(relative, lambda: form.parse(data))
        if canonical(record.dump()) != data:
            raise Tampered("a saved record is not in its canonical form", where=self.directory / relative)
        return record

    def _read(self, relative: str, read: Callable[[], T]) -> T:
        try:
            return read()
        except (NotStrict, UnicodeDecodeError) as cause:
            raise Tampered("a saved record cannot be read", where=self.directory / relative, found=cause) from cause
