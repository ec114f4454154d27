"""The runner starts, resumes and replays a task."""

import json
from pathlib import Path

import pytest

from ditto.agents.app import open_app
from ditto.agents.runner import run, run_reflection
from ditto.state.errors import BadRequest
from ditto.state.report import Checkpoint, Report
from ditto.tools.settings import Settings
from tests.agents.running import Nodes, advance, finish
from tests.conftest import MakeTask
from tests.scripted_model import ScriptedModel, draft, is_review, review, text


async def test_a_good_first_version_is_accepted_without_a_forced_change(
    make_task: MakeTask, settings: Settings, model: ScriptedModel
) -> None:
    task: Path = make_task("generate")
    async with open_app(task, settings) as app:
        report = await run_reflection(app)
    assert isinstance(report, Report)
    assert (report.status, report.stop_reason, len(report.rounds), report.usage.model_calls) == (
        "completed",
        "completed",
        1,
        2,
    )
    assert [is_review(body) for body in model.requests] == [False, True]


async def test_the_accepted_version_is_the_latest_and_was_accepted_by_a_model(
    make_task: MakeTask, settings: Settings
) -> None:
    report = await finish(make_task("generate"), settings)
    accepted = report.rounds[-1].draft_id
    assert report.accepted_draft_id == report.latest_draft_id == report.best_draft_id == accepted
    assert report.accepted_by == "model"


async def test_the_analysis_holds_the_accepted_draft_and_its_proof(make_task: MakeTask, settings: Settings) -> None:
    task = make_task("generate")
    report = await finish(task, settings)
    analysis = json.loads((task / "output/analysis.json").read_bytes())
    assert (analysis["draftId"], analysis["checkId"]) == (report.accepted_draft_id, report.rounds[-1].check_id)
    assert analysis["draft"] == json.loads((task / f"drafts/{report.accepted_draft_id}.json").read_bytes())


async def test_a_replay_returns_the_same_report_without_a_request_and_leaves_every_output_alone(
    make_task: MakeTask, settings: Settings, model: ScriptedModel
) -> None:
    task = make_task("flawed-draft")
    first = await finish(task, settings)
    asked = len(model.requests)
    written = {
        path: path.stat().st_mtime_ns
        for folder in ("output", "drafts", "checks", "reviews")
        for path in (task / folder).iterdir()
    }
    again = await finish(task, settings)
    assert again == first
    assert len(model.requests) == asked
    assert {path: path.stat().st_mtime_ns for path in written} == written


async def test_a_replay_verifies_again_through_the_publisher_alone(make_task: MakeTask, settings: Settings) -> None:
    task = make_task("generate")
    await finish(task, settings)
    entered = Nodes()
    await finish(task, settings, observe=entered)
    assert entered == ["publisher"]


async def test_a_replay_leaves_the_checkpoints_as_they_are(make_task: MakeTask, settings: Settings) -> None:
    task = make_task("generate")
    await finish(task, settings)
    held = (task / "checkpoints.sqlite").read_bytes()
    for _ in range(3):
        await finish(task, settings)
    assert (task / "checkpoints.sqlite").read_bytes() == held


@pytest.mark.parametrize("goal", ["Compare the net revenue of both months.", "撰写月度经营报告：比较两个月的净收入。"])
async def test_the_goal_reaches_the_writer_and_the_reviewer_in_its_own_language(
    make_task: MakeTask, settings: Settings, model: ScriptedModel, goal: str
) -> None:
    await finish(make_task("generate", goal=goal, maxRounds=1), settings)
    assert all(goal in body["messages"][-1]["content"] for body in model.requests)
    assert len(model.requests) == 2


def test_code_that_is_not_asynchronous_runs_a_task_too(make_task: MakeTask, settings: Settings) -> None:
    report = run(make_task("generate"), settings=settings)
    assert isinstance(report, Report)
    assert report.status == "completed"


async def test_inside_a_running_loop_the_synchronous_front_works_as_well(
    make_task: MakeTask, settings: Settings
) -> None:
    report = run(make_task("generate"), settings=settings)
    assert isinstance(report, Report)
    assert report.status == "completed"


async def test_a_folder_that_is_no_task_is_refused_and_stays_empty(tmp_path: Path, settings: Settings) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(BadRequest, match=r"no request\.json"):
        await finish(tmp_path / "empty", settings)
    assert list((tmp_path / "empty").iterdir()) == []


async def test_a_report_of_many_long_reviews_is_published_and_replayed(
    make_task: MakeTask, settings: Settings, model: ScriptedModel
) -> None:
    issues = [("title", "x" * 1990 + str(number)) for number in range(64)]
    for letter in "ABCDEFGHIJKLMNOP":
        model.script += [draft(title=f"Report {letter}"), review("revise", *issues)]
    task = make_task(maxRounds=16, maxModelCalls=100)
    report = await finish(task, settings)
    assert (report.stop_reason, len(report.rounds)) == ("max-rounds", 16)
    assert (task / "output/report.json").stat().st_size > 1 << 20
    assert await finish(task, settings) == report


async def test_an_answer_too_long_to_be_a_draft_is_kept_and_final(
    make_task: MakeTask, settings: Settings, model: ScriptedModel
) -> None:
    task = make_task()
    model.script = [text('{"title":"' + "x" * (2 << 20) + '"}')]
    assert isinstance(await advance(task, settings, "draft"), Checkpoint)
    (task / "checkpoints.sqlite").unlink()
    report = await finish(task, settings)
    assert (report.stop_reason, len(model.requests)) == ("invalid-draft", 1)
    assert "at most 1048576 are read" in report.detail


async def test_a_chinese_goal_is_answered_in_chinese_and_an_english_report_is_sent_back(
    make_task: MakeTask, settings: Settings, model: ScriptedModel
) -> None:
    chinese = draft(
        title="月度净收入",
        interpretation="净收入从2026-07的114000分增长到2026-08的141000分，变化为23.68 %。",
        limitations=["数据没有说明收入变化的起因。"],
        actions=[{"owner": "财务经理", "task": "将退款金额与会计记录核对。"}],
    )
    model.script = [draft(), review(), chinese]
    report = await finish(make_task(goal="撰写月度经营报告：比较两个月的净收入。"), settings)
    assert [len(one.issues) > 0 for one in report.rounds] == [True, False]
    assert (report.status, len(model.requests)) == ("completed", 4)
