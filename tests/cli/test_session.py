"""The session that examples/human_review.sh plays: pause, edit, be asked again, approve, publish, verify elsewhere."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.scripted_model import ScriptedModel, draft, review

SESSION = Path(__file__).parents[2] / "examples/human_review.sh"


def played(folder: Path) -> str:
    """Play the session in a folder, and return what the terminal showed."""
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    done = subprocess.run(
        [SESSION, "session"],
        cwd=folder,
        env={**os.environ, "PATH": path},
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


def test_a_report_waits_is_edited_is_asked_for_again_approved_and_verified_elsewhere(
    config: Path, model: ScriptedModel
) -> None:
    config.rename("ditto.yaml")
    model.script = [draft(), review("needs-human", ("interpretation", "Is this the tone you want?"))]
    shown = played(Path.cwd())
    assert "    ! interpretation: Is this the tone you want?" in shown
    assert "title: Monthly revenue -> Net revenue in July and August" in shown
    assert shown.count("verified; completed (completed), accepted by a human") == 2
    assert "output/report.md: differs from the manifest" in shown
    assert len(model.requests) == 3


@pytest.mark.live
@pytest.mark.timeout(900)
def test_the_packaged_model_plays_the_session_to_its_end() -> None:
    assert "accepted by a human" in played(Path.cwd())
