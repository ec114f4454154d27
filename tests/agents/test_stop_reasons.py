"""Each stop reason of the contract ends a task, and none but `completed` publishes an analysis."""

from typing import Any

import pytest

from ditto.tools.settings import Settings
from tests.agents.running import finish
from tests.conftest import MakeTask
from tests.scripted_model import GOOD_DRAFT, ScriptedModel, draft, is_review, review, text

WRONG = {**GOOD_DRAFT["metrics"], "growthPercent": 25.0}


async def test_a_reviewer_may_leave_the_decision_to_a_person(
    make_task: MakeTask, settings: Settings, model: ScriptedModel
) -> None:
    model.script = [draft(), review("needs-human", ("interpretation", "Only the board may say this."))]
    report = await finish(make_task(), settings)
    assert (report.status, report.stop_reason, report.accepted_draft_id, report.accepted_by) == (
        "needs-human",
        "needs-human",
        None,
        None,
    )
    assert "reviewer" in report.detail


async def test_missing_data_ends_the_task_before_any_model_call(
    make_task: MakeTask, settings: Settings, model: ScriptedModel
) -> None:
    report = await finish(make_task("missing-data"), settings)
    assert (report.status, report.stop_reason, report.rounds, report.usage.calls) == (
        "needs-human",
        "missing-data",
        (),
        (),
    )
    assert "2026-08" in report.detail
    assert model.requests == []


@pytest.mark.parametrize("rounds", [1, 2])
async def test_no_more_versions_than_the_maximum_are_written(
    make_task: MakeTask, settings: Settings, model: ScriptedModel, rounds: int
) -> None:
    model.script = [
        draft(),
        review("revise", ("title", "Too plain.")),
        draft(title="Two months"),
        review("revise", ("title", "Too plain.")),
    ]
    report = await finish(make_task(maxRounds=rounds), settings)
    assert (report.status, report.stop_reason, len(report.rounds)) == ("partial", "max-rounds", rounds)
    assert len(model.requests) == 2 * rounds


async def test_a_seed_counts_as_a_version(make_task: MakeTask, settings: Settings, model: ScriptedModel) -> None:
    report = await finish(make_task("flawed-draft", maxRounds=1), settings)
    assert (report.stop_reason, len(report.rounds)) == ("max-rounds", 1)
    assert [is_review(body) for body in model.requests] == [True]


async def test_one_call_is_spent_on_the_draft_and_none_is_left_for_its_review(
    make_task: MakeTask, settings: Settings, model: ScriptedModel
) -> None:
    report = await finish(make_task(maxModelCalls=1), settings)
    assert (report.status, report.stop_reason, report.usage.model_calls) == ("partial", "max-model-calls", 1)
    assert [(one.version, one.review) for one in report.rounds] == [(1, None)]
    assert report.best_draft_id == report.latest_draft_id is not None
    assert len(model.requests) == 1


async def test_one_call_is_spent_on_the_seeds_review_and_none_is_left_to_revise(
    make_task: MakeTask, settings: Settings, model: ScriptedModel
) -> None:
    report = await finish(make_task("flawed-draft", maxModelCalls=1), settings)
    assert (report.stop_reason, report.usage.model_calls, len(report.rounds)) == ("max-model-calls", 1, 1)
    assert report.rounds[0].review is not None
    assert len(model.requests) == 1


@pytest.mark.parametrize(
    ("said", "cause"),
    [
        (text("I would rather talk."), "not valid JSON"),
        (text("[]"), "not an object"),
        (draft(metrics={"growthPercent": 1}), "missing"),
        (draft(mood="good"), "mood: this key is not known"),
        (draft(title=7), "title"),
    ],
)
async def test_a_text_that_is_no_draft_is_final(
    make_task: MakeTask, settings: Settings, model: ScriptedModel, said: Any, cause: str
) -> None:
    model.script = [said]
    report = await finish(make_task(), settings)
    assert (report.status, report.stop_reason, report.rounds) == ("partial", "invalid-draft", ())
    assert cause in report.detail
    assert len(model.requests) == 1


@pytest.mark.parametrize(
    ("said", "cause"),
    [
        (review(draft_id="0" * 64), "000000000000"),
        (review("pass", ("title", "x")), "pass stands beside 1 issues"),
        (review("revise"), "revise stands beside 0 issues"),
        (review("not a pass"), "verdict"),
        (review("PASS"), "verdict"),
        (
            text('{"draftId":"' + "0" * 64 + '","verdict":"revise","issues":[],"verdict":"pass"}'),
            "more than once",
        ),
        (text("pass"), "not valid JSON"),
    ],
)
async def test_a_review_that_cannot_be_relied_on_is_final(
    make_task: MakeTask, settings: Settings, model: ScriptedModel, said: Any, cause: str
) -> None:
    model.script = [draft(), said]
    report = await finish(make_task(), settings)
    assert (report.status, report.stop_reason, report.rounds[0].review) == ("partial", "invalid-review", None)
    assert cause in report.detail
    assert len(model.requests) == 2


async def test_a_version_identical_to_the_one_before_ends_the_task(
    make_task: MakeTask, settings: Settings, model: ScriptedModel
) -> None:
    model.script = [draft(metrics=WRONG), review(), draft(metrics=WRONG)]
    report = await finish(make_task(), settings)
    assert (report.status, report.stop_reason, report.detail) == (
        "partial",
        "no-progress",
        "version 2 is identical to version 1",
    )
    assert (len(report.rounds), len(model.requests)) == (1, 3)


async def test_a_version_identical_to_any_earlier_one_ends_the_task(
    make_task: MakeTask, settings: Settings, model: ScriptedModel
) -> None:
    again = review("revise", ("title", "Not yet."))
    model.script = [draft(title="A report"), again, draft(title="Another report"), again, draft(title="A report")]
    report = await finish(make_task(), settings)
    assert (report.stop_reason, report.detail) == ("no-progress", "version 3 is identical to version 1")
    assert [one.version for one in report.rounds] == [1, 2]
