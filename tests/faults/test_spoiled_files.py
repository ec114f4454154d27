"""Any file of a task may be spoiled in any way: it is named, nothing is published on it, nothing hangs or fills memory."""

import shutil
from pathlib import Path

import pytest

from ditto.state.errors import DittoError
from ditto.state.report import Report
from ditto.tools.verification import verify
from tests.faults.human_reviewed import KEY, Made, Place, advanced, made, places
from tests.faults.spoiling import EVERY, Spoil, forget_peak, peak_bytes, sample

pytestmark = pytest.mark.timeout(60)

MOST_BYTES = 300 << 20


@pytest.fixture(scope="module")
def task_made(tmp_path_factory: pytest.TempPathFactory) -> Made:
    """A human-reviewed task."""
    return made(tmp_path_factory.mktemp("made"))


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Give each test its grid of files and spoilings."""
    if "spoil" not in metafunc.fixturenames:
        return
    stage = "paused" if "paused" in metafunc.function.__name__ else "finished"
    grid = [(place, name, spoil) for place in places(stage) for name, spoil in EVERY.items()]
    chosen = sample(metafunc.config, grid)
    ids = [f"{place}, {name}" for place, name, _ in chosen]
    metafunc.parametrize(("place", "spoil"), [(place, spoil) for place, _, spoil in chosen], ids=ids)


def outputs(task: Path) -> dict[str, tuple[int, int]]:
    """Return every output file with its inode and size."""
    return {path.name: (path.lstat().st_ino, path.lstat().st_size) for path in (task / "output").iterdir()}


def found(task: Path) -> tuple[str, ...]:
    """Return what verification finds; what keeps it from beginning is a finding as well."""
    try:
        return verify(task, KEY).findings
    except DittoError as error:
        return (str(error),)


def test_the_grid_holds_every_file_of_the_task(task_made: Made) -> None:
    for stage, task in (("paused", task_made.paused), ("finished", task_made.finished)):
        listed = {place.of(task) for place in places(stage)}
        assert listed == {path for path in task.rglob("*") if path.is_file() and "sqlite" not in path.name} - {
            task / "task.lock"
        }
    assert verify(task_made.finished, KEY).findings == ()


def test_a_spoiled_file_of_a_finished_task_is_named(
    task_made: Made, tmp_path: Path, place: Place, spoil: Spoil
) -> None:
    task = task_made.copy("finished", tmp_path)
    file = place.of(task)
    spoil(file)
    forget_peak()
    before = peak_bytes()
    findings = found(task)
    assert peak_bytes() - before < MOST_BYTES
    assert any(file.relative_to(task).as_posix() in finding for finding in findings), findings
    assert not any("\n" in finding for finding in findings)


async def test_a_spoiled_file_of_a_finished_task_is_refused_by_a_replay(
    task_made: Made, tmp_path: Path, place: Place, spoil: Spoil
) -> None:
    task = task_made.copy("finished", tmp_path)
    spoil(place.of(task))
    before = outputs(task)
    await refused(task, task_made)
    assert outputs(task) == before


async def test_a_spoiled_file_of_a_paused_task_is_never_published_and_once_mended_the_task_goes_on(
    task_made: Made, tmp_path: Path, place: Place, spoil: Spoil
) -> None:
    task = task_made.copy("paused", tmp_path)
    spoil(place.of(task))
    await refused(task, task_made)
    assert outputs(task) == {}
    mend(task, task_made.paused)
    report = await advanced(task, task_made.settings, task_made.response)
    assert isinstance(report, Report)
    assert (report.status, report.accepted_by) == ("completed", "human")
    assert verify(task, KEY).findings == ()


async def refused(task: Path, task_made: Made) -> None:
    """A run ends in one line that says why, within bounds."""
    forget_peak()
    before = peak_bytes()
    response = None if (task / "decisions").exists() else task_made.response
    with pytest.raises(DittoError) as caught:
        await advanced(task, task_made.settings, response)
    assert peak_bytes() - before < MOST_BYTES
    assert "\n" not in str(caught.value)


def mend(task: Path, right: Path) -> None:
    """Put back every file that the task was made of; Memory stays as it is."""
    for path in right.rglob("*"):
        target = task / path.relative_to(right)
        if path.is_file() and "sqlite" not in path.name:
            if target.is_dir():
                target.rmdir()
            target.unlink(missing_ok=True)
            shutil.copy2(path, target)
