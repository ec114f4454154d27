"""A database that another process holds is an outage that names it; once it is free, the task goes on as it stood."""

import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from werkzeug import Response

from ditto.state.errors import MemoryOutage
from ditto.tools.settings import Settings
from tests.agents.running import advance, finish
from tests.conftest import MakeTask
from tests.scripted_model import ScriptedModel, draft

DATABASES = ["memory.sqlite", "checkpoints.sqlite"]

# Says so once it holds the file, and lets go when its input ends.
HOLDER = """
import sqlite3, sys
db = sqlite3.connect(sys.argv[1], isolation_level=None)
db.execute("begin exclusive")
print("held", flush=True)
sys.stdin.read()
"""


@contextmanager
def held(database: Path) -> Generator[None]:
    """Let another process hold the database exclusively."""
    command = [sys.executable, "-I", "-c", HOLDER, str(database)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        try:
            yield
        finally:
            process.communicate()


@pytest.mark.parametrize("name", DATABASES)
async def test_a_database_that_another_process_holds_is_an_outage_that_spends_nothing(
    make_task: MakeTask, settings: Settings, model: ScriptedModel, name: str
) -> None:
    task = make_task()
    await advance(task, settings, "draft")
    with held(task / name), pytest.raises(MemoryOutage, match=f"{name}.*locked") as outage:
        await advance(task, settings)
    assert "may be deleted" not in str(outage.value)
    assert len(model.requests) == 1
    report = await finish(task, settings)
    assert (report.status, report.usage.model_calls, len(model.requests)) == ("completed", 2, 2)


@pytest.mark.parametrize("name", DATABASES)
async def test_a_database_that_is_held_from_inside_a_call_on_costs_at_most_that_call(
    make_task: MakeTask, settings: Settings, model: ScriptedModel, name: str
) -> None:
    task = make_task()
    holding = held(task / name)

    def taken(body: dict[str, Any]) -> Response:
        holding.__enter__()
        return draft()(body)

    model.script = [taken]
    try:
        with pytest.raises(MemoryOutage, match=f"{name}.*locked"):
            await advance(task, settings)
    finally:
        holding.__exit__(None, None, None)
    report = await finish(task, settings)
    assert report.status == "completed"
    assert 2 <= len(model.requests) <= report.usage.model_calls <= 3
