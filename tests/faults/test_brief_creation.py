"""SIGKILL while a brief's output directory is made: it is whole or not there, and whoever asks again gets it."""

import asyncio
import json
import subprocess
import sys
from pathlib import Path

import pytest

from ditto.state.errors import BadRequest
from ditto.tools.brief_creation import create_brief
from ditto.tools.brief_workspace import BriefWorkspace
from ditto.tools.settings import Settings
from tests.brief_model import filled
from tests.faults.brief_runs import brief_input, require_right, resumed, tree
from tests.faults.kill_scenarios import RIGHT
from tests.faults.processes import ROOT
from tests.scripted_model import ScriptedModel

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="file descriptors are followed as Linux shows them")


async def test_a_kill_while_the_output_directory_is_made_leaves_none_or_a_whole_one(
    settings: Settings, model: ScriptedModel, tmp_path: Path
) -> None:
    model.otherwise = filled
    source, trials = brief_input(tmp_path).source, tmp_path / "trials"
    command = [sys.executable, "-m", "tests.faults.kill_creation", str(source), str(trials)]
    ended = await asyncio.to_thread(subprocess.run, command, cwd=ROOT, capture_output=True, text=True, check=True)
    points = json.loads(ended.stdout)
    renamed = points.index("after rename output") + 1
    assert len(points) == len(list(trials.iterdir())) - 1 > 20
    for number in range(1, len(points) + 1):
        parent = trials / str(number)
        left = [path.name for path in parent.iterdir() if path.name != "output"]
        assert len(left) <= 1, points[number - 1]
        assert all(name.startswith(".output.") for name in left)
        assert (parent / "output").exists() == (number >= renamed), points[number - 1]
        whole(source, parent / "output")
    require_right(parent / "output", await resumed(parent / "output", settings))


def whole(source: Path, output: Path) -> None:
    """An output directory can be opened and is not made again; where there is none, it is made now."""
    if output.exists():
        before = tree(output)
        with pytest.raises(BadRequest, match="exists already"):
            create_brief(source, output, "bounded")
        assert tree(output) == before
    else:
        create_brief(source, output, "bounded")
    BriefWorkspace(output).authorize()
    assert sorted(tree(output)) == [".ditto", ".ditto/request.json", "spec.json"]
    assert BriefWorkspace(output).initial().value("code") == RIGHT["code"]
