"""What tests share: the scripted model, settings that name it, and demo tasks on disk."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from pytest_httpserver import HTTPServer

os.environ["LANGGRAPH_STRICT_MSGPACK"] = "true"

from ditto.tools.creation import NewSource, create_task
from ditto.tools.domains import load_domain
from ditto.tools.settings import Settings, load_settings
from tests.scripted_model import ScriptedModel

MakeTask = Callable[..., Path]


@pytest.fixture(autouse=True)
def _clean_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No test reads this machine's settings or reaches a tracing service."""
    for name in list(os.environ):
        if name.startswith(("DITTO_", "LANGSMITH_", "LANGCHAIN_")) and name != "DITTO_TEST_SCRATCH":
            monkeypatch.delenv(name)
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def model(httpserver: HTTPServer) -> ScriptedModel:
    """A scripted model on a real socket."""
    return ScriptedModel(httpserver)


@pytest.fixture
def config(model: ScriptedModel, tmp_path: Path) -> Path:
    """A settings file that names the scripted model."""
    path = tmp_path / "scripted.yaml"
    path.write_text(yaml.safe_dump(model.settings()))
    return path


@pytest.fixture
def settings(config: Path) -> Settings:
    """Settings that name the scripted model."""
    return load_settings(config)


@pytest.fixture
def make_task(tmp_path: Path) -> MakeTask:
    """Make a demo task's directory; keywords are fields of its request."""

    def make(scenario: str = "generate", name: str = "task", **fixed: Any) -> Path:
        demo = load_domain("monthly_report").demos[scenario]
        sources = [NewSource(key, *value) for key, value in demo.sources.items()]
        given = {"goal": demo.goal, "seed": demo.seed, "sources": sources, **fixed}
        create_task(tmp_path / name, domain="monthly_report", **given)
        return tmp_path / name

    return make
