"""A person decides where a machine may not: by interrupt or through the runner, once, and never around the first gate."""

from pathlib import Path
from typing import Any

import pytest
from langgraph.types import Command

from ditto.agents.app import open_app
from ditto.agents.opening import App
from ditto.agents.runner import run_reflection
from ditto.state.canonical import canonical, digest
from ditto.state.decision import Decision, Pause, Response
from ditto.state.errors import BadRequest, Denied, DittoError, StaleToken, Tampered
from ditto.state.report import Checkpoint, Report
from ditto.state.request import Identity
from ditto.tools.settings import Settings
from tests.agents.running import Clock, Nodes, advance, recorded, require_published
from tests.conftest import MakeTask
from tests.scripted_model import GOOD_DRAFT, ScriptedModel, draft, prompt, review

EDITED = {**GOOD_DRAFT, "title": "Our two months"}
ASKS = review("needs-human", ("interpretation", "Is this the tone you want?"))


def answered(pause: Pause, choice: str = "approve", **fields: Any) -> Response:
    """Return an analyst's answer to a pause."""
    return Response.load({"token": pause.token, "actor": "analyst", "choice": choice, **fields})


async def paused(task: Path, settings: Settings, **opening: Any) -> Pause:
    """Run the task to its pause."""
    ended = await advance(task, settings, **opening)
    assert isinstance(ended, Pause)
    assert not list((task / "output").iterdir())
    return ended


async def decided(task: Path, settings: Settings, response: Response, **opening: Any) -> Report | Pause:
    """Answer a pause, and go on to the next or to the end."""
    async with open_app(task, settings, **opening) as app:
        ended = await run_reflection(app, response)
    if isinstance(ended, Report):
        require_published(task, ended)
    return ended


def saved(task: Path) -> list[Decision]:
    """Return the decisions on disk."""
    return [Decision.parse(path.read_bytes()) for path in (task / "decisions").glob("*.json")]


async def test_a_review_that_asks_for_a_person_pauses_where_the_request_says_so(
    make_task: MakeTask, settings: Settings, model: ScriptedModel
) -> None:
    model.script = [draft(), ASKS]
    pause = await paused(make_task(onHuman="pause"), settings)
    assert (pause.version, pause.draft, pause.issues) == (1, {**GOOD_DRAFT}, ())
    assert pause.review is not None
    assert pause.review.issues[0].message == "Is this the tone you want?"
    assert set(pause.choices) == {"approve", "revise", "edit", "stop"}


async def test_the_token_is_the_digest_of_fingerprint_version_draft_check_and_review(
    make_task: MakeTask, settings: Settings
) -> None:
    task = make_task(approval=True)
    pause = await paused(task, settings)
    assert pause.review is not None
    bound = {"version": 1, "draftId": pause.draft_id, "checkId": pause.check_id, "review": pause.review.dump()}
    async with open_app(task, settings) as app:
        assert pause.token == digest({**bound, "fingerprint": app.deps.workspace.fingerprint})


async def test_an_approval_publishes_what_passed_both_gates_in_the_name_of_the_person(
    make_task: MakeTask, settings: Settings, model: ScriptedModel
) -> None:
    task = make_task(approval=True)
    pause = await paused(task, settings)
    report = await decided(task, settings, answered(pause, note="Good."))
    assert isinstance(report, Report)
    (decision,) = saved(task)
    assert (report.status, report.accepted_by, report.decision_id) == ("completed", "human", decision.digest())
    assert (decision.actor, decision.choice, decision.note, decision.token) == (
        "analyst",
        "approve",
        "Good.",
        pause.token,
    )
    assert len(model.requests) == 2
    assert "accepted by a person, analyst" in (task / "output/report.md").read_text()


async def test_an_approval_stands_in_for_the_second_gate_and_the_verdict_stands_beside_it(
    make_task: MakeTask, settings: Settings, model: ScriptedModel
) -> None:
    model.script = [draft(), ASKS]
    task = make_task(onHuman="pause")
    report = await decided(task, settings, answered(await paused(task, settings)))
    assert isinstance(report, Report)
    assert (report.status, report.accepted_by, report.best_draft_id) == ("completed", "human", report.accepted_draft_id)
    assert "said needs-human" in (task / "output/report.md").read_text()


async def test_a_draft_with_an_open_deterministic_issue_cannot_be_approved(
    make_task: MakeTask, settings: Settings, model: ScriptedModel
) -> None:
    model.script = [draft(limitations=[]), ASKS]
    task = make_task(onHuman="pause")
    pause = await paused(task, settings)
    assert "approve" not in pause.choices
    with pytest.raises(BadRequest, match="1 deterministic issues are open"):
        await decided(task, settings, answered(pause))
    assert await paused(task, settings) == pause


async def test_what_a_person_sends_back_reaches_the_writer_with_the_reviewers_issues(
    make_task: MakeTask, settings: Settings, model: ScriptedModel
) -> None:
    model.script = [draft(), ASKS, draft(title="Calmer")]
    task = make_task(onHuman="pause")
    issues = [{"field": "title", "message": "Say it calmer."}]
    report = await decided(task, settings, answered(await paused(task, settings), "revise", issues=issues))
    assert isinstance(report, Report)
    assert (report.status, report.accepted_by, [one.origin for one in report.rounds]) == (
        "completed",
        "model",
        ["model", "model"],
    )
    asked = prompt(model.requests[2])
    assert "title: Say it calmer." in asked
    assert "Is this the tone you want?" in asked


async def test_an_edit_is_a_new_version_that_both_gates_judge_again_and_not_an_approval(
    make_task: MakeTask, settings: Settings, model: ScriptedModel
) -> None:
    task = make_task(approval=True)
    first = await paused(task, settings)
    second = await decided(task, settings, answered(first, "edit", draft=EDITED))
    assert isinstance(second, Pause)
    assert (second.version, second.draft, second.previous) == (2, EDITED, {**GOOD_DRAFT})
    assert second.token != first.token
    report = await decided(task, settings, answered(second))
    assert isinstance(report, Report)
    assert [one.origin for one in report.rounds] == ["model", "human"]
    assert [call.purpose for call in await recorded(task)] == ["generate", "review", "review"]


async def test_an_edit_with_a_wrong_figure_is_found_and_the_model_mends_it(
    make_task: MakeTask, settings: Settings, model: ScriptedModel
) -> None:
    model.script = [draft(), ASKS, review(), draft(title="Mended")]
    task = make_task(onHuman="pause")
    wrong = {**GOOD_DRAFT, "metrics": {**GOOD_DRAFT["metrics"], "growthPercent": 24.0}}
    report = await decided(task, settings, answered(await paused(task, settings), "edit", draft=wrong))
    assert isinstance(report, Report)
    assert [(one.origin, len(one.issues)) for one in report.rounds] == [("model", 0), ("human", 1), ("model", 0)]
    assert report.accepted_by == "model"


async def test_a_stop_ends_the_task_as_needs_human(
    make_task: MakeTask, settings: Settings, model: ScriptedModel
) -> None:
    task = make_task(approval=True)
    report = await decided(task, settings, answered(await paused(task, settings), "stop", note="Not this month."))
    assert isinstance(report, Report)
    assert (report.status, report.stop_reason, report.accepted_draft_id) == ("needs-human", "needs-human", None)
    assert "Not this month." in (task / "output/report.md").read_text()


REFUSED: dict[str, tuple[dict[str, Any], type[DittoError], str]] = {
    "another token": ({"token": "0" * 64}, StaleToken, "not that of what waits now"),
    "no token at all": ({"token": "x"}, StaleToken, "not that of what waits now"),
    "an actor who is not listed": (
        {"actor": "mallory"},
        Denied,
        "mallory, expected a principal of the policy: analyst",
    ),
    "an edit of another form": ({"choice": "edit", "draft": {"title": "x"}}, BadRequest, "not a whole draft"),
    "an edit that changes nothing": ({"choice": "edit", "draft": GOOD_DRAFT}, BadRequest, "identical to a version"),
}


@pytest.mark.parametrize(("fields", "error", "words"), REFUSED.values(), ids=REFUSED)
async def test_a_refused_answer_leaves_the_pause_as_it_was(
    make_task: MakeTask, settings: Settings, fields: dict[str, Any], error: type[DittoError], words: str
) -> None:
    task = make_task(approval=True)
    pause = await paused(task, settings)
    response = Response.load({**answered(pause).dump(), **fields})
    with pytest.raises(error, match=words):
        await decided(task, settings, response)
    async with open_app(task, settings) as app:
        with pytest.raises(error, match=words):
            await app.graph.ainvoke(Command(resume={await interrupt_id(app): response.dump()}))
    assert not (task / "decisions").exists()
    assert await paused(task, settings) == pause
    assert isinstance(await decided(task, settings, answered(pause)), Report)


async def test_a_second_answer_is_refused_and_names_the_first(make_task: MakeTask, settings: Settings) -> None:
    task = make_task(approval=True)
    pause = await paused(task, settings)
    report = await decided(task, settings, answered(pause))
    with pytest.raises(StaleToken, match="version 1 was answered by analyst: approve"):
        await decided(task, settings, answered(pause, "stop"))
    assert await advance(task, settings) == report


async def test_a_used_token_is_refused_at_the_next_pause(make_task: MakeTask, settings: Settings) -> None:
    task = make_task(approval=True)
    first = await paused(task, settings)
    second = await decided(task, settings, answered(first, "edit", draft=EDITED))
    with pytest.raises(StaleToken):
        await decided(task, settings, answered(first))
    assert await paused(task, settings) == second


async def test_someone_who_is_authenticated_cannot_answer_in_anothers_name(
    make_task: MakeTask, settings: Settings
) -> None:
    task = make_task(approval=True)
    pause = await paused(task, settings)
    policy = (task / "policy.json").read_bytes().replace(b'["analyst"]', b'["analyst","editor"]')
    (task / "policy.json").write_bytes(policy)
    editor = Identity(tenant="local", principal="editor")
    with pytest.raises(Denied, match="expected a principal of the policy: editor"):
        await decided(task, settings, answered(pause), identity=editor)
    response = Response.load({**answered(pause).dump(), "actor": "editor"})
    report = await decided(task, settings, response, identity=editor)
    assert isinstance(report, Report)
    assert report.detail == "editor approved version 1"


async def interrupt_id(app: App) -> str:
    """Return the id of the interrupt at which the graph waits, running up to it where it has not yet."""
    if not (state := await app.graph.aget_state(app.config)).interrupts:
        await app.graph.ainvoke(None if state.next else app.input)
        state = await app.graph.aget_state(app.config)
    (interrupt,) = state.interrupts
    return interrupt.id


async def test_the_graph_pauses_by_an_interrupt_with_a_typed_form_and_is_resumed_by_its_id(
    make_task: MakeTask, settings: Settings
) -> None:
    task = make_task(approval=True)
    async with open_app(task, settings) as app:
        (interrupt,) = (await app.graph.ainvoke(app.input))["__interrupt__"]
        assert not app.deps.lock.held
        assert {"token", "actor", "choice", "note", "issues", "draft"} == set(interrupt.response_schema["properties"])
        response = answered(Pause.load(interrupt.value))
        ended = await app.graph.ainvoke(Command(resume={interrupt.id: response.dump()}))
    assert ended["stop"] == "completed"
    assert isinstance(await advance(task, settings), Report)


async def test_an_answer_of_another_form_is_refused_and_the_interrupt_can_be_answered_again(
    make_task: MakeTask, settings: Settings
) -> None:
    async with open_app(make_task(approval=True), settings) as app:
        (interrupt,) = (await app.graph.ainvoke(app.input))["__interrupt__"]
        for wrong in ({"token": 1}, {"choice": "publish"}, {**answered(Pause.load(interrupt.value)).dump(), "x": 1}):
            with pytest.raises(BadRequest, match="not an answer to this pause"):
                await app.graph.ainvoke(Command(resume={interrupt.id: wrong}))
        with pytest.raises(BadRequest, match="not an answer to this pause"):
            await app.graph.ainvoke(Command(resume="yes"))
        right = answered(Pause.load(interrupt.value)).dump()
        assert (await app.graph.ainvoke(Command(resume={interrupt.id: right})))["stop"] == "completed"


async def test_looking_at_a_paused_task_runs_nothing(
    make_task: MakeTask, settings: Settings, model: ScriptedModel
) -> None:
    task, nodes = make_task(approval=True), Nodes()
    pause = await paused(task, settings)
    assert await paused(task, settings, observe=nodes) == pause
    assert nodes == []
    assert len(model.requests) == 2


@pytest.mark.parametrize("limit", ["rounds", "calls", "time"])
async def test_a_spent_limit_never_blocks_a_person(
    make_task: MakeTask, settings: Settings, model: ScriptedModel, limit: str
) -> None:
    clock = Clock()
    fixed = {"rounds": {"maxRounds": 1}, "calls": {"maxModelCalls": 2}, "time": {"deadlineSeconds": 60}}[limit]
    task = make_task(approval=True, **fixed)
    first = await paused(task, settings, clock=clock)
    clock.move(61 if limit == "time" else 1)
    assert await paused(task, settings, clock=clock) == first.model_copy(
        update={"choices": ("approve", "edit", "stop")}
    )
    with pytest.raises(BadRequest, match="limits admit no further version"):
        issues = [{"field": "title", "message": "Shorter."}]
        await decided(task, settings, answered(first, "revise", issues=issues), clock=clock)
    second = await decided(task, settings, answered(first, "edit", draft=EDITED), clock=clock)
    assert isinstance(second, Pause)
    assert (second.review, second.choices) == (None, ("approve", "edit", "stop"))
    assert second.skipped is not None
    assert f"was not reviewed: {second.skipped}" in second.detail
    report = await decided(task, settings, answered(second), clock=clock)
    assert isinstance(report, Report)
    assert (report.status, report.accepted_by, report.rounds[1].skipped) == ("completed", "human", second.skipped)
    assert len(model.requests) == 2
    assert "no model reviewed it" in (task / "output/report.md").read_text()


async def test_an_edit_that_fails_the_check_on_a_spent_budget_can_be_edited_again_or_stopped(
    make_task: MakeTask, settings: Settings
) -> None:
    task = make_task(approval=True, maxModelCalls=2)
    wrong = {**EDITED, "limitations": []}
    second = await decided(task, settings, answered(await paused(task, settings), "edit", draft=wrong))
    assert isinstance(second, Pause)
    assert (len(second.issues), second.choices) == (1, ("edit", "stop"))
    third = await decided(task, settings, answered(second, "edit", draft=EDITED))
    assert isinstance(third, Pause)
    assert third.choices == ("approve", "edit", "stop")


async def test_an_edit_that_the_reviewer_sends_back_with_all_versions_spent_comes_back_to_the_person(
    make_task: MakeTask, settings: Settings, model: ScriptedModel
) -> None:
    model.script = [draft(), ASKS, review("revise", ("title", "Too plain."))]
    task = make_task(onHuman="pause", maxRounds=2)
    second = await decided(task, settings, answered(await paused(task, settings), "edit", draft=EDITED))
    assert isinstance(second, Pause)
    assert second.detail == "version 2 of at most 2 is not accepted"
    assert second.choices == ("approve", "edit", "stop")


async def test_a_replay_without_checkpoints_comes_back_to_the_same_pause_without_a_call(
    make_task: MakeTask, settings: Settings, model: ScriptedModel
) -> None:
    task = make_task(approval=True)
    first = await paused(task, settings)
    second = await decided(task, settings, answered(first, "edit", draft=EDITED))
    for path in task.glob("checkpoints.sqlite*"):
        path.unlink()
    async with open_app(task, settings) as app:
        (interrupt,) = (await app.graph.ainvoke(app.input))["__interrupt__"]
    assert Pause.load(interrupt.value) == second
    assert len(model.requests) == 3


async def test_an_upgrade_that_changed_the_flow_replays_a_waiting_task_from_memory(
    make_task: MakeTask, settings: Settings, model: ScriptedModel
) -> None:
    task = make_task(approval=True)
    pause = await paused(task, settings)
    async with open_app(task, settings) as app:
        await app.deps.memory.start(app.deps.workspace.fingerprint, "now")
        await app.deps.memory.keep_flow("the drawing of an older version")
    report = await decided(task, settings, answered(pause))
    assert isinstance(report, Report)
    assert (report.status, len(model.requests)) == ("completed", 2)


async def test_a_state_that_passes_by_the_person_is_refused(
    make_task: MakeTask, settings: Settings, model: ScriptedModel
) -> None:
    task = make_task(approval=True)
    pause = await paused(task, settings)
    async with open_app(task, settings) as app:
        await app.graph.aupdate_state(app.config, {"pause": None, "verdict": "revise"}, as_node="critic")
        with pytest.raises(Tampered, match="passes by a person's decision"):
            await app.graph.ainvoke(None)
    assert len(model.requests) == 2
    for path in task.glob("checkpoints.sqlite*"):
        path.unlink()
    assert isinstance(await decided(task, settings, answered(pause)), Report)


async def test_a_checkpoint_after_the_review_comes_before_the_pause(make_task: MakeTask, settings: Settings) -> None:
    task = make_task(approval=True)
    assert isinstance(await advance(task, settings, "review"), Checkpoint)
    assert isinstance(await advance(task, settings), Pause)


async def test_a_task_may_wait_for_weeks(make_task: MakeTask, settings: Settings) -> None:
    clock, task = Clock(), make_task(approval=True)
    pause = await paused(task, settings, clock=clock)
    clock.move(29 * 24 * 3600)
    assert "revise" in (await paused(task, settings, clock=clock)).choices
    clock.move(2 * 24 * 3600)
    report = await decided(task, settings, answered(pause), clock=clock)
    assert isinstance(report, Report)
    assert report.status == "completed"


async def test_a_permission_that_was_revoked_is_refused_at_the_decision(
    make_task: MakeTask, settings: Settings
) -> None:
    task = make_task(approval=True)
    pause = await paused(task, settings)
    right = (task / "policy.json").read_bytes()
    (task / "policy.json").write_bytes(right.replace(b"true", b"false"))
    with pytest.raises(Denied, match="permission revoked"):
        await decided(task, settings, answered(pause))
    (task / "policy.json").write_bytes(right)
    assert await paused(task, settings) == pause


async def test_a_report_without_a_person_is_written_as_before(make_task: MakeTask, settings: Settings) -> None:
    report = await advance(make_task(), settings)
    assert b"decisionId" not in canonical(report.dump())
