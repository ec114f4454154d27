"""What fault tests share: a Redis that outlives the runs, and settings that name it."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml
from redis import Redis

from ditto.tools.embedded_redis import EmbeddedRedis
from ditto.tools.settings import Settings, load_settings
from tests.brief_model import filled
from tests.faults.reliability import Reliability
from tests.scripted_model import ScriptedModel

_RELIABILITY = pytest.StashKey[Reliability]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Options that pytest knows where tests/faults is named on its command line."""
    parser.addoption("--faults", choices=["sample", "all"], default="sample", help="which kill points are run")
    parser.addoption("--reliability-results", type=Path, default=None, help="where the figures are written")


def pytest_configure(config: pytest.Config) -> None:
    """Gather what tests measure and what is skipped."""
    config.stash[_RELIABILITY] = Reliability()
    config.pluginmanager.register(config.stash[_RELIABILITY])


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Write the figures where that is asked for."""
    if path := session.config.getoption("--reliability-results", default=None):
        session.config.stash[_RELIABILITY].write(path)


@pytest.fixture(scope="session")
def reliability(pytestconfig: pytest.Config) -> Reliability:
    """Takes the figures of docs/reliability.md from any test: `reliability.add("fuzz", cases=100)`."""
    return pytestconfig.stash[_RELIABILITY]


@pytest.fixture(scope="session")
def every_point(pytestconfig: pytest.Config) -> bool:
    """Tell whether every kill point is run, or a sample of them."""
    return pytestconfig.getoption("--faults", default="sample") == "all"


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


@pytest.fixture
def fills(model: ScriptedModel) -> None:
    """The scripted model fills in briefs rightly where its script says nothing else."""
    model.otherwise = filled
