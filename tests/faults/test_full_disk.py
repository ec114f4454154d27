"""A disk that is full or read-only is one line of error; nothing is half-written, and with space again the task completes."""

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from werkzeug import Response

from ditto.agents.runner import StopAfter
from ditto.cli.showing import read_standing
from ditto.state.canonical import canonical
from ditto.state.errors import Outage
from ditto.state.report import Report
from ditto.tools.policy import read_request
from ditto.tools.settings import Settings
from ditto.tools.verification import verify
from tests.agents.running import advance, finish
from tests.conftest import MakeTask
from tests.faults.processes import ROOT
from tests.faults.small_disk import SmallDisk, small_disk
from tests.faults.spoiling import sample
from tests.scripted_model import ScriptedModel, draft, review

LEVELS = [*range(0, 304, 8), 320, 352, 384, 448, 512]
"""Kilobytes that are left; from the last on the task completes."""


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[SmallDisk]:
    """A disk of 2 MB."""
    with small_disk(tmp_path / "disk") as mounted:
        yield mounted


@pytest.fixture
def task(make_task: MakeTask, disk: SmallDisk) -> Path:
    """A task on that disk."""
    shutil.move(make_task("flawed-draft"), disk.root / "task")
    return disk.root / "task"


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Give the fill levels, a spread sample or all."""
    if "kilobytes" in metafunc.fixturenames and "any_write" in metafunc.function.__name__:
        metafunc.parametrize("kilobytes", sample(metafunc.config, LEVELS, 5))


def require_whole(task: Path) -> None:
    """Every document on disk is whole and in the one form it is written in, and nothing else was left."""
    for path in task.rglob("*"):
        assert path.suffix != ".tmp", path
        if path.suffix == ".json" and path.name != "seed.json":
            assert canonical(json.loads(path.read_bytes())) == path.read_bytes(), path


async def outage(task: Path, settings: Settings, words: str = ".") -> None:
    """The next run ends in an outage of one line."""
    with pytest.raises(Outage, match=words) as caught:
        await advance(task, settings)
    assert "\n" not in str(caught.value)
    require_whole(task)


async def test_a_disk_that_is_full_at_any_write_is_an_outage_and_with_space_the_task_completes(
    task: Path, disk: SmallDisk, settings: Settings, model: ScriptedModel, kilobytes: int
) -> None:
    disk.leave(kilobytes << 10)
    if kilobytes < 300:
        await outage(task, settings)
    elif kilobytes == LEVELS[-1]:
        assert isinstance(await advance(task, settings), Report)
    disk.free()
    report = await finish(task, settings)
    require_whole(task)
    assert (report.status, verify(task).findings) == ("completed", ())
    assert len(model.requests) <= report.usage.model_calls <= len(model.requests) + 1
    assert report.usage.model_calls <= read_request(task).max_model_calls


@pytest.mark.parametrize("stage", ["draft", "review", "report"])
async def test_a_disk_that_fills_between_two_steps_costs_no_answer(
    task: Path, disk: SmallDisk, settings: Settings, model: ScriptedModel, stage: StopAfter
) -> None:
    await advance(task, settings, stage)
    disk.leave(0)
    asked = len(model.requests)
    await outage(task, settings)
    assert len(model.requests) == asked
    disk.free()
    report = await finish(task, settings)
    assert (report.status, report.usage.model_calls, len(model.requests)) == ("completed", 3, 3)


@pytest.mark.parametrize("kilobytes", [0, 16])
async def test_a_disk_that_fills_inside_a_call_costs_at_most_that_call(
    task: Path, disk: SmallDisk, settings: Settings, model: ScriptedModel, kilobytes: int
) -> None:
    def filling(body: dict[str, Any]) -> Response:
        disk.leave(kilobytes << 10)
        return draft()(body)

    model.script = [review("revise", ("title", "Shorter.")), filling]
    await outage(task, settings)
    disk.free()
    report = await finish(task, settings)
    assert (report.status, verify(task).findings) == ("completed", ())
    assert 3 <= len(model.requests) <= report.usage.model_calls <= 4


def test_the_command_line_says_in_one_line_that_the_disk_is_full(task: Path, disk: SmallDisk, config: Path) -> None:
    disk.leave(0)
    command = [sys.executable, "-m", "ditto.cli", "--config", str(config), "run", str(task)]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stdout) == (1, "")
    assert "Traceback" not in ended.stderr
    (line,) = [one for one in ended.stderr.splitlines() if one.startswith("ditto: ")]
    assert ended.stderr.splitlines()[-1] == line
    assert str(task) in line


@pytest.mark.parametrize("stage", [None, "draft", "report"])
async def test_a_disk_that_is_read_only_is_an_outage_and_the_task_goes_on_once_it_can_be_written(
    task: Path, disk: SmallDisk, settings: Settings, model: ScriptedModel, stage: StopAfter | None
) -> None:
    if stage:
        await advance(task, settings, stage)
    asked = len(model.requests)
    disk.make("ro")
    await outage(task, settings, "Read-only file system")
    disk.make("rw")
    assert len(model.requests) == asked
    report = await finish(task, settings)
    assert (report.status, report.usage.model_calls, len(model.requests)) == ("completed", 3, 3)


async def test_a_finished_task_on_a_read_only_disk_is_verified_and_shown(
    task: Path, disk: SmallDisk, settings: Settings
) -> None:
    await finish(task, settings)
    disk.make("ro")
    assert verify(task).findings == ()
    standing = await read_standing(task)
    assert (standing.status, standing.spent.model_calls) == ("completed", 3)
    disk.make("rw")
    assert (await finish(task, settings)).status == "completed"
