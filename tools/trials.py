"""A subject's trials with all that they are judged by, and the file that a calibration is kept in."""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from ditto.state.calibration import Calibration
from ditto.state.canonical import NotStrict, digest, sha256
from ditto.state.domain import Demo, Domain, Trial
from ditto.state.errors import BadRequest, BadSettings
from ditto.state.evidence import Evidence, MissingData, Source, evidence_digest
from ditto.state.request import SourceRef
from ditto.tools.artifacts import read_file, replace
from ditto.tools.domains import load_domain
from ditto.tools.settings import Settings
from ditto.tools.subjects import INSTALLED, Subjects


class TrialSet(NamedTuple):
    """The trials of a subject, and the evidence and goal of the demo that they are drafts for."""

    domain: Domain
    evidence: Evidence
    goal: str
    trials: tuple[Trial, ...]

    @property
    def rubric_sha256(self) -> str:
        """The digest of the rubric as the reviewer is told it."""
        return sha256(self.domain.rubric(self.evidence).encode())

    @property
    def trials_sha256(self) -> str:
        """The digest of the drafts, their defects, the goal and the evidence."""
        told = [{"defect": one.defect, "draft": one.draft} for one in self.trials]
        return digest({"evidence": self.evidence.dump(), "goal": self.goal, "trials": told})

    def draft(self, trial: Trial) -> Any:
        """Return a trial's draft."""
        return self.domain.draft.load(trial.draft)

    def found(self, draft: Any) -> tuple[str, ...]:
        """Return the fields that the first gate finds wrong."""
        return tuple(dict.fromkeys(one.field for one in self.domain.check(draft, self.evidence, self.goal)))


def trial_set(name: str, subjects: Subjects = INSTALLED) -> TrialSet:
    """Return a subject's trials with the first demo that has all its data; raises BadRequest where there is none."""
    domain = load_domain(name, subjects)
    for evidence, goal in _grounds(domain):
        return TrialSet(domain, evidence, goal, tuple(domain.trials))
    raise BadRequest("no demo of the domain has all its data", where=f"domain {name}")


def _grounds(domain: Domain) -> Iterator[tuple[Evidence, str]]:
    for demo in domain.demos.values():
        sources = [Source(key, data) for key, (_, data) in demo.sources.items()]
        try:
            yield domain.gather(sources, demo.options, evidence_digest(_refs(demo))), demo.goal
        except MissingData:
            continue


def _refs(demo: Demo) -> tuple[SourceRef, ...]:
    return tuple(
        SourceRef(id=key, path=f"sources/{name}", sha256=sha256(data)) for key, (name, data) in demo.sources.items()
    )


def read_calibration(path: Path) -> Calibration | None:
    """Return the calibration that a file holds, None where there is no file; raises BadRequest where it holds none."""
    if not os.path.lexists(path):
        return None
    try:
        return Calibration.parse(read_file(path.parent, path.name))
    except NotStrict as cause:
        raise BadRequest("the file is not a calibration", where=path, found=cause, expected="another file") from cause


def configured_calibration(settings: Settings) -> Calibration | None:
    """Return the calibration that reports cite, if any; raises BadSettings where the named file is not there."""
    if settings.calibration is None:
        return None
    if (known := read_calibration(settings.calibration)) is None:
        raise BadSettings(
            "the calibration is missing",
            where=f"{settings.origin}, calibration",
            found=settings.calibration,
            expected="a file made by `ditto calibrate --output FILE`",
        )
    return known


def write_calibration(path: Path, calibration: Calibration) -> None:
    """Put a calibration in place of what the file holds."""
    replace(path, (json.dumps(calibration.dump(), ensure_ascii=False, indent=1) + "\n").encode())
