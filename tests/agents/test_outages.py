"""What fails outside leaves the task resumable, and what was reserved stays counted."""

import threading
from pathlib import Path
from typing import Any

import pytest
import yaml

from ditto.state.errors import BadSettings, MemoryOutage, ModelOutage, Outage
from ditto.state.report import Report
from ditto.tools.memory import Document
from ditto.tools.settings import Settings, load_settings
from ditto.tools.sqlite_memory import SqliteMemory
from tests.agents.running import advance, finish, recorded
from tests.conftest import MakeTask
from tests.scripted_model import ScriptedModel, draft, held, html, review, status


def settings_with(model: ScriptedModel, tmp_path: Path, **provider: Any) -> Settings:
    """Return settings whose provider has these further keys."""
    path = tmp_path / "provider.yaml"
    path.write_text(yaml.safe_dump(model.settings(**provider)))
    return load_settings(path)


@pytest.mark.parametrize("failing", [status(500), status(503), status(429), status(401), html()])
async def test_a_failed_server_leaves_the_task_resumable(
    make_task: MakeTask, settings: Settings, model: ScriptedModel, failing: Any
) -> None:
    task = make_task()
    model.script = [failing]
    with pytest.raises(ModelOutage) as caught:
        await advance(task, settings)
    assert "provider scripted" in str(caught.value)
    assert [(call.outcome, bool(call.cause)) for call in await recorded(task)] == [("failed", True)]
    report = await finish(task, settings)
    assert (report.status, report.usage.model_calls, len(model.requests)) == ("completed", 3, 3)


async def test_an_outage_of_the_reviewer_keeps_the_draft(
    make_task: MakeTask, settings: Settings, model: ScriptedModel
) -> None:
    task = make_task()
    model.script = [draft(), status(502)]
    with pytest.raises(ModelOutage):
        await advance(task, settings)
    report = await finish(task, settings)
    assert [(call.purpose, call.outcome) for call in report.usage.calls] == [
        ("generate", "answered"),
        ("review", "failed"),
        ("review", "answered"),
    ]


async def test_outages_spend_the_budget_and_the_end_says_so(
    make_task: MakeTask, settings: Settings, model: ScriptedModel
) -> None:
    task = make_task(maxModelCalls=2)
    for _ in range(2):
        model.script = [status(500)]
        with pytest.raises(ModelOutage):
            await advance(task, settings)
    report = await finish(task, settings)
    assert (report.stop_reason, report.usage.model_calls, len(model.requests)) == ("max-model-calls", 2, 2)


async def test_every_retry_is_reserved_and_is_one_request(
    make_task: MakeTask, model: ScriptedModel, tmp_path: Path
) -> None:
    model.script = [status(500, **{"Retry-After": "0"}), status(429, **{"Retry-After": "0"}), draft()]
    report = await finish(make_task(), settings_with(model, tmp_path, retries=2))
    assert [(call.purpose, call.attempt, call.outcome) for call in report.usage.calls] == [
        ("generate", 1, "failed"),
        ("generate", 2, "failed"),
        ("generate", 3, "answered"),
        ("review", 1, "answered"),
    ]
    assert len(model.requests) == 4


async def test_without_configured_retries_one_failure_is_one_request(
    make_task: MakeTask, settings: Settings, model: ScriptedModel
) -> None:
    model.script = [status(500, **{"Retry-After": "0"}), draft()]
    with pytest.raises(ModelOutage):
        await advance(make_task(), settings)
    assert len(model.requests) == 1


async def test_a_server_that_answers_too_late_is_an_outage(
    make_task: MakeTask, model: ScriptedModel, tmp_path: Path
) -> None:
    task, released = make_task(), threading.Event()
    model.script = [held(released, draft())]
    try:
        with pytest.raises(ModelOutage, match="Timeout"):
            await advance(task, settings_with(model, tmp_path, timeout_seconds=0.2))
    finally:
        released.set()
    assert [call.outcome for call in await recorded(task)] == ["failed"]


async def test_a_host_that_is_not_allowed_and_a_key_that_is_not_set_spend_nothing(
    make_task: MakeTask, model: ScriptedModel, tmp_path: Path
) -> None:
    task = make_task()
    for provider in ({"base_url": "http://models.example/v1"}, {"api_key_env": "NO_SUCH_KEY"}):
        with pytest.raises(BadSettings):
            await advance(task, settings_with(model, tmp_path, **provider))
    assert (await recorded(task), model.requests) == ((), [])
    assert (await finish(task, settings_with(model, tmp_path))).status == "completed"


@pytest.mark.parametrize(
    ("method", "requests"),
    [("start", 0), ("news", 0), ("step", 0), ("reserve", 0), ("settle", 1), ("put", 1), ("calls", 2)],
)
async def test_a_failing_memory_is_an_outage_and_the_task_goes_on_with_a_sound_one(
    make_task: MakeTask,
    settings: Settings,
    model: ScriptedModel,
    monkeypatch: pytest.MonkeyPatch,
    method: str,
    requests: int,
) -> None:
    async def failing(*arguments: Any) -> None:
        raise MemoryOutage("Memory cannot be used", found="disk full")

    task = make_task()
    memory = SqliteMemory(task / "memory.sqlite")
    monkeypatch.setattr(memory, method, failing)
    with pytest.raises(Outage, match="disk full"):
        await advance(task, settings, memory=memory)
    await memory.close()
    assert len(model.requests) == requests
    report = await finish(task, settings)
    assert isinstance(report, Report)
    assert report.status == "completed"
    assert len(model.requests) <= report.usage.model_calls <= len(model.requests) + 1


async def test_a_review_that_was_answered_before_memory_failed_is_not_asked_again(
    make_task: MakeTask, settings: Settings, model: ScriptedModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    task = make_task()
    memory = SqliteMemory(task / "memory.sqlite")
    put = memory.put

    async def refusing(*documents: Document) -> int:
        if documents[0].kind == "review":
            raise MemoryOutage("Memory cannot be used")
        return await put(*documents)

    monkeypatch.setattr(memory, "put", refusing)
    model.script = [draft(), review()]
    with pytest.raises(MemoryOutage):
        await advance(task, settings, memory=memory)
    await memory.close()
    assert (await finish(task, settings)).usage.model_calls == len(model.requests) == 2
