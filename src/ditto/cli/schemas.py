"""`python -m ditto.cli.schemas FOLDER`: the JSON Schema of every document and every `--json` answer, from the code."""

import json
import sys
from pathlib import Path

from pydantic import BaseModel

from ditto.cli.brief_showing import BriefStanding
from ditto.cli.briefing import SourcesMade
from ditto.cli.creating import Created
from ditto.cli.diagnosis import Diagnosis
from ditto.cli.output import Failure
from ditto.cli.reviewing import Waiting
from ditto.cli.showing import Standing
from ditto.state.brief import BriefReport, BriefRequest, BriefState, RoundRecord, Spec
from ditto.state.calibration import Calibration
from ditto.state.decision import Decision, Pause, Response
from ditto.state.manifest import Manifest
from ditto.state.recheck import Recheck
from ditto.state.report import Checkpoint, Report
from ditto.state.request import Policy, Request
from ditto.state.review import Proof, Review
from ditto.tools.domains import built_in_names, load_domain
from ditto.tools.publication import Analysis
from ditto.tools.verification import Verification


def documents() -> dict[str, type[BaseModel]]:
    """Return every published record by the name of its schema file."""
    drafts = {f"draft.{name}": load_domain(name).draft for name in built_in_names()}
    options = {f"options.{name}": load_domain(name).options for name in built_in_names()}
    files: dict[str, type[BaseModel]] = {
        "request": Request,
        "policy": Policy,
        "check": Proof,
        "review": Review,
        "report": Report,
        "analysis": Analysis,
        "decision": Decision,
        "manifest": Manifest,
        "brief-spec": Spec,
        "brief-request": BriefRequest,
        "brief-state": BriefState,
        "brief-round": RoundRecord,
        "brief-result": BriefReport,
    }
    answers: dict[str, type[BaseModel]] = {
        "new": Created,
        "checkpoint": Checkpoint,
        "pause": Pause,
        "response": Response,
        "review-waiting": Waiting,
        "show": Standing,
        "brief-show": BriefStanding,
        "brief-sources": SourcesMade,
        "verify": Verification,
        "recheck": Recheck,
        "calibration": Calibration,
        "doctor": Diagnosis,
        "error": Failure,
    }
    return files | answers | drafts | options


def schema(record: type[BaseModel]) -> str:
    """Return a record's JSON Schema as text."""
    return (
        json.dumps(record.model_json_schema(by_alias=True, mode="serialization"), indent=2, ensure_ascii=False) + "\n"
    )


def main(folder: Path) -> None:
    """Write every schema."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, record in documents().items():
        (folder / f"{name}.json").write_text(schema(record), "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
