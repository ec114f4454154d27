"""Every way in which a model's output is known to go wrong has one right outcome; the cases stand in tests/cases."""

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from werkzeug import Response

from ditto.state.errors import ModelOutage
from ditto.state.report import Report
from ditto.tools.settings import Settings, load_settings
from tests.agents.running import advance, finish, recorded
from tests.conftest import MakeTask
from tests.scripted_model import GOOD_DRAFT, Reply, ScriptedModel, asked_draft_id, completion, is_review, status

CASES: list[dict[str, Any]] = json.loads(
    Path(__file__).parents[1].joinpath("cases/model_output.json").read_text("utf-8")
)
PARTS = ("refusal", "reasoning_content")


def reply(said: dict[str, Any]) -> Reply:
    """Return what the server does for one step of a case's script."""
    if "status" in said:
        return status(said["status"], **{"Retry-After": "0"})
    if "body" in said:
        return lambda body: Response(
            said["body"], content_type="text/html" if said["body"].startswith("<") else "application/json"
        )
    return lambda body: completion(
        {"content": _content(said, body), **{part: said[part] for part in PARTS if part in said}},
        said.get("finishReason", "stop"),
    )


def _content(said: dict[str, Any], body: dict[str, Any]) -> str | None:
    before, after = said.get("around", ("", ""))
    if "draft" in said:
        return before + json.dumps({**GOOD_DRAFT, **said["draft"]}) + after
    if "review" in said:
        issues = [] if said["review"] == "pass" else [{"field": "title", "message": "Not yet."}]
        return (
            before + json.dumps({"draftId": asked_draft_id(body), "verdict": said["review"], "issues": issues}) + after
        )
    content = said["content"]
    return content.replace("<id>", asked_draft_id(body)) if content and is_review(body) else content


def configured(case: dict[str, Any], model: ScriptedModel, tmp_path: Path) -> Settings:
    """Return settings that name the scripted model as the case wants it."""
    path = tmp_path / "case.yaml"
    path.write_text(yaml.safe_dump(model.settings(**case.get("provider", {}))))
    return load_settings(path)


@pytest.mark.parametrize("case", [case for case in CASES if "stopReason" in case["right"]], ids=lambda case: case["id"])
async def test_an_answer_ends_the_task_as_it_must(
    make_task: MakeTask, model: ScriptedModel, tmp_path: Path, case: dict[str, Any]
) -> None:
    right, task = case["right"], make_task(**case.get("request", {}))
    model.script = [reply(said) for said in case["script"]]
    report = await finish(task, configured(case, model, tmp_path))
    assert report.stop_reason == right["stopReason"]
    assert right.get("detail", "") in report.detail
    assert len(model.requests) == report.usage.model_calls == right.get("requests", len(case["script"]))
    assert len(list((task / "drafts").iterdir())) == right.get("drafts", len(report.rounds))
    if "issue" in right:
        assert right["issue"] in [finding.field for finding in report.rounds[-1].issues]
    if "acceptedVersion" in right:
        assert (report.rounds[-1].version, report.rounds[-1].draft_id) == (
            right["acceptedVersion"],
            report.accepted_draft_id,
        )


@pytest.mark.parametrize("case", [case for case in CASES if "outage" in case["right"]], ids=lambda case: case["id"])
async def test_what_is_no_answer_is_an_outage_that_keeps_its_reservation(
    make_task: MakeTask, model: ScriptedModel, tmp_path: Path, case: dict[str, Any]
) -> None:
    right, task = case["right"], make_task(**case.get("request", {}))
    model.script = [reply(said) for said in case["script"]]
    with pytest.raises(ModelOutage, match=right["outage"] or "server failed"):
        await advance(task, configured(case, model, tmp_path))
    assert [call.outcome for call in await recorded(task)] == ["failed"] * right["requests"]
    assert len(model.requests) == right["requests"]
    assert not list((task / "output").iterdir())


async def test_an_outage_is_resumed_where_calls_are_left(
    make_task: MakeTask, model: ScriptedModel, tmp_path: Path
) -> None:
    task = make_task()
    for case in [case for case in CASES if case["id"] in ("html-200", "no-choices", "not-found")]:
        model.script = [reply(said) for said in case["script"]]
        with pytest.raises(ModelOutage):
            await advance(task, configured({}, model, tmp_path))
    report = await advance(task, configured({}, model, tmp_path))
    assert isinstance(report, Report)
    assert (report.status, report.usage.model_calls, len(model.requests)) == ("completed", 5, 5)
