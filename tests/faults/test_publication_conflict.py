"""A file that stands in publication's way is named and left alone; once it is gone, publication is repeated."""

from pathlib import Path

import pytest

from ditto.state.errors import Tampered
from ditto.tools.settings import Settings
from tests.agents.running import advance, finish
from tests.conftest import MakeTask
from tests.scripted_model import ScriptedModel


@pytest.mark.parametrize("name", ["report.md", "report.json", "analysis.json"])
async def test_other_bytes_are_not_overwritten_and_publication_is_repeated_at_no_cost(
    make_task: MakeTask, settings: Settings, model: ScriptedModel, name: str
) -> None:
    task = make_task()
    (task / "output" / name).write_bytes(b"somebody else's")
    for _ in range(2):
        with pytest.raises(Tampered, match=name):
            await advance(task, settings)
        assert (task / "output" / name).read_bytes() == b"somebody else's"
    (task / "output" / name).unlink()
    assert (await finish(task, settings)).status == "completed"
    assert len(model.requests) == 2


async def test_an_analysis_that_nobody_accepted_is_refused(make_task: MakeTask, settings: Settings) -> None:
    task = make_task(maxModelCalls=1)
    (task / "output/analysis.json").write_bytes(b"{}")
    with pytest.raises(Tampered, match="not accepted"):
        await advance(task, settings)
    (task / "output/analysis.json").unlink()
    assert (await finish(task, settings)).status == "partial"


async def test_an_output_that_was_lost_is_written_again_as_it_was(
    make_task: MakeTask, settings: Settings, model: ScriptedModel
) -> None:
    task = make_task()
    await finish(task, settings)
    before = {path.name: path.read_bytes() for path in (task / "output").iterdir()}
    for path in (task / "output").iterdir():
        path.unlink()
    await finish(task, settings)
    assert {path.name: path.read_bytes() for path in (task / "output").iterdir()} == before
    assert len(model.requests) == 2


async def test_a_link_in_place_of_the_report_is_not_followed(
    make_task: MakeTask, settings: Settings, tmp_path: Path
) -> None:
    task, target = make_task(), tmp_path / "target"
    target.write_bytes(b"precious")
    (task / "output/report.md").symlink_to(target)
    with pytest.raises(Tampered, match=r"report\.md"):
        await advance(task, settings)
    assert target.read_bytes() == b"precious"
