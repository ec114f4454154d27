"""Context: the place in Redis that each model call's messages come from (contract, section 3).

Only absence is rebuilt. A failure of Redis, or a value that is not the one asked for, is an error.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, TypeVar

from ditto.state.answer import CallKey
from ditto.state.canonical import Json, NotStrict, canonical, digest, parse_object
from ditto.state.errors import ContextOutage
from ditto.tools.embedded_redis import EmbeddedRedis

T = TypeVar("T")
Messages = Sequence[dict[str, str]]
_SECONDS = 2.0


class Context:
    """Put and get the assembled messages of the next call, with a time to live in seconds."""

    def __init__(self, url: str | None, *, ttl_seconds: int, key_prefix: str) -> None:
        self._url = url
        self._ttl = ttl_seconds
        self._prefix = key_prefix
        self._embedded = EmbeddedRedis() if url is None else None
        self._client: Any = None
        self._connecting = asyncio.Lock()

    @property
    def where(self) -> str:
        """The server in words, without credentials."""
        return "embedded Valkey" if self._url is None else without_secrets(self._url)

    async def ping(self) -> None:
        """Raise ContextOutage where the server does not answer."""
        await self._do(lambda client: client.ping())

    async def messages(self, task: str, key: CallKey, assembled: Messages) -> list[dict[str, str]]:
        """Return the call's messages as Redis holds them; where it holds none, put the assembled ones there first."""
        envelope = _envelope(task, key, assembled)
        name = f"{self._prefix}:{task}:{key.purpose}:{key.version}:{key.part}:{envelope['sha256'][:16]}"
        held = await self._do(lambda client: _held(client, name, canonical(envelope), self._ttl))
        return list(assembled) if held is None else _opened(held, envelope, f"{self.where}, key {name}")

    async def close(self) -> None:
        """Close the connection, and the embedded server with it."""
        if self._client is not None:
            await self._client.aclose()
            self._client = None
        if self._embedded is not None:
            await self._embedded.close()

    async def _do(self, act: Callable[[Any], Awaitable[T]]) -> T:
        from redis.exceptions import RedisError

        async with self._connecting:
            client = self._client or await self._connect()
        try:
            return await act(client)
        except (RedisError, OSError, ValueError) as cause:
            raise ContextOutage(
                "Redis cannot be used", where=self.where, found=cause, expected="a reachable Redis or Valkey server"
            ) from cause

    async def _connect(self) -> Any:
        from redis.asyncio import Redis
        from redis.asyncio.retry import Retry
        from redis.backoff import NoBackoff
        from redis.exceptions import ConnectionError as Closed

        url = await self._embedded.url() if self._embedded else self._url or ""
        again = Retry(NoBackoff(), 1, supported_errors=(Closed,))  # a server may close what was idle during a call
        try:
            self._client = Redis.from_url(url, socket_timeout=_SECONDS, socket_connect_timeout=_SECONDS, retry=again)
        except ValueError as cause:
            raise ContextOutage(
                "not a Redis URL", where="context.redis", found=self.where, expected="redis://host:port/db, or embedded"
            ) from cause
        return self._client


async def _held(client: Any, name: str, value: bytes, ttl: int) -> bytes | None:
    """Put the value where there is none and return what stands there, in one visit to the server."""
    pipeline = client.pipeline(transaction=False)
    pipeline.set(name, value, nx=True, ex=ttl)
    pipeline.get(name)
    answers = await pipeline.execute(raise_on_error=False)  # its own errors would tell the whole command
    for answer in answers:
        if isinstance(answer, Exception):
            raise answer
    return answers[1]


def without_secrets(url: str) -> str:
    """Return a Redis URL's server in words: a password may stand before the host, or in the query."""
    server, _, query = url.partition("?")
    return "the configured Redis" if "@" in query else server.rpartition("@")[2].removeprefix("redis://")


def _envelope(task: str, key: CallKey, messages: Messages) -> Json:
    return {"task": task, **key._asdict(), "sha256": digest(list(messages)), "messages": list(messages)}


def _opened(held: bytes, expected: Json, where: str) -> list[dict[str, str]]:
    try:
        found = parse_object(held.decode())
    except (NotStrict, UnicodeDecodeError) as cause:
        raise ContextOutage(
            "Redis holds a value that cannot be read", where=where, found=cause, expected="the messages of this call"
        ) from cause
    for name, value in expected.items():
        if found.get(name) != value:
            raise ContextOutage(
                "Redis holds a value that was not asked for",
                where=where,
                found=f"{name} {str(found.get(name))[:80]!r}",
                expected=repr(value)[:80],
            )
    return found["messages"]
