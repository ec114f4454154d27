"""Today's checks and rubric applied to a finished task's files: no model, no Redis, no database; writes nothing."""

import os
from collections.abc import Callable
from importlib.metadata import version as release_of
from pathlib import Path

from ditto.state.claims import Held, contradictions
from ditto.state.errors import BadRequest, BadSource, DittoError, Tampered
from ditto.state.recheck import Recheck, Today, compare
from ditto.state.report import Report
from ditto.tools.brief_files import is_brief
from ditto.tools.folder_verification import Findings, require_manifest
from ditto.tools.policy import read_request
from ditto.tools.publication import manifest_of
from ditto.tools.subjects import INSTALLED, Subjects
from ditto.tools.task_files import TaskFiles, attempted
from ditto.tools.verification import MANIFEST, read_report, require_own


def recheck(directory: Path, subjects: Subjects = INSTALLED) -> Recheck:
    """Say what this release would change of a finished task.

    Raises BadRequest for a brief or a task that has not ended, Tampered where a file is not what was saved; that a check
    comes out differently is no fault here.
    """
    if is_brief(directory):
        raise BadRequest("a brief has no rubric", where=directory, expected=f"`ditto verify {directory}`")
    files = TaskFiles(directory, read_request(directory), subjects)
    if not os.path.lexists(directory / "output/report.json"):
        raise BadRequest("the task has not ended", where=directory, expected=f"`ditto run {directory}` first")
    require_own(directory, files.request)
    report = read_report(directory)
    no_facts: list[str] = []
    held = files.held(report, _unless_of_the_data(no_facts), prove_all=True)
    _require_saved(files, report, held)
    evidence = attempted(files.evidence, _unless_of_the_data(no_facts))
    today = Today(
        release=release_of("ditto"),
        domain=files.domain,
        drafts=held.drafts,
        proofs=held.proven,
        evidence=evidence,
        no_facts=no_facts[0] if no_facts else None,
        choices={name: decision.choice for name, decision in held.decisions.items()},
    )
    return compare(report, today)


def _unless_of_the_data(kept: list[str]) -> Callable[[DittoError], None]:
    """Keep why facts cannot be computed, which is an answer; everything else is raised."""

    def found(error: DittoError) -> None:
        if not isinstance(error, BadSource):
            raise error
        kept.append(str(error))

    return found


def _require_saved(files: TaskFiles, report: Report, held: Held) -> None:
    """Raise Tampered where the files contradict each other in anything but what today's checks say."""
    for contradiction in contradictions(report, held._replace(proven={})):
        raise contradiction
    found = Findings(files.directory)
    require_manifest(files.directory, MANIFEST, manifest_of(files, report), found)
    if found:
        raise Tampered("the task's files are not those that it ended with", where=files.directory, found=found[0])
