"""What is sent to a model's server: to allowed hosts alone, with what is configured and nothing else."""

import traceback
from pathlib import Path
from typing import Any

import pytest
import yaml
from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

from ditto.state.errors import BadSettings, DittoError, ModelOutage
from ditto.tools.embedded_model import EmbeddedModel, Endpoint
from ditto.tools.models import Ask, ChatModel, form_note
from ditto.tools.sections import Provider
from ditto.tools.settings import load_settings
from tests.scripted_model import Reply, ScriptedModel

SCHEMA = {"type": "object", "properties": {"a": {"type": "string"}}}
MESSAGES = [{"role": "system", "content": "Write."}, {"role": "user", "content": "事实"}]
WRITE, REVIEW = (Ask(MESSAGES, SCHEMA, seed=7, exact=exact) for exact in (False, True))
KEY = "sk-3f9d2c71a8e44b5fb0"


def chat(model: ScriptedModel, tmp_path: Path, allow: list[str] | None = None, **provider: Any) -> ChatModel:
    """The scripted provider's model, configured with these keys and hosts."""
    document = model.settings(**provider)
    if allow is not None:
        document["network"] = {"allow": allow}
    (tmp_path / "models.yaml").write_text(yaml.safe_dump(document))
    settings = load_settings(tmp_path / "models.yaml")
    return ChatModel(*settings.provider(None), settings)


async def sent(model: ScriptedModel, chat: ChatModel, ask: Ask = WRITE) -> dict[str, Any]:
    """The request that one question makes."""
    await chat.answer(ask)
    await chat.close()
    (request,) = model.requests
    return request


async def test_a_request_holds_model_messages_and_form_alone(model: ScriptedModel, tmp_path: Path) -> None:
    request = await sent(model, chat(model, tmp_path))
    form = {"type": "json_schema", "json_schema": {"name": "answer", "strict": True, "schema": SCHEMA}}
    assert request == {"model": "scripted", "messages": MESSAGES, "response_format": form, "stream": False}


async def test_tokens_and_temperature_are_sent_where_they_are_configured(model: ScriptedModel, tmp_path: Path) -> None:
    request = await sent(model, chat(model, tmp_path, max_tokens=321, temperature=0.3))
    assert (request["max_tokens"], request["temperature"], "seed" in request) == (321, 0.3, False)
    assert "max_completion_tokens" not in request


async def test_the_embedded_model_gets_its_key_and_a_seed(
    model: ScriptedModel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The endpoint stands in for the server, which is not started."""

    async def endpoint(self: EmbeddedModel) -> Endpoint:
        return Endpoint(model.base_url, "weights", KEY)

    monkeypatch.setattr(EmbeddedModel, "endpoint", endpoint)
    asked = chat(model, tmp_path, kind="embedded")
    sample = await asked.answer(REVIEW)
    await asked.close()
    (request,) = model.requests
    assert (request["seed"], request["model"], model.keys) == (7, "weights", [f"Bearer {KEY}"])
    assert sample.model == "weights"


async def test_a_review_is_asked_for_without_freedom(model: ScriptedModel, tmp_path: Path) -> None:
    request = await sent(model, chat(model, tmp_path, temperature=0.3), REVIEW)
    assert request["temperature"] == 0


async def test_a_review_gets_no_temperature_where_none_is_configured(model: ScriptedModel, tmp_path: Path) -> None:
    assert "temperature" not in await sent(model, chat(model, tmp_path), REVIEW)


async def test_a_provider_without_schemas_is_asked_for_an_object(model: ScriptedModel, tmp_path: Path) -> None:
    model.script = [lambda body: Response(status=500)]
    asked = chat(model, tmp_path, structured_output="json_object")
    with pytest.raises(ModelOutage):
        await sent(model, asked)
    assert model.requests[0]["response_format"] == {"type": "json_object"}
    await asked.close()


def test_the_form_stands_in_the_prompt_only_where_the_provider_cannot_enforce_it() -> None:
    given: dict[str, Any] = {"base_url": "http://localhost/v1", "model": "m"}
    assert form_note(Provider(**given), SCHEMA) == ""
    assert form_note(Provider(**given, structured_output="json_object"), SCHEMA).endswith(
        '{"type": "object", "properties": {"a": {"type": "string"}}}'
    )


async def test_a_redirect_is_not_followed(model: ScriptedModel, tmp_path: Path, httpserver: HTTPServer) -> None:
    elsewhere: list[Request] = []

    def reached(request: Request) -> Response:
        elsewhere.append(request)
        return Response("{}")

    httpserver.expect_request("/elsewhere").respond_with_handler(reached)
    for code in (301, 302, 303, 307, 308):
        model.script = [lambda body, code=code: Response(status=code, headers={"Location": "/elsewhere"})]
        asked = chat(model, tmp_path)
        with pytest.raises(ModelOutage, match=f"HTTP {code}"):
            await asked.answer(WRITE)
        await asked.close()
    assert (len(model.requests), elsewhere) == (5, [])


@pytest.mark.parametrize(
    "base_url",
    ["http://h.invalid/v1", "http://127.0.0.1@h.invalid/v1", "http://127.0.0.1.h.invalid/v1", "http://[::1]/v1", "x"],
)
async def test_a_host_that_is_not_allowed_is_refused_by_name(
    base_url: str, model: ScriptedModel, tmp_path: Path
) -> None:
    asked = chat(model, tmp_path, base_url=base_url)
    with pytest.raises(BadSettings, match=r"network\.allow: the host of provider scripted is not allowed"):
        await asked.answer(WRITE)


async def test_a_host_that_is_not_allowed_gets_no_request(model: ScriptedModel, tmp_path: Path) -> None:
    asked = chat(model, tmp_path, allow=["api.invalid"])
    for _ in range(2):
        with pytest.raises(BadSettings, match=r"found (localhost|127\.0\.0\.1), expected api\.invalid"):
            await asked.answer(WRITE)
    assert model.requests == []


@pytest.mark.parametrize("value", [None, "", " \n"])
async def test_a_missing_key_is_named_before_any_request(
    value: str | None, model: ScriptedModel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PROBE_KEY", raising=False)
    if value is not None:
        monkeypatch.setenv("PROBE_KEY", value)
    with pytest.raises(BadSettings, match="key of provider scripted is not set: expected PROBE_KEY in the environment"):
        await chat(model, tmp_path, api_key_env="PROBE_KEY").answer(WRITE)
    assert model.requests == []


def echo(code: int) -> Reply:
    """A server that repeats the key in its answer."""
    return lambda body: Response(f'{{"error": {{"message": "bad key {KEY}"}}}}', status=code, headers={"X-Key": KEY})


@pytest.mark.parametrize("key", [KEY, f"{KEY}\n", f"{KEY}\u00e9", f" {KEY}"], ids=["plain", "line", "accent", "space"])
@pytest.mark.parametrize("code", [401, 500, 200])
async def test_the_key_stands_in_no_error(
    code: int, key: str, model: ScriptedModel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PROBE_KEY", key)
    model.script = [echo(code)]
    asked = chat(model, tmp_path, api_key_env="PROBE_KEY")
    with pytest.raises(DittoError) as raised:
        await asked.answer(WRITE)
    await asked.close()
    shown = [str(raised.value), repr(raised.value), repr(raised.value.__dict__), repr(asked.__dict__)]
    assert not any(KEY in text for text in shown)
    assert KEY not in "".join(traceback.format_exception_only(raised.value))
