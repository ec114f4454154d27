"""A report cites the calibration of its reviewer, where one is configured that is of this reviewer and this rubric."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from ditto.agents.app import open_app
from ditto.state.calibration import Judgement, Setup, TrialResult, calibration
from ditto.state.canonical import canonical
from ditto.state.errors import BadSettings
from ditto.state.report import Tokens
from ditto.tools.recheck import recheck
from ditto.tools.settings import Settings, load_settings
from ditto.tools.trials import trial_set, write_calibration
from ditto.tools.verification import verify
from tests.agents.running import finish
from tests.conftest import MakeTask
from tests.scripted_model import ScriptedModel, review

RUBRIC = trial_set("monthly_report").rubric_sha256


def known(folder: Path, scripted: ScriptedModel, /, *, trials: int = 2, **setup: Any) -> Settings:
    """Settings that name a calibration of the scripted reviewer, in which these fields differ."""
    given = {"provider": "scripted", "model": "scripted", "style": "document", "substituted": True}
    rest = {"release": "1", "domain": "monthly_report", "rubric_sha256": RUBRIC, "trials_sha256": "b" * 64, "runs": 1}
    measured = Setup.model_validate({**given, **rest, **setup})
    judged = Judgement(outcome="passed", models=(measured.model,), calls=1, tokens=Tokens(), seconds=1)
    results = [
        TrialResult(defect=defect, draft_id="c" * 64, found=(), judgements=(judged,)) for defect in ("cause", None)
    ]
    write_calibration(folder / "calibration.json", calibration(measured, results, trials))
    path = folder / "citing.yaml"
    path.write_text(yaml.safe_dump({**scripted.settings(), "calibration": str(folder / "calibration.json")}))
    return load_settings(path)


async def test_a_report_cites_the_calibration_of_its_reviewer_and_verifies_from_its_files_alone(
    make_task: MakeTask, model: ScriptedModel, tmp_path: Path, settings: Settings
) -> None:
    task = make_task()
    report = await finish(task, known(tmp_path, model))
    assert report.calibration is not None
    assert (report.calibration.missed.count, report.calibration.false_alarms.of) == (1, 1)
    told = (task / "output/report.md").read_text("utf-8")
    assert "it passed 1 of 1 (2% to 100%) with a planted defect, of which 1 of 1 (2% to 100%) passed" in told
    (tmp_path / "calibration.json").unlink()
    assert verify(task).findings == ()
    assert await finish(task, settings) == report  # a replay keeps it, whatever is configured then


@pytest.mark.parametrize(
    "other",
    [
        {"provider": "another"},
        {"model": "another"},
        {"style": "questions"},
        {"substituted": False},
        {"rubric_sha256": "a" * 64},
        {"trials": 3},
    ],
    ids=lambda other: next(iter(other)),
)
async def test_a_calibration_of_something_else_or_that_is_not_complete_is_not_cited(
    other: dict[str, Any], make_task: MakeTask, model: ScriptedModel, tmp_path: Path
) -> None:
    report = await finish(make_task(), known(tmp_path, model, **other))
    assert (report.status, report.calibration) == ("completed", None)
    assert "calibration" not in report.dump()


async def test_a_task_that_is_not_accepted_cites_nothing(
    make_task: MakeTask, model: ScriptedModel, tmp_path: Path
) -> None:
    model.otherwise = lambda body: review("revise", ("title", "Say more."))
    report = await finish(make_task("flawed-draft", maxRounds=1), known(tmp_path, model))
    assert (report.status, report.calibration) == ("partial", None)


async def test_a_calibration_that_is_not_there_is_refused_before_anything_is_opened(
    make_task: MakeTask, model: ScriptedModel, tmp_path: Path
) -> None:
    configured = known(tmp_path, model)
    (tmp_path / "calibration.json").unlink()
    with pytest.raises(BadSettings, match="the calibration is missing"):
        async with open_app(make_task(), configured):
            pass


async def test_a_citation_of_another_reviewer_does_not_verify(
    make_task: MakeTask, model: ScriptedModel, tmp_path: Path
) -> None:
    task = make_task()
    report = (await finish(task, known(tmp_path, model))).dump()
    report["calibration"]["model"] = "better"
    (task / "output/report.json").write_bytes(canonical(report))
    assert "the calibration is of another reviewer" in verify(task).findings[0]


async def test_the_rubric_that_a_citation_names_is_held_against_todays(
    make_task: MakeTask, model: ScriptedModel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    task = make_task()
    await finish(task, known(tmp_path, model))
    assert (recheck(task).rubric_changed, recheck(task).changed) == (False, False)
    monkeypatch.setattr("ditto.tools.domains.monthly_report.MonthlyReport.rubric", lambda self, evidence: "# Another")
    assert (recheck(task).rubric_changed, recheck(task).changed) == (True, True)
