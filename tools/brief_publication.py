"""Publication of a brief: its whole history is derived again from the files before its end is written."""

from collections.abc import Callable

from ditto.state.brief import BriefReport, RoundRecord
from ditto.state.brief_rounds import derived, require_report, state_of
from ditto.state.canonical import canonical
from ditto.state.errors import DittoError, Tampered
from ditto.state.manifest import Manifest
from ditto.tools.artifacts import write_once
from ditto.tools.brief_files import PRIVATE, BriefFiles
from ditto.tools.manifest_files import manifest_of_files, write_manifest
from ditto.tools.task_files import attempted


def publish_brief(files: BriefFiles, report: BriefReport, key: str | None) -> None:
    """Write brief.md, then result.json, the manifest last; the same again changes nothing.

    Raises Tampered where a file is not what the history makes it.
    """
    found: list[DittoError] = []
    derive(files, report, found.append)
    if found:
        raise found[0]
    for name, data in rendered(files, report).items():
        write_once(files.directory / name, data)
    write_manifest(files.directory / PRIVATE, manifest_of(files, report), key)


def derive(files: BriefFiles, report: BriefReport | None, found: Callable[[DittoError], None]) -> None:
    """Derive every round, revision and the end again from the spec and the kept sources; tell what differs."""
    rounds, initial = attempted(files.rounds, found), attempted(files.initial, found)
    if rounds is None or initial is None:
        return
    check = files.domain.check
    history = attempted(lambda: derived(files.request, files.spec, initial, rounds, check), found)
    if history is None:
        return
    for one in history:
        attempted(lambda one=one: _require_revision(files, one), found)
        attempted(lambda one=one: _require_found(files, one), found)
    attempted(lambda: _require_state(files, history[-1]), found)
    if report is not None:
        attempted(lambda: require_report(files.request, history[-1], report), found)


def rendered(files: BriefFiles, report: BriefReport) -> dict[str, bytes]:
    """Return the output that belongs to a report, by file name, in the order of its writing."""
    brief = files.domain.render(files.spec, report).rstrip() + "\n"
    return {"brief.md": brief.encode(), "result.json": canonical(report.dump())}


def manifest_of(files: BriefFiles, report: BriefReport) -> Manifest:
    """Return the manifest of a brief as its files are now; raises Tampered where one is missing."""
    return manifest_of_files(files.directory, files.request.id, files.fingerprint, listed(files, report))


def listed(files: BriefFiles, report: BriefReport) -> list[str]:
    """Return the path of every file that a finished brief rests on, in the order of its history."""
    snapshot = report.snapshot
    read = dict.fromkeys([one.source for one in snapshot.evidence])
    read |= dict.fromkeys(one.source for one in snapshot.attempts if one.outcome != "no-file")
    return [
        f"{PRIVATE}/request.json",
        "spec.json",
        *(f"{PRIVATE}/sources/{files.spec.entry(source).file}" for source in read),
        *(f"revisions/{number}.json" for number in range(snapshot.revision + 1)),
        *(f"rounds/{number}.json" for number in range(1, report.rounds + 1)),
        "state.json",
        "brief.md",
        "result.json",
    ]


def _require_revision(files: BriefFiles, one: RoundRecord) -> None:
    if files.revision(one.snapshot.revision) != one.snapshot.draft:
        raise Tampered("not the draft of its round", where=f"revisions/{one.snapshot.revision}.json")


def _require_found(files: BriefFiles, one: RoundRecord) -> None:
    if one.action is None or one.action.found is None:
        return
    if files.source(one.action.found.source) != one.action.found:
        raise Tampered("not what the kept source supplies", where=f"rounds/{one.round}.json")


def _require_state(files: BriefFiles, last: RoundRecord) -> None:
    if files.state() != state_of(last.snapshot):
        raise Tampered("not the state after the last round", where="state.json")
