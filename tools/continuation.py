"""A new task that begins from an old one: from its best draft, or with the same settings for new sources."""

from collections.abc import Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple

from ditto.state.canonical import canonical
from ditto.state.errors import BadRequest, Tampered
from ditto.state.report import Report
from ditto.state.request import Request
from ditto.tools.artifacts import read_file
from ditto.tools.creation import NewSource
from ditto.tools.policy import read_request, read_sources
from ditto.tools.subjects import INSTALLED, Subjects
from ditto.tools.task_files import TaskFiles
from ditto.tools.verification import verify

_OF_THE_DATA = ("periods", "previous")
_FIXED = ("tenant", "principal", "maxRounds", "maxModelCalls", "deadlineSeconds", "approval", "onHuman")


class Beginning(NamedTuple):
    """What a new task takes over; what is empty is the new task's own."""

    domain: str | None = None
    goal: str | None = None
    options: Mapping[str, Any] = {}
    fixed: Mapping[str, Any] = {}
    source_ids: Sequence[str] = ()
    sources: Sequence[NewSource] = ()
    seed: bytes | None = None


def begun_after(directory: Path, subjects: Subjects = INSTALLED) -> Beginning:
    """Return an ended task's settings and sources, and its best draft as seed.

    Raises Tampered where the task does not verify, BadRequest where it has no draft.
    """
    request, verification = read_request(directory), verify(directory, subjects=subjects)
    if verification.status is None:
        raise BadRequest("the task has not ended", where=directory, expected="a task with output/report.json")
    if not verification.verified:
        raise Tampered("the task does not verify", where=directory, found=verification.findings[0])
    best = Report.parse(read_file(directory, "output/report.json")).best_draft_id
    if best is None:
        raise BadRequest("the task ended without a draft", where=directory, found=verification.stop_reason)
    draft = TaskFiles(directory, request, subjects).draft(best)
    names = {ref.id: PurePosixPath(ref.path).name for ref in request.sources}
    sources = [NewSource(one.id, names[one.id], one.data) for one in read_sources(directory, request)]
    return _like(request)._replace(options=request.options, sources=sources, seed=canonical(draft.dump()))


def begun_like(directory: Path) -> Beginning:
    """Return a task's settings without what belongs to its data: sources, seed, named periods, previous report."""
    return _like(read_request(directory))


def _like(request: Request) -> Beginning:
    document = request.dump()
    options = {name: value for name, value in request.options.items() if name not in _OF_THE_DATA}
    fixed = {name: document[name] for name in _FIXED}
    return Beginning(request.domain, request.goal, options, fixed, [source.id for source in request.sources])
