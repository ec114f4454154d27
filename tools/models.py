"""The configured chat models: one request, one answer, as it came; nothing is parsed, nothing repaired."""

import asyncio
import json
from collections.abc import Sequence
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from ditto.state.answer import Sample
from ditto.state.canonical import Json, canonical
from ditto.state.errors import BadSettings, ModelOutage
from ditto.state.report import Tokens
from ditto.tools.embedded_model import EmbeddedModel, Endpoint
from ditto.tools.model_client import chat_openai
from ditto.tools.sections import Provider
from ditto.tools.settings import Settings
from ditto.tools.tracing import untraced

_NO_KEY = "none"
_WORTH_ANOTHER = (408, 409, 425, 429)


class Ask(NamedTuple):
    """One question to a model: the messages, the form of the answer, and how freely it may be worded."""

    messages: Sequence[dict[str, str]]
    schema: Json
    seed: int
    exact: bool
    """Without variation."""


class ChatModel:
    """One configured provider's model."""

    def __init__(self, name: str, provider: Provider, settings: Settings) -> None:
        self.name = name
        self.provider = provider
        self._settings = settings
        self._embedded = EmbeddedModel(provider) if provider.kind == "embedded" else None
        self._chat: Any = None
        self.model = provider.model or "embedded"

    def require_usable(self) -> None:
        """Raise BadSettings for a host that is not allowed or a key that is not set."""
        if self._embedded is None:
            self._configured()

    async def prepare(self) -> None:
        """Make ready to be asked, starting an embedded server."""
        endpoint = await self._embedded.endpoint() if self._embedded else self._configured()
        if self._chat is None or self._chat[0] != endpoint:
            self.model = endpoint.model
            self._chat = (endpoint, chat_openai(endpoint, self.provider))

    async def answer(self, ask: Ask) -> Sample:
        """Send one request and return its answer; everything but a well-formed completion raises ModelOutage."""
        await self.prepare()
        try:
            # The client's own timeout begins again with each byte that comes.
            async with asyncio.timeout(self.provider.timeout_seconds):
                with untraced():
                    message = await self._chat[1].ainvoke(list(ask.messages), **self._options(ask))
            sample = self._sample(message)
            canonical(sample.dump())  # what Memory cannot hold is no answer
            return sample
        except Exception as cause:  # a client raises openai, httpx, attribute and value errors alike for a bad server
            raise _outage(self.name, cause, self._chat[0].key) from cause

    async def close(self) -> None:
        """Close the connections, and an embedded server with them."""
        if self._chat is not None:
            await self._chat[1].http_async_client.aclose()
            self._chat = None
        if self._embedded is not None:
            await self._embedded.close()

    def _configured(self) -> Endpoint:
        base_url, model = self.provider.base_url or "", self.provider.model or ""
        host = urlsplit(base_url).hostname
        if host not in self._settings.network.allow:
            raise BadSettings(
                f"the host of provider {self.name} is not allowed",
                where=f"{self._settings.origin}, network.allow",
                found=host,
                expected=", ".join(self._settings.network.allow),
            )
        return Endpoint(base_url, model, self._key())

    def _key(self) -> str:
        variable = self.provider.api_key_env
        if variable is None:
            return _NO_KEY
        if not (key := (self._settings.variable(variable) or "").strip()):
            raise BadSettings(
                f"the key of provider {self.name} is not set",
                where="environment",
                expected=f"{variable} in the environment or .env",
            )
        return key

    def _options(self, ask: Ask) -> dict[str, Any]:
        # In extra_body, so that the client does not parse, repair or reject the answer on its own.
        form: Json = {"type": "json_object"}
        if self.provider.structured_output == "json_schema":
            form = {"type": "json_schema", "json_schema": {"name": "answer", "strict": True, "schema": ask.schema}}
        body: Json = {"response_format": form}
        if self.provider.max_tokens is not None:
            body["max_tokens"] = self.provider.max_tokens
        if self.provider.kind == "embedded":
            body["seed"] = self.provider.seed + ask.seed
        if self.provider.temperature is None:
            return {"extra_body": body}
        return {"extra_body": body, "temperature": 0.0 if ask.exact else self.provider.temperature}

    def _sample(self, message: Any) -> Sample:
        usage: Json = message.usage_metadata or {}
        return Sample(
            text=_storable(message.content) if isinstance(message.content, str) else "",
            finish_reason=message.response_metadata.get("finish_reason"),
            refusal=None if (refusal := message.additional_kwargs.get("refusal")) is None else _storable(refusal),
            provider=self.name,
            model=self.model
            if self._embedded
            else _storable(message.response_metadata.get("model_name") or self.model),
            substituted=self.provider.substituted,
            tokens=Tokens(prompt=_count(usage.get("input_tokens")), completion=_count(usage.get("output_tokens"))),
        )


def _storable(text: str) -> str:
    """Return a text with each lone surrogate as its escape, which no file can hold and the strict parser refuses."""
    return text.encode("utf-8", "backslashreplace").decode()


def _count(tokens: int | None) -> int | None:
    """Return a count of tokens, or None where it is none that a hundred calls could add up to in a report."""
    return tokens if tokens is not None and 0 <= tokens < 2**40 else None


def form_note(provider: Provider, schema: Json) -> str:
    """Return what the prompt says of the answer's form where the provider cannot enforce a schema."""
    if provider.structured_output == "json_schema":
        return ""
    return f"\n\nAnswer with one JSON object that fits this JSON Schema:\n{json.dumps(schema, ensure_ascii=False)}"


def _outage(name: str, cause: Exception, key: str) -> ModelOutage:
    status = getattr(cause, "status_code", None)
    response = getattr(cause, "response", None)
    waits = (
        status in _WORTH_ANOTHER
        or (isinstance(status, int) and status >= 500)
        or "Timeout" in type(cause).__name__
        or "Connection" in type(cause).__name__
    )
    asked = response.headers.get("retry-after", "") if response is not None else ""
    retry_after = (min(float(asked), 60.0) if asked.isdigit() else 1.0) if waits else None
    told = " ".join(str(cause).split())
    if key != _NO_KEY:
        told = told.replace(key, "(the key)")  # a server may repeat it
    found = f"HTTP {status}" if status else f"{type(cause).__name__}: {told[:160]}"
    return ModelOutage("the model's server failed", where=f"provider {name}", found=found, retry_after=retry_after)
