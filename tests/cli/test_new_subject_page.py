"""What docs/new-subject.md says is done as it says, and ends as it says; the words of a wrong page are found."""

import importlib.util
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from tests.scripted_model import ScriptedModel, answer, document

ROOT = Path(__file__).parents[2]
PROGRAM = ROOT / "examples/follow_new_subject.py"
WRONG = {
    "title": "Rain of the week",
    "totalRainMm": 30,
    "wettestDay": "Tuesday,12",
    "summary": "30 mm of rain fell in the week, and Tuesday was the wettest day, with 12 mm.",
}
RIGHT = {**WRONG, "totalRainMm": 31, "summary": WRONG["summary"].replace("30", "31")}


@pytest.fixture
def program() -> ModuleType:
    """The program as a module."""
    spec = importlib.util.spec_from_file_location("follow_new_subject", PROGRAM)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def followed(**variables: str) -> subprocess.CompletedProcess[str]:
    """Follow the page in a new folder."""
    command = [sys.executable, PROGRAM, "followed"]
    return subprocess.run(command, capture_output=True, text=True, check=False, env={**os.environ, **variables})


def scripted(model: ScriptedModel) -> dict[str, str]:
    """The variables that put a scripted model in the local one's place, labelled as substituted."""
    provider = {"BASE_URL": model.base_url, "MODEL": "scripted", "SUBSTITUTED": "true", "STYLE": "questions"}
    named = {f"DITTO_PROVIDERS__SCRIPTED__{name}": value for name, value in provider.items()}
    return {"DITTO_MODEL__PROVIDER": "scripted", **named}


def test_the_page_leads_to_an_accepted_document(model: ScriptedModel) -> None:
    model.script = [document(WRONG), answer("no"), document(RIGHT), answer("no")]
    ended = followed(**scripted(model))
    assert (ended.returncode, ended.stdout.splitlines()[-1:]) == (0, ["the page is right"]), ended.stdout + ended.stderr
    assert "completed: version 2 passed both gates" in ended.stdout
    assert "answers were substituted: a labelled fault injection" in ended.stdout
    assert "totalRainMm must be 31, not 30." in str(model.requests[2]["messages"])
    report = Path("followed/week/output/report.md").read_text("utf-8")
    assert "31 mm of rain fell in the week" in report and "Tuesday,12" in report
    assert not Path("followed/weather_report").exists()


def test_a_page_whose_promise_is_not_kept_is_wrong(program: ModuleType, capfd: pytest.CaptureFixture[str]) -> None:
    page = "```text said.txt\nhello\n```\n\n```sh\ncat said.txt\n```\n\n```text\nhel…\n{}\n```\n"
    program.follow(page.format("hello"), Path("kept"))
    with pytest.raises(SystemExit, match="the page promises what was not printed: bye"):
        program.follow(page.format("bye"), Path("broken"))
    assert capfd.readouterr().out.count("$ cat said.txt\nhello\n") == 2


def test_a_command_that_fails_is_wrong(program: ModuleType) -> None:
    with pytest.raises(SystemExit, match="`false` ended with 1"):
        program.follow("```sh\nfalse\n```\n", Path("failed"))


@pytest.mark.live
@pytest.mark.timeout(1800)
def test_the_local_model_follows_the_page() -> None:
    ended = followed()
    assert (ended.returncode, ended.stdout.splitlines()[-1:]) == (0, ["the page is right"]), ended.stdout + ended.stderr
    assert "substituted" not in ended.stdout
