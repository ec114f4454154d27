"""What is tried again, when and how often; what is never followed; and what is an answer and no failure."""

import time
from pathlib import Path
from typing import Any

import pytest
import yaml
from pytest_httpserver import HTTPServer
from werkzeug import Response

from ditto.state.errors import ModelOutage
from ditto.tools.settings import Settings, load_settings
from tests.agents.running import advance, finish, recorded
from tests.conftest import MakeTask
from tests.scripted_model import Reply, ScriptedModel, completion, document, draft, status

pytestmark = pytest.mark.timeout(60)


def settings_with(model: ScriptedModel, folder: Path, **provider: Any) -> Settings:
    """Return settings whose provider has these further keys."""
    path = folder / "provider.yaml"
    path.write_text(yaml.safe_dump(model.settings(**provider)))
    return load_settings(path)


async def test_a_retry_waits_as_long_as_the_server_asks(
    make_task: MakeTask, model: ScriptedModel, tmp_path: Path
) -> None:
    seen: list[float] = []

    def timed(reply: Reply) -> Reply:
        def answer(body: dict[str, Any]) -> Response:
            seen.append(time.monotonic())
            return reply(body)

        return answer

    model.script = [timed(status(429, **{"Retry-After": "2"})), timed(draft())]
    report = await finish(make_task(), settings_with(model, tmp_path, retries=1))
    assert seen[1] - seen[0] >= 2
    assert [call.outcome for call in report.usage.calls] == ["failed", "answered", "answered"]


async def test_retries_never_exceed_the_limit_of_calls(
    make_task: MakeTask, model: ScriptedModel, tmp_path: Path
) -> None:
    task, settings = make_task(maxModelCalls=2), settings_with(model, tmp_path, retries=5)
    model.script = [status(500, **{"Retry-After": "0"})] * 9
    with pytest.raises(ModelOutage):
        await advance(task, settings)
    assert len(model.requests) == len(await recorded(task)) == 2
    report = await finish(task, settings)
    assert (report.stop_reason, len(model.requests), report.usage.model_calls) == ("max-model-calls", 2, 2)


@pytest.mark.parametrize("code", [301, 302, 307, 308])
async def test_a_redirect_to_another_host_is_an_outage_and_is_not_followed(
    make_task: MakeTask,
    model: ScriptedModel,
    tmp_path: Path,
    code: int,
) -> None:
    task, settings, reached = make_task(), settings_with(model, tmp_path), list[Any]()
    with HTTPServer(host="127.0.0.1", port=0) as other:
        other.expect_request("/v1/chat/completions").respond_with_handler(
            lambda request: (reached.append(request), completion({"content": "{}"}))[1]
        )
        model.script = [status(code, Location=other.url_for("/v1/chat/completions"))]
        with pytest.raises(ModelOutage):
            await advance(task, settings)
    assert reached == []
    assert [call.outcome for call in await recorded(task)] == ["failed"]
    assert (await finish(task, settings)).status == "completed"


async def test_a_well_formed_completion_is_an_answer_whatever_it_says(
    make_task: MakeTask, model: ScriptedModel, tmp_path: Path
) -> None:
    model.script = [document({"title": "no draft"})]
    report = await finish(make_task(), settings_with(model, tmp_path, retries=3))
    assert (report.stop_reason, len(model.requests), report.usage.model_calls) == ("invalid-draft", 1, 1)
    assert [call.outcome for call in report.usage.calls] == ["answered"]
