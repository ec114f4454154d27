"""Memory is the truth and a checkpoint only the position: what disagrees is refused, what is lost costs no call."""

import sqlite3
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver

from ditto.agents.app import open_app
from ditto.agents.engine import MAX_STEPS
from ditto.agents.opening import App
from ditto.agents.runner import run_reflection
from ditto.state.decision import Pause
from ditto.state.errors import MemoryOutage, StepLimit, Tampered
from ditto.state.report import Checkpoint
from ditto.tools import checkpoints
from ditto.tools.settings import Settings
from tests.agents.running import Nodes, advance, finish, thread
from tests.conftest import MakeTask
from tests.scripted_model import GOOD_DRAFT, ScriptedModel, draft, review, text

WRONG: dict[str, Any] = {**GOOD_DRAFT["metrics"], "growthPercent": 25.0}
OTHER = "0" * 64


@pytest.mark.parametrize(
    ("edited", "node"),
    [
        ({"draft": OTHER}, "writer"),
        ({"check": OTHER}, "writer"),
        ({"task": OTHER}, "writer"),
        ({"version": 3}, "writer"),
        ({"version": 3, "draft": None}, "critic"),
        ({"version": 0, "draft": OTHER}, "writer"),
        ({"stop": "completed"}, "writer"),
        ({"stop": "completed"}, "critic"),
        ({"stop": "finished"}, "critic"),
    ],
)
async def test_a_state_that_was_edited_against_memory_is_refused_and_the_task_can_still_be_finished(
    make_task: MakeTask, settings: Settings, model: ScriptedModel, edited: dict[str, Any], node: str
) -> None:
    task = make_task()
    model.script = [draft(metrics=WRONG)]
    async with open_app(task, settings) as app:
        await run_reflection(app, stop_after="draft")
        await app.graph.aupdate_state(thread(app), edited, as_node=node)
        with pytest.raises(Tampered):
            await run_reflection(app)
    assert not list((task / "output").iterdir())
    (task / "checkpoints.sqlite").unlink()
    report = await finish(task, settings)
    assert (report.status, len(report.rounds), len(model.requests)) == ("completed", 2, 4)


async def test_a_verdict_that_is_edited_in_accepts_nothing(
    make_task: MakeTask, settings: Settings, model: ScriptedModel
) -> None:
    model.script = [draft(metrics=WRONG), review("pass")]
    async with open_app(make_task(maxRounds=1), settings) as app:
        await app.graph.ainvoke(app.input, interrupt_after=["checker"])
        await app.graph.aupdate_state(thread(app), {"verdict": "pass"}, as_node="checker")
        report = await run_reflection(app)
    assert (report.status, report.stop_reason) == ("partial", "max-rounds")


async def test_steps_are_counted_over_all_resumptions(
    make_task: MakeTask, settings: Settings, model: ScriptedModel
) -> None:
    task = make_task()
    assert isinstance(await advance(task, settings, "draft", max_steps=3), Checkpoint)
    with pytest.raises(StepLimit, match="at most 3"):
        await advance(task, settings, max_steps=3)
    assert len(model.requests) == 1


async def test_a_contract_of_1024_steps_is_kept() -> None:
    assert MAX_STEPS == 1_024


async def test_replaying_a_finished_task_uses_no_steps(make_task: MakeTask, settings: Settings) -> None:
    task = make_task()
    first = await finish(task, settings, max_steps=5)
    for _ in range(3):
        assert await finish(task, settings, max_steps=5) == first


async def test_where_the_drawing_changed_the_task_replays_from_memory_without_a_request(
    make_task: MakeTask, settings: Settings, model: ScriptedModel
) -> None:
    task, entered = make_task("flawed-draft"), Nodes()
    await advance(task, settings, "draft")
    asked = len(model.requests)
    async with open_app(task, settings, observe=entered) as app:
        app.flow = "the digest of another drawing"
        await run_reflection(app, stop_after="draft")
    assert entered == ["intake", "checker", "critic", "writer"]
    assert len(model.requests) == asked == 2
    assert (await finish(task, settings)).usage.model_calls == 3


async def test_where_the_drawing_is_the_same_the_position_is_kept(make_task: MakeTask, settings: Settings) -> None:
    task, entered = make_task("flawed-draft"), Nodes()
    await advance(task, settings, "draft")
    await advance(task, settings, "review", observe=entered)
    assert entered == ["checker", "critic"]


@pytest.mark.parametrize("stage", ["draft", "review", "report"])
async def test_lost_checkpoints_cost_no_request(
    make_task: MakeTask, settings: Settings, model: ScriptedModel, stage: Any
) -> None:
    task = make_task()
    await advance(task, settings, stage)
    for file in task.glob("checkpoints.sqlite*"):
        file.unlink()
    report = await finish(task, settings)
    assert (report.status, len(model.requests), report.usage.model_calls) == ("completed", 2, 2)


async def test_lost_checkpoints_of_a_finished_task_change_nothing(
    make_task: MakeTask, settings: Settings, model: ScriptedModel
) -> None:
    task = make_task()
    first = await finish(task, settings)
    (task / "checkpoints.sqlite").unlink()
    assert (await finish(task, settings), len(model.requests)) == (first, 2)


async def test_damaged_checkpoints_are_named_and_may_be_deleted(
    make_task: MakeTask, settings: Settings, model: ScriptedModel
) -> None:
    task = make_task()
    await advance(task, settings, "draft")
    (task / "checkpoints.sqlite").write_bytes(b"not a database" * 1000)
    with pytest.raises(MemoryOutage, match=r"checkpoints\.sqlite"):
        await advance(task, settings)
    (task / "checkpoints.sqlite").unlink()
    assert (await finish(task, settings)).status == "completed"


async def test_a_lost_memory_is_refused_while_drafts_exist(
    make_task: MakeTask, settings: Settings, model: ScriptedModel
) -> None:
    task = make_task()
    await advance(task, settings, "draft")
    (task / "memory.sqlite").unlink()
    with pytest.raises(Tampered, match="Memory is missing while drafts exist"):
        await advance(task, settings)
    assert (len(model.requests), (task / "memory.sqlite").exists()) == (1, False)


async def test_memory_of_another_task_is_refused(make_task: MakeTask, settings: Settings, model: ScriptedModel) -> None:
    one, other = make_task(), make_task(name="other")
    await advance(one, settings, "draft")
    (other / "memory.sqlite").write_bytes((one / "memory.sqlite").read_bytes())
    with pytest.raises(Tampered, match="task request changed"):
        await advance(other, settings)
    assert len(model.requests) == 1


async def test_an_answer_that_was_saved_before_its_draft_is_used_again(
    make_task: MakeTask, settings: Settings, model: ScriptedModel
) -> None:
    task = make_task()
    model.script = [text("no draft")]
    with pytest.raises(StepLimit):
        await advance(task, settings, max_steps=2)
    (task / "checkpoints.sqlite").unlink()
    report = await finish(task, settings)
    assert (report.stop_reason, len(model.requests)) == ("invalid-draft", 1)


async def test_an_approval_that_the_request_asks_for_cannot_be_edited_in(
    make_task: MakeTask, settings: Settings
) -> None:
    task = make_task(approval=True)
    async with open_app(task, settings) as app:
        await run_reflection(app, stop_after="review")
        await app.graph.aupdate_state(thread(app), {"stop": "completed"}, as_node="critic")
        with pytest.raises(Tampered, match="disagrees with Memory"):
            await app.graph.ainvoke(None)
        assert isinstance(await run_reflection(app), Pause)
    assert not list((task / "output").iterdir())


@pytest.mark.parametrize("stage", ["draft", "review", "report"])
async def test_checkpoints_of_the_version_before_are_passed_over_and_the_task_goes_on_from_memory(
    make_task: MakeTask, settings: Settings, model: ScriptedModel, monkeypatch: pytest.MonkeyPatch, stage: Any
) -> None:
    task = make_task()

    @asynccontextmanager
    async def stock(path: Path) -> AsyncGenerator[AsyncSqliteSaver]:
        async with AsyncSqliteSaver.from_conn_string(str(path)) as saver:
            yield saver

    with monkeypatch.context() as before:
        before.setattr(checkpoints, "open_checkpoints", stock)
        before.setattr(App, "thread", property(lambda app: app.deps.workspace.fingerprint))
        await advance(task, settings, stage)
    with sqlite3.connect(task / "checkpoints.sqlite") as db:
        (kept,) = db.execute("select count(*) from checkpoints").fetchone()
    db.close()
    report = await finish(task, settings)
    assert (kept > 2, report.status, len(model.requests), report.usage.model_calls) == (True, "completed", 2, 2)
