"""The tools that act on a brief's output directory and its sources; each re-reads what fixes the task before it acts."""

from pathlib import Path

from ditto.state.brief import (
    Attempt,
    BriefReport,
    BriefRequest,
    BriefState,
    RoundRecord,
    SourceFacts,
    Spec,
)
from ditto.state.brief_domain import BriefDomain
from ditto.state.brief_rounds import state_of
from ditto.state.canonical import canonical
from ditto.state.errors import Tampered
from ditto.state.record import Record
from ditto.tools.artifacts import make_folder, replace, write_once
from ditto.tools.brief_files import PRIVATE, BriefFiles, read_brief_request
from ditto.tools.brief_publication import publish_brief
from ditto.tools.brief_sources import facts_of, read_bytes


class BriefWorkspace:
    """One iteration task: its output directory, and the input directory that its request names."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self.request: BriefRequest = read_brief_request(directory)
        self.fingerprint = self.request.digest()
        self.files = BriefFiles(directory, self.request)
        self.spec: Spec = self.files.spec
        self.domain: BriefDomain = self.files.domain
        self.private = directory / PRIVATE

    def authorize(self) -> None:
        """Re-read request and spec; raises Tampered where either differs from what the fingerprint fixed."""
        found = read_brief_request(self.directory).digest()
        if found != self.fingerprint:
            raise Tampered(
                "task request changed",
                where=self.private / "request.json",
                found=found,
                expected=self.fingerprint,
            )
        self.files.require_spec()

    def initial(self) -> BriefState:
        """Return what the task begins with; raises Tampered where a source differs from what the request fixes."""
        self.authorize()
        evidence = tuple(self._unchanged(one.id, one.sha256, keep=True) for one in self.request.evidence)
        return BriefState(draft=self.spec.initial_draft, evidence=evidence)

    def search(self, field: str, source: str) -> tuple[Attempt, SourceFacts | None]:
        """Read a source for a field, and keep a copy of what was read; one without a file is a failed attempt."""
        self.authorize()
        facts = self._read(source, keep=True)
        outcome = "no-file" if facts is None else "found" if field in facts.facts else "no-fact"
        return Attempt(field=field, source=source, outcome=outcome), facts

    def require_evidence(self, state: BriefState) -> None:
        """Read every source of the evidence again; raises Tampered where its bytes or values are others now."""
        self.authorize()
        for one in state.evidence:
            if (found := self._unchanged(one.source, one.sha256, keep=False)) != one:
                raise Tampered(
                    "a source supplies other values",
                    where=self._path(one.source),
                    found=found.facts,
                    expected=one.facts,
                )

    def save_round(self, record: RoundRecord) -> None:
        """Write a round's revision and record once, and put state.json in the place of the one before."""
        self.authorize()
        state = state_of(record.snapshot)
        if record.round == 0 or (record.action and record.action.patch is not None):
            self._save("revisions", f"{state.revision}.json", state.draft)
        if record.round:
            self._save("rounds", f"{record.round}.json", record)
        replace(self.directory / "state.json", canonical(state.dump()))

    def publish(self, report: BriefReport, key: str | None) -> None:
        """Verify the whole history and write brief.md, result.json and the manifest."""
        self.authorize()
        publish_brief(self.files, report, key)

    def _read(self, source: str, *, keep: bool) -> SourceFacts | None:
        entry = self.spec.entry(source)
        if (data := read_bytes(Path(self.request.input), entry)) is None:
            return None
        facts = facts_of(self.spec, source, data, self.domain)
        if keep:
            make_folder(self.private / "sources")
            write_once(self.private / "sources" / entry.file, data)
        return facts

    def _unchanged(self, source: str, sha: str, *, keep: bool) -> SourceFacts:
        found = self._read(source, keep=keep)
        if found is None or found.sha256 != sha:
            raise Tampered(
                "source changed: a new source needs a new task",
                where=self._path(source),
                found=found.sha256 if found else "no file",
                expected=sha,
            )
        return found

    def _path(self, source: str) -> Path:
        return Path(self.request.input) / self.spec.entry(source).file

    def _save(self, folder: str, name: str, document: Record | dict[str, str]) -> None:
        make_folder(self.directory / folder)
        write_once(
            self.directory / folder / name, canonical(document.dump() if isinstance(document, Record) else document)
        )
