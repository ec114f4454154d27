"""What fault tests share: a Redis that outlives the runs, and settings that name it."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml
from redis import Redis

from ditto.tools.embedded_redis import EmbeddedRedis
from ditto.tools.settings import Settings, load_settings
from tests.scripted_model import ScriptedModel


@pytest.fixture(scope="module")
def redis_url() -> Iterator[str]:
    """A Redis of the tests' own."""
    server = EmbeddedRedis()
    yield asyncio.run(server.url())
    asyncio.run(server.close())


@pytest.fixture
def shared_redis(redis_url: str) -> Iterator[Redis]:
    """A client of that Redis, which begins empty."""
    with Redis.from_url(redis_url) as client:
        client.flushall()
        yield client


@pytest.fixture
def shared_config(model: ScriptedModel, shared_redis: Redis, redis_url: str, tmp_path: Path) -> Path:
    """A settings file that names the scripted model and that Redis."""
    path = tmp_path / "shared.yaml"
    path.write_text(yaml.safe_dump({**model.settings(), "context": {"redis": redis_url}}))
    return path


@pytest.fixture
def shared_settings(shared_config: Path) -> Settings:
    """Settings that name the scripted model and that Redis."""
    return load_settings(shared_config)
