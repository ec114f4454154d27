"""Memory, checkpoints and lock may be lost or spoiled: an error, or the right end; never a new beginning that pays again."""

import shutil
from pathlib import Path

import pytest

from ditto.state.errors import DittoError, FileOutage, MemoryOutage, Tampered
from ditto.state.report import Report
from ditto.tools.settings import Settings
from ditto.tools.verification import verify
from tests.agents.running import advance, finish
from tests.conftest import MakeTask
from tests.faults.human_reviewed import KEY, Made, advanced, made
from tests.faults.spoiling import Spoil, bit, emptied, fifo, folder, halved, linked, sample, sparse
from tests.scripted_model import ScriptedModel

pytestmark = pytest.mark.timeout(60)

DATABASES = ("memory.sqlite", "checkpoints.sqlite")


@pytest.fixture(scope="module")
def task_made(tmp_path_factory: pytest.TempPathFactory) -> Made:
    """A human-reviewed task."""
    return made(tmp_path_factory.mktemp("made"))


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Give the test of flipped bits its positions, every few pages or everywhere."""
    if "position" in metafunc.fixturenames:
        positions = [number / 128 for number in range(128)]
        metafunc.parametrize("position", sample(metafunc.config, positions, 12))


def garbage(path: Path) -> None:
    """Put there what is no database."""
    path.write_bytes(b"not a database, whatever else it may be" * 200)


def zeros(path: Path) -> None:
    """Put 1 GB there that is nothing but zeros and takes no disk."""
    emptied(path)
    sparse(path)


LOST = {"emptied": emptied, "halved": halved, "garbage": garbage, "zeros": zeros}


@pytest.mark.parametrize("spoil", LOST.values(), ids=LOST)
async def test_a_memory_that_lost_its_contents_is_refused_and_no_call_is_made(
    make_task: MakeTask, settings: Settings, model: ScriptedModel, spoil: Spoil
) -> None:
    task = make_task()
    await advance(task, settings, "review")
    asked, right = len(model.requests), (task / "memory.sqlite").read_bytes()
    spoil(task / "memory.sqlite")
    (task / "checkpoints.sqlite").unlink()  # as the advice is where the position disagrees with Memory
    with pytest.raises((Tampered, MemoryOutage), match=r"memory\.sqlite"):
        await advance(task, settings)
    assert (len(model.requests), list((task / "output").iterdir())) == (asked, [])
    for path in task.glob("memory.sqlite*"):
        path.unlink()
    (task / "memory.sqlite").write_bytes(right)
    report = await finish(task, settings)
    assert (report.status, report.usage.model_calls, len(model.requests)) == ("completed", 2, 2)


@pytest.mark.parametrize("spoil", [emptied, halved, garbage])
async def test_checkpoints_that_lost_their_contents_are_refused_with_a_mend_or_replayed_at_no_call(
    make_task: MakeTask, settings: Settings, model: ScriptedModel, spoil: Spoil
) -> None:
    task = make_task()
    await advance(task, settings, "review")
    spoil(task / "checkpoints.sqlite")
    try:
        report = await finish(task, settings)
    except MemoryOutage as outage:
        assert spoil is not emptied
        assert "checkpoints.sqlite: the checkpoints cannot be used; they may be deleted" in str(outage)
        for path in task.glob("checkpoints.sqlite*"):
            path.unlink()
        report = await finish(task, settings)
    assert (report.status, report.usage.model_calls, len(model.requests)) == ("completed", 2, 2)


@pytest.mark.parametrize("spoil", [linked, fifo, folder])
@pytest.mark.parametrize("name", [*DATABASES, "task.lock"])
async def test_what_is_no_regular_file_in_a_databases_place_is_refused_and_not_followed(
    task_made: Made, tmp_path: Path, name: str, spoil: Spoil
) -> None:
    task = task_made.copy("paused", tmp_path)
    spoil(task / name)
    with pytest.raises((Tampered, FileOutage), match=name):
        await advanced(task, task_made.settings, task_made.response)
    assert list((task / "output").iterdir()) == []
    if (task / name).is_dir():
        (task / name).rmdir()
    (task / name).unlink(missing_ok=True)
    shutil.copy2(task_made.paused / name, task / name)
    assert isinstance(await advanced(task, task_made.settings, task_made.response), Report)


@pytest.mark.parametrize("end", ["-wal", "-shm"])
@pytest.mark.parametrize("spoil", [fifo, linked])
@pytest.mark.parametrize("name", DATABASES)
async def test_what_stands_beside_a_database_in_its_logs_place_never_hangs_a_run(
    task_made: Made, tmp_path: Path, name: str, spoil: Spoil, end: str
) -> None:
    task = task_made.copy("paused", tmp_path)
    (task / f"{name}{end}").write_bytes(b"precious")
    spoil(task / f"{name}{end}")
    try:
        ended = await advanced(task, task_made.settings, task_made.response)
    except DittoError as error:
        assert "\n" not in str(error)
    else:
        assert isinstance(ended, Report)
        assert verify(task, KEY).findings == ()


@pytest.mark.parametrize("name", DATABASES)
async def test_a_flipped_bit_in_a_database_is_an_error_or_changes_nothing(
    task_made: Made, tmp_path: Path, name: str, position: float
) -> None:
    task = task_made.copy("paused", tmp_path)
    bit(position)(task / name)
    try:
        ended = await advanced(task, task_made.settings, task_made.response)
    except DittoError as error:
        assert "\n" not in str(error)
        assert not list((task / "output").glob("report.json"))
    else:
        assert (ended.status, ended.accepted_by) == ("completed", "human")
        assert verify(task, KEY).findings == ()
