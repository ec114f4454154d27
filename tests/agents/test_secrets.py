"""A task directory holds no key, and its checkpoints hold ids and counters alone."""

import sqlite3
from pathlib import Path
from typing import Any, cast

import pytest
import yaml

from ditto.agents.app import open_app
from ditto.agents.runner import run_reflection
from ditto.tools.settings import Settings, load_settings
from tests.agents.running import thread
from tests.conftest import MakeTask
from tests.scripted_model import GOOD_DRAFT, ScriptedModel, status

KEY = "sk-3f9d2c71a8e44b5fb0"


@pytest.fixture
def keyed(model: ScriptedModel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    """Settings whose provider needs a key."""
    monkeypatch.setenv("SCRIPTED_KEY", KEY)
    path = tmp_path / "keyed.yaml"
    path.write_text(yaml.safe_dump(model.settings(api_key_env="SCRIPTED_KEY")))
    return load_settings(path)


def stored(path: Path) -> bytes:
    """Return every value of every table of a database, one after the other."""
    found: list[bytes] = []
    with sqlite3.connect(path) as db:
        for (table,) in db.execute("select name from sqlite_master where type = 'table'").fetchall():
            for row in db.execute(f"select * from {table}"):
                found += [value if isinstance(value, bytes) else str(value).encode() for value in row]
    return b"\n".join(found)


def primitive(value: Any) -> bool:
    """Tell whether a value is one that JSON has."""
    if isinstance(value, dict):
        pairs = cast(dict[Any, Any], value).items()
        return all(isinstance(key, str) and primitive(inner) for key, inner in pairs)
    if isinstance(value, list):
        return all(map(primitive, cast(list[Any], value)))
    return value is None or type(value) in (str, int, float, bool)


async def test_the_key_reaches_the_server_and_no_file_of_the_task(
    make_task: MakeTask, keyed: Settings, model: ScriptedModel
) -> None:
    task = make_task("flawed-draft")
    model.script = [status(401)]
    async with open_app(task, keyed) as app:
        with pytest.raises(Exception, match="HTTP 401") as caught:
            await run_reflection(app)
        await run_reflection(app)
        files = [path for path in task.rglob("*") if path.is_file()]
        holding = [path.name for path in files if KEY.encode() in path.read_bytes()]
    assert model.keys == [f"Bearer {KEY}"] * 4
    assert (holding, len(files) > 8) == ([], True)
    assert KEY not in str(caught.value)
    assert KEY not in repr(keyed)


async def test_checkpoints_hold_json_primitives_alone(make_task: MakeTask, settings: Settings) -> None:
    async with open_app(make_task("flawed-draft"), settings) as app:
        await run_reflection(app)
        history = [snapshot.values async for snapshot in app.graph.aget_state_history(thread(app))]
    assert len(history) >= 8
    assert all(primitive(values) for values in history)
    assert set().union(*history) <= {
        "task",
        "version",
        "draft",
        "check",
        "verdict",
        "pause",
        "stop",
        "report",
    }


async def test_checkpoints_hold_no_text_of_prompts_drafts_or_sources(
    make_task: MakeTask, settings: Settings, model: ScriptedModel
) -> None:
    task = make_task("flawed-draft")
    async with open_app(task, settings) as app:
        await run_reflection(app)
        goal = app.deps.workspace.request.goal
    held = stored(task / "checkpoints.sqlite")
    assert b"publisher" in held
    prompts = [message["content"] for body in model.requests for message in body["messages"]]
    lines = {line for text in prompts for line in text.splitlines() if len(line) > 20}
    assert len(lines) > 10
    for text in [goal, *GOOD_DRAFT["limitations"], GOOD_DRAFT["interpretation"], "2026-07,120000,6000", *lines]:
        assert text.encode() not in held


async def test_files_are_for_their_owner_alone(make_task: MakeTask, settings: Settings) -> None:
    task = make_task("flawed-draft")
    async with open_app(task, settings) as app:
        await run_reflection(app)
        modes = {path.relative_to(task).as_posix(): path.stat().st_mode & 0o777 for path in [task, *task.rglob("*")]}
    folders = {".", "sources", "drafts", "checks", "reviews", "output"}
    assert {name: oct(mode) for name, mode in modes.items() if mode != (0o700 if name in folders else 0o600)} == {}
