"""A model's server may fail in any way: an outage that is counted and resumed; only a well-formed completion is an answer."""

import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from werkzeug import Response

from ditto.state.errors import ModelOutage
from ditto.tools.settings import Settings, load_settings
from tests.agents.running import advance, finish, recorded
from tests.conftest import MakeTask
from tests.faults.valkey import free_port
from tests.scripted_model import Reply, ScriptedModel, draft, held, html, status

pytestmark = pytest.mark.timeout(60)


def settings_with(model: ScriptedModel, folder: Path, **provider: Any) -> Settings:
    """Return settings whose provider has these further keys."""
    path = folder / "provider.yaml"
    path.write_text(yaml.safe_dump(model.settings(**provider)))
    return load_settings(path)


def body_cut_short(body: dict[str, Any]) -> Response:
    """Promise more bytes than are sent before the connection is closed."""
    answer = draft()(body)
    answer.headers["Content-Length"] = str(len(answer.get_data()) + 100)
    return answer


def half_a_body(body: dict[str, Any]) -> Response:
    """Send the first half of a completion as if it were the whole."""
    data = draft()(body).get_data()
    return Response(data[: len(data) // 2], content_type="application/json")


def no_choices(body: dict[str, Any]) -> Response:
    """Answer with a completion that holds no choice."""
    return Response('{"id": "x", "object": "chat.completion", "choices": []}', content_type="application/json")


def nothing(body: dict[str, Any]) -> Response:
    """Answer 200 with no body."""
    return Response(b"", content_type="application/json")


def a_list(body: dict[str, Any]) -> Response:
    """Answer 200 with JSON of another form."""
    return Response(b"[]", content_type="application/json")


def dripping(body: dict[str, Any]) -> Response:
    """Send one blank after another, none too late and the whole never."""

    def blanks() -> Iterator[bytes]:
        for _ in range(200):
            yield b" "
            time.sleep(0.1)

    return Response(blanks(), content_type="application/json")


FAILING: dict[str, Reply] = {
    "500": status(500),
    "503": status(503),
    "429": status(429, **{"Retry-After": "0"}),
    "a date in Retry-After": status(429, **{"Retry-After": "Wed, 21 Oct 2026 07:28:00 GMT"}),
    "401": status(401),
    "404": status(404),
    "HTML": html(),
    "a body that is cut short": body_cut_short,
    "half a body": half_a_body,
    "no choices": no_choices,
    "nothing": nothing,
    "a list": a_list,
}


@pytest.mark.parametrize("retries", [0, 1])
@pytest.mark.parametrize("failing", FAILING.values(), ids=FAILING)
async def test_a_failure_is_an_outage_of_one_line_and_every_try_is_recorded(
    make_task: MakeTask, model: ScriptedModel, tmp_path: Path, failing: Reply, retries: int
) -> None:
    task, settings = make_task(maxModelCalls=4), settings_with(model, tmp_path, retries=retries)
    model.script = [failing, failing]
    with pytest.raises(ModelOutage, match="provider scripted") as caught:
        await advance(task, settings)
    assert "\n" not in str(caught.value)
    calls = await recorded(task)
    assert {(call.outcome, bool(call.cause)) for call in calls} == {("failed", True)}
    assert len(model.requests) == len(calls) <= 1 + retries
    model.script = []
    report = await finish(task, settings)
    assert (report.status, report.usage.model_calls) == ("completed", len(model.requests))
    assert report.usage.model_calls == len(calls) + 2


async def test_a_refused_connection_is_an_outage_whose_every_try_is_recorded(
    make_task: MakeTask, model: ScriptedModel, tmp_path: Path
) -> None:
    task, gone = make_task(), f"http://127.0.0.1:{free_port()}/v1"
    with pytest.raises(ModelOutage, match="Connection"):
        await advance(task, settings_with(model, tmp_path, base_url=gone, retries=1))
    assert [(call.attempt, call.outcome) for call in await recorded(task)] == [(1, "failed"), (2, "failed")]
    assert (await finish(task, settings_with(model, tmp_path))).usage.model_calls == 4


async def test_a_server_that_is_slow_but_in_time_is_waited_for(
    make_task: MakeTask, model: ScriptedModel, tmp_path: Path
) -> None:
    def slow(body: dict[str, Any]) -> Response:
        time.sleep(1)
        return draft()(body)

    model.script = [slow]
    report = await finish(make_task(), settings_with(model, tmp_path, timeout_seconds=5))
    assert (report.status, len(model.requests)) == ("completed", 2)


@pytest.mark.parametrize("retries", [0, 2])
async def test_a_server_that_hangs_is_an_outage_after_each_trys_timeout(
    make_task: MakeTask, model: ScriptedModel, tmp_path: Path, retries: int
) -> None:
    task, released = make_task(), threading.Event()
    model.script = [held(released, draft())] * (retries + 1)
    began = time.monotonic()
    try:
        with pytest.raises(ModelOutage, match="Timeout"):
            await advance(task, settings_with(model, tmp_path, timeout_seconds=0.3, retries=retries))
    finally:
        released.set()
    assert time.monotonic() - began < 10
    assert [call.outcome for call in await recorded(task)] == ["failed"] * (retries + 1)


async def test_a_server_that_drips_its_answer_is_an_outage_after_the_timeout(
    make_task: MakeTask, model: ScriptedModel, tmp_path: Path
) -> None:
    task, began = make_task(), time.monotonic()
    model.script = [dripping]
    with pytest.raises(ModelOutage, match="Timeout"):
        await advance(task, settings_with(model, tmp_path, timeout_seconds=1))
    assert time.monotonic() - began < 8
    assert [call.outcome for call in await recorded(task)] == ["failed"]
    assert (await finish(task, settings_with(model, tmp_path))).status == "completed"
