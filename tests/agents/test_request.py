"""The request is fixed when the task is made: no run can be given another limit, goal, source or permission."""

import json
from pathlib import Path
from typing import Any

import pytest

from ditto.agents.app import open_app
from ditto.agents.runner import run_reflection
from ditto.state.canonical import canonical, digest
from ditto.state.errors import BadRequest, Denied, Refused, Tampered
from ditto.state.request import Identity
from ditto.tools.settings import Settings
from tests.agents.running import advance, finish, recorded
from tests.conftest import MakeTask
from tests.scripted_model import ScriptedModel


def rewrite(task: Path, name: str, **changed: Any) -> dict[str, Any]:
    """Change fields of one of the task's own documents."""
    document = {**json.loads((task / name).read_bytes()), **changed}
    (task / name).unlink()
    (task / name).write_bytes(canonical(document))
    return document


CHANGES: list[dict[str, Any]] = [
    {"goal": "Praise the team."},
    {"maxModelCalls": 100},
    {"maxRounds": 16},
    {"deadlineSeconds": 9999},
    {"approval": True},
]


@pytest.mark.parametrize("changed", CHANGES)
async def test_a_changed_request_is_refused(
    make_task: MakeTask, settings: Settings, model: ScriptedModel, changed: dict[str, Any]
) -> None:
    task = make_task()
    await advance(task, settings, "draft")
    rewrite(task, "request.json", **changed)
    with pytest.raises(Refused):
        await advance(task, settings)
    assert len(model.requests) == 1


@pytest.mark.parametrize("changed", CHANGES)
async def test_a_changed_request_is_refused_by_memory_even_where_the_policy_was_changed_with_it(
    make_task: MakeTask, settings: Settings, model: ScriptedModel, changed: dict[str, Any]
) -> None:
    task = make_task()
    await advance(task, settings, "draft")
    rewrite(task, "policy.json", fingerprint=digest(rewrite(task, "request.json", **changed)))
    with pytest.raises(Tampered, match="task request changed"):
        await advance(task, settings)
    assert len(model.requests) == 1


async def test_a_request_that_changes_during_a_run_is_refused_at_the_next_step(
    make_task: MakeTask, settings: Settings, model: ScriptedModel
) -> None:
    task = make_task()
    async with open_app(task, settings) as app:
        await run_reflection(app, stop_after="draft")
        rewrite(task, "request.json", maxModelCalls=100)
        with pytest.raises(Tampered, match="task request changed"):
            await run_reflection(app)
    assert len(model.requests) == 1


async def test_a_finished_task_with_a_changed_request_is_refused(make_task: MakeTask, settings: Settings) -> None:
    task = make_task()
    await finish(task, settings)
    rewrite(task, "request.json", goal="Praise the team.")
    with pytest.raises(Refused):
        await advance(task, settings)


async def test_a_principal_who_is_not_listed_is_refused_before_anything_is_spent(
    make_task: MakeTask, settings: Settings, model: ScriptedModel
) -> None:
    task = make_task()
    with pytest.raises(Denied, match="the principal is not listed"):
        await advance(task, settings, identity=Identity(tenant="local", principal="stranger"))
    with pytest.raises(Denied, match="the tenant is another one"):
        await advance(task, settings, identity=Identity(tenant="elsewhere", principal="analyst"))
    assert (model.requests, (task / "memory.sqlite").exists()) == ([], False)


async def test_a_principal_who_was_added_to_the_policy_may_act(make_task: MakeTask, settings: Settings) -> None:
    task = make_task()
    rewrite(task, "policy.json", principals=["analyst", "deputy"])
    assert (await finish(task, settings, identity=Identity(tenant="local", principal="deputy"))).status == "completed"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("maxRounds", 0),
        ("maxRounds", 17),
        ("maxModelCalls", 0),
        ("maxModelCalls", 101),
        ("deadlineSeconds", 0),
        ("goal", " "),
    ],
)
def test_limits_out_of_bounds_make_no_task(make_task: MakeTask, tmp_path: Path, name: str, value: Any) -> None:
    with pytest.raises(BadRequest):
        make_task(**{name: value})
    assert not (tmp_path / "task").exists()


async def test_a_task_that_was_refused_has_recorded_no_call(make_task: MakeTask, settings: Settings) -> None:
    task = make_task()
    async with open_app(task, settings) as app:
        rewrite(task, "policy.json", enabled=False)
        with pytest.raises(Denied, match="permission revoked"):
            await run_reflection(app)
    assert await recorded(task) == ()
