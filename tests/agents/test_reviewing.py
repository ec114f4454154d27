"""The second gate judges every version and can waive nothing that the first one found."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from ditto.tools.settings import Settings, load_settings
from tests.agents.running import finish, recorded
from tests.conftest import MakeTask
from tests.scripted_model import GOOD_DRAFT, ScriptedModel, draft, is_review, prompt, review

WRONG: dict[str, Any] = {**GOOD_DRAFT["metrics"], "growthPercent": 25.0}


@pytest.fixture
def two_providers(model: ScriptedModel, tmp_path: Path) -> Path:
    """A settings file in which another provider reviews."""
    document = model.settings()
    document["providers"]["second"] = {**document["providers"]["scripted"], "model": "judge", "substituted": False}
    document["providers"]["third"] = {**document["providers"]["scripted"], "model": "other"}
    document["review_model"] = {"provider": "second"}
    path = tmp_path / "two.yaml"
    path.write_text(yaml.safe_dump(document))
    return path


async def test_a_false_pass_does_not_publish(make_task: MakeTask, settings: Settings, model: ScriptedModel) -> None:
    model.script = [draft(metrics=WRONG), review("pass")]
    report = await finish(make_task(maxRounds=1), settings)
    assert (report.status, report.stop_reason, report.accepted_draft_id) == ("partial", "max-rounds", None)
    assert report.rounds[0].review is not None
    assert report.rounds[0].review.verdict == "pass"
    assert [finding.field for finding in report.rounds[0].issues] == ["metrics.growthPercent"]


async def test_a_false_pass_sends_the_draft_back_to_the_writer(
    make_task: MakeTask, settings: Settings, model: ScriptedModel
) -> None:
    model.script = [draft(metrics=WRONG), review("pass")]
    report = await finish(make_task(), settings)
    assert (report.status, [one.accepted for one in report.rounds]) == ("completed", [False, True])
    assert report.accepted_draft_id == report.rounds[1].draft_id


async def test_an_issue_of_the_reviewer_alone_sends_the_draft_back_as_well(
    make_task: MakeTask, settings: Settings, model: ScriptedModel
) -> None:
    model.script = [draft(title="A title"), review("revise", ("title", "Name the months."))]
    report = await finish(make_task(), settings)
    assert [(one.issues, one.accepted) for one in report.rounds] == [((), False), ((), True)]


async def test_a_version_with_findings_is_reviewed_too_and_the_reviewer_reads_them(
    make_task: MakeTask, settings: Settings, model: ScriptedModel
) -> None:
    report = await finish(make_task("flawed-draft", maxRounds=1), settings)
    assert len(report.rounds[0].issues) >= 5
    asked = prompt(model.requests[0])
    assert all(f"{finding.field}: {finding.message}" in asked for finding in report.rounds[0].issues)


async def test_the_reviewer_sees_the_draft_under_review_and_its_id_alone(
    make_task: MakeTask, settings: Settings, model: ScriptedModel
) -> None:
    model.script = [
        draft(title="The first title"),
        review("revise", ("title", "Too plain.")),
        draft(title="The second title"),
    ]
    report = await finish(make_task(), settings)
    second = prompt([body for body in model.requests if is_review(body)][1])
    assert report.rounds[1].draft_id in second
    assert "The second title" in second
    assert "The first title" not in second


async def test_a_review_is_a_call_of_its_own_without_the_writers_conversation(
    make_task: MakeTask, settings: Settings, model: ScriptedModel
) -> None:
    await finish(make_task(), settings)
    written, reviewed = model.requests
    assert [message["role"] for message in reviewed["messages"]] == ["system", "user"]
    assert written["messages"][0] != reviewed["messages"][0]


async def test_the_review_is_kept_beside_its_version(make_task: MakeTask, settings: Settings) -> None:
    task = make_task("flawed-draft")
    report = await finish(task, settings)
    assert sorted(path.name for path in (task / "reviews").iterdir()) == ["1.json", "2.json"]
    assert [one.review.draft_id for one in report.rounds if one.review] == [one.draft_id for one in report.rounds]


async def test_another_provider_reviews_and_is_recorded(
    make_task: MakeTask, two_providers: Path, model: ScriptedModel
) -> None:
    task = make_task()
    report = await finish(task, load_settings(two_providers))
    assert [(call.purpose, call.provider, call.substituted) for call in await recorded(task)] == [
        ("generate", "scripted", True),
        ("review", "second", False),
    ]
    assert report.rounds[0].review is not None
    assert (report.rounds[0].review.reviewer.provider, report.rounds[0].review.reviewer.substituted) == (
        "second",
        False,
    )
    assert [body["model"] for body in model.requests] == ["scripted", "judge"]
    assert "not an independent verification" not in (task / "output/report.md").read_text("utf-8")


async def test_the_run_may_name_both_providers(make_task: MakeTask, two_providers: Path, model: ScriptedModel) -> None:
    await finish(make_task(), load_settings(two_providers), provider="second", review_provider="third")
    assert [body["model"] for body in model.requests] == ["judge", "other"]


async def test_a_review_by_the_writers_own_model_is_said_to_be_no_independent_one(
    make_task: MakeTask, settings: Settings
) -> None:
    task = make_task()
    await finish(task, settings)
    assert "not an independent verification" in (task / "output/report.md").read_text("utf-8")
