"""Any file of a finished brief may be spoiled, removed, exchanged or added: verification names it, a replay refuses it."""

from pathlib import Path

import pytest

from ditto.state.errors import DittoError
from ditto.tools.verification import verify
from tests.faults.brief_finished import KEY, Finished, file_of, finished, places
from tests.faults.brief_runs import resumed
from tests.faults.spoiling import EVERY, Spoil, sample

pytestmark = pytest.mark.timeout(60)

SPOILS: dict[str, Spoil] = {**EVERY, "removed": Path.unlink}
GRID = [(place, name) for place in places() for name in SPOILS]


@pytest.fixture(scope="module")
def brief(tmp_path_factory: pytest.TempPathFactory) -> Finished:
    """A finished brief."""
    return finished(tmp_path_factory.mktemp("brief"))


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Give each test its grid of files and spoilings."""
    if "place" in metafunc.fixturenames:
        step = 6 if "named" in metafunc.function.__name__ else 25
        chosen = sample(metafunc.config, GRID, step)
        ids = [f"{pattern.replace('*', '-')} {number}, {name}" for (pattern, number), name in chosen]
        metafunc.parametrize(("place", "spoil"), chosen, ids=ids)


def listed(output: Path) -> set[str]:
    """Return the name of every file but the databases."""
    return {path.relative_to(output).as_posix() for path in output.rglob("*") if "sqlite" not in path.name}


def found(output: Path) -> tuple[str, ...]:
    """Return what verification finds; what keeps it from beginning is a finding as well."""
    try:
        return verify(output, KEY).findings
    except DittoError as error:
        return (str(error),)


def test_the_grid_holds_every_file_of_the_task(brief: Finished) -> None:
    listed = {file_of(brief.output, place) for place in places()}
    there = {path for path in brief.output.rglob("*") if path.is_file() and "sqlite" not in path.name}
    assert listed == there - {brief.output / ".ditto/task.lock"}
    assert verify(brief.output, KEY).findings == ()


def test_a_spoiled_file_of_a_finished_brief_is_named(
    brief: Finished, tmp_path: Path, place: tuple[str, int], spoil: str
) -> None:
    output = brief.copy(tmp_path)
    file = file_of(output, place)
    SPOILS[spoil](file)
    findings = found(output)
    assert any(file.relative_to(output).as_posix() in finding for finding in findings), findings
    assert not any("\n" in finding for finding in findings)


async def test_a_spoiled_file_of_a_finished_brief_is_refused_by_a_replay_that_changes_nothing(
    brief: Finished, tmp_path: Path, place: tuple[str, int], spoil: str
) -> None:
    output = brief.copy(tmp_path)
    file = file_of(output, place)
    SPOILS[spoil](file)
    present = listed(output)
    if spoil == "removed" and place[0] in ("brief.md", "result.json", ".ditto/manifest.json", ".ditto/manifest.hmac"):
        await resumed(output, brief.settings)
        assert found(output) == ()
        return
    with pytest.raises(DittoError) as caught:
        await resumed(output, brief.settings)
    assert "\n" not in str(caught.value)
    assert listed(output) == present


@pytest.mark.parametrize(
    "name", ["notes.txt", "rounds/15.json", "rounds/0.json", "revisions/4.json", ".ditto/x", "rounds/1.json~", "a/b/c"]
)
@pytest.mark.parametrize("data", [b"", b"{}"])
def test_a_file_that_does_not_belong_there_is_named(brief: Finished, tmp_path: Path, name: str, data: bytes) -> None:
    output = brief.copy(tmp_path)
    (output / name).parent.mkdir(parents=True, exist_ok=True)
    (output / name).write_bytes(data)
    assert any(name in finding for finding in found(output)), found(output)


@pytest.mark.parametrize("folder", ["revisions", "rounds", ".ditto/sources"])
@pytest.mark.parametrize("last", [False, True])
def test_two_files_that_were_exchanged_are_named(brief: Finished, tmp_path: Path, folder: str, last: bool) -> None:
    output = brief.copy(tmp_path)
    files = sorted((output / folder).iterdir())
    one, other = files[-2:] if last else files[:2]
    data = one.read_bytes()
    one.write_bytes(other.read_bytes())
    other.write_bytes(data)
    named = [f for f in (one, other) if any(f.relative_to(output).as_posix() in finding for finding in found(output))]
    assert named == [one, other], found(output)
