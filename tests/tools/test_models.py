"""One request, one answer as it came; everything but a well-formed completion is an outage."""

import json
import socket
import ssl
import threading
from pathlib import Path
from typing import Any

import httpx2
import pytest
import yaml
from werkzeug import Response

from ditto.state.answer import InvalidAnswer, Sample, read_object
from ditto.state.errors import ModelOutage
from ditto.state.report import Tokens
from ditto.tools import model_client
from ditto.tools.models import Ask, ChatModel
from ditto.tools.settings import load_settings
from tests.scripted_model import Reply, ScriptedModel, html, status, text

ASK = Ask([{"role": "user", "content": "Write."}], {"type": "object"}, seed=7, exact=False)


def chat(model: ScriptedModel, tmp_path: Path, **provider: Any) -> ChatModel:
    """The scripted provider's model, configured with these keys."""
    path = tmp_path / "models.yaml"
    path.write_text(yaml.safe_dump(model.settings(**provider)))
    settings = load_settings(path)
    return ChatModel(*settings.provider(None), settings)


async def answered(chat: ChatModel) -> Sample:
    """The answer to one question."""
    try:
        return await chat.answer(ASK)
    finally:
        await chat.close()


async def test_an_answer_is_returned_as_it_came(model: ScriptedModel, tmp_path: Path) -> None:
    model.script = [text(' {"a": 1}\n')]
    sample = await answered(chat(model, tmp_path))
    assert sample == Sample(
        text=' {"a": 1}\n',
        finish_reason="stop",
        refusal=None,
        provider="scripted",
        model="scripted",
        substituted=True,
        tokens=Tokens(prompt=10, completion=5),
    )


# The cases of tests/cases/model_output.json that an answer decides: what the client gives, and the cause read from it.
ANSWERS: dict[str, tuple[Reply, dict[str, Any], str]] = {
    "truncated": (text('{"title":"T",', "length"), {"text": '{"title":"T",', "finish_reason": "length"}, "truncated"),
    "repaired-json": (text('{"title":"T", '), {"text": '{"title":"T", ', "finish_reason": "stop"}, "not valid JSON"),
    "empty": (text(""), {"text": "", "finish_reason": "stop"}, "empty: an answer without text"),
    "reasoning-only": (text(None, reasoning_content="…"), {"text": "", "refusal": None}, "empty: an answer without"),
    "refusal": (
        text(None, refusal="I cannot help with that"),
        {"text": "", "refusal": "I cannot help with that"},
        "the model refused: I cannot help with that",
    ),
    "content filter": (text("", "content_filter"), {"finish_reason": "content_filter"}, "content filter"),
    "lone-surrogate": (text('{"title":"Q3 \\ud800"}'), {"text": '{"title":"Q3 \\ud800"}'}, "canonical"),
    "raw surrogate": (text("\ud800"), {"text": "\\ud800"}, "not valid JSON"),
    "duplicate-keys": (text('{"a":1,"a":2}'), {"text": '{"a":1,"a":2}'}, "more than once"),
    "nan": (text('{"a":NaN}'), {"text": '{"a":NaN}'}, "NaN"),
}


@pytest.mark.parametrize(("reply", "kept", "cause"), ANSWERS.values(), ids=ANSWERS)
async def test_an_unusable_answer_is_still_an_answer(
    reply: Reply, kept: dict[str, Any], cause: str, model: ScriptedModel, tmp_path: Path
) -> None:
    """It is kept and its cause is named when it is read; it is not asked for again."""
    model.script = [reply]
    sample = await answered(chat(model, tmp_path))
    assert {name: getattr(sample, name) for name in kept} == kept
    assert len(model.requests) == 1
    with pytest.raises(InvalidAnswer, match=cause):
        read_object(sample)
    assert Sample.load(sample.dump()) == sample


def body(document: Any) -> Reply:
    """A 200 with this JSON body."""
    return lambda _: Response(json.dumps(document), content_type="application/json")


OUTAGES: dict[str, tuple[Reply, str, bool]] = {
    "html-200": (html(), "", False),
    "server-500": (status(500), "HTTP 500", True),
    "unavailable": (status(503), "HTTP 503", True),
    "too many requests": (status(429), "HTTP 429", True),
    "unauthorized": (status(401), "HTTP 401", False),
    "bad request": (status(400), "HTTP 400", False),
    "no choices": (
        body({"id": "x", "object": "chat.completion", "created": 0, "model": "m", "choices": []}),
        "",
        False,
    ),
    "choices that are null": (body({"choices": None}), "", False),
    "a choice without a message": (body({"choices": [{"index": 0, "finish_reason": "stop"}]}), "", False),
    "an error as a 200": (body({"error": {"message": "overloaded", "code": 503}}), "", False),
    "an array": (body([]), "", False),
    "null": (body(None), "", False),
    "cut JSON": (lambda _: Response('{"choices": [', content_type="application/json"), "", False),
    "no body": (lambda _: Response("", content_type="application/json"), "", False),
}


@pytest.mark.parametrize(("reply", "found", "again"), OUTAGES.values(), ids=OUTAGES)
async def test_everything_but_a_completion_is_an_outage_after_one_request(
    reply: Reply, found: str, again: bool, model: ScriptedModel, tmp_path: Path
) -> None:
    model.script = [reply, reply, reply]
    with pytest.raises(ModelOutage, match=f"provider scripted: the model's server failed: found {found}") as outage:
        await answered(chat(model, tmp_path))
    assert len(model.requests) == 1
    assert (outage.value.retry_after is not None) is again


@pytest.mark.parametrize(("asked", "seconds"), [("7", 7.0), ("9999", 60.0), ("soon", 1.0), ("-1", 1.0)])
async def test_a_server_says_when_to_try_again(
    asked: str, seconds: float, model: ScriptedModel, tmp_path: Path
) -> None:
    model.script = [status(429, **{"Retry-After": asked})]
    with pytest.raises(ModelOutage) as outage:
        await answered(chat(model, tmp_path))
    assert outage.value.retry_after == seconds


async def test_a_server_that_is_gone_is_an_outage(model: ScriptedModel, tmp_path: Path) -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        gone = chat(model, tmp_path, base_url=f"http://127.0.0.1:{closed.getsockname()[1]}/v1")
        with pytest.raises(ModelOutage, match="Connection") as outage:
            await answered(gone)
    assert outage.value.retry_after == 1.0


async def test_a_server_that_is_slower_than_the_timeout_is_an_outage(model: ScriptedModel, tmp_path: Path) -> None:
    ended = threading.Event()
    model.script = [lambda request: (ended.wait(30), status(200)(request))[1]]
    with pytest.raises(ModelOutage, match="Timeout") as outage:
        await answered(chat(model, tmp_path, timeout_seconds=0.2))
    ended.set()
    assert (outage.value.retry_after, len(model.requests)) == (1.0, 1)


@pytest.mark.parametrize(
    ("base_url", "loads"),
    [("http://127.0.0.1:1/v1", 0), ("http://models.example/v1", 1), ("https://models.example/v1", 1)],
)
async def test_authorities_are_loaded_once_a_process_and_not_for_plain_http_on_loopback(
    base_url: str, loads: int, model: ScriptedModel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[bool] = []
    make = httpx2.create_ssl_context

    def counting(*, trust_env: bool) -> ssl.SSLContext:
        made.append(trust_env)
        return make(trust_env=trust_env)

    monkeypatch.setattr(httpx2, "create_ssl_context", counting)
    model_client._certificates.cache_clear()  # pyright: ignore[reportPrivateUsage] -- as in a new process
    for _ in range(2):
        document = {**model.settings(base_url=base_url), "network": {"allow": ["127.0.0.1", "models.example"]}}
        (tmp_path / "models.yaml").write_text(yaml.safe_dump(document))
        settings = load_settings(tmp_path / "models.yaml")
        one = ChatModel(*settings.provider(None), settings)
        await one.prepare()
        await one.close()
    assert len(made) == loads
    model_client._certificates.cache_clear()  # pyright: ignore[reportPrivateUsage]
