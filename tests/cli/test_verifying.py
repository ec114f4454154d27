"""`ditto verify` has one line a finding and needs no database; `ditto new --from` and `--like` make a task that runs."""

import json
import shutil
import unicodedata
from pathlib import Path

import pytest

from tests.cli.commands import answered, ditto, table
from tests.scripted_model import ScriptedModel, draft

KEY = "DITTO_MANIFEST_KEY"


@pytest.fixture
def ended(config: Path) -> Path:
    """A task that a run completed, without its databases."""
    ditto("new", "task", "--source", table(), "--periods", "2026-07,2026-08", "--max-rounds", 3, "--config", config)
    assert ditto("run", "task", "--config", config).returncode == 0
    for path in Path("task").glob("*.sqlite*"):
        path.unlink()
    return Path("task")


def test_a_finished_task_verifies_with_exit_0_and_one_line(ended: Path) -> None:
    found = ditto("verify", ended)
    assert (found.returncode, found.stderr) == (0, "")
    assert (
        found.stdout == "task: verified; completed (completed), accepted by a model; 1 versions, 10 files, not signed\n"
    )


def test_the_document_fits_its_schema(ended: Path) -> None:
    document = answered(ditto("verify", ended, "--json"), "verify")
    assert (document["verified"], document["acceptedBy"], document["findings"]) == (True, "model", [])


def test_each_finding_is_a_line_and_has_exit_1(ended: Path) -> None:
    (ended / "output/report.md").write_text("Better.")
    (ended / "notes.txt").write_text("x")
    found = ditto("verify", ended)
    lines = found.stdout.splitlines()
    assert found.returncode == 1
    assert lines[0] == "output/report.md: not what follows from the report and its drafts"
    assert lines[1].startswith("output/report.md: differs from the manifest: ")
    assert lines[2:] == ["notes.txt: a file that the task does not rest on", "task: not verified, 3 findings"]
    assert answered(ditto("verify", ended, "--json"), "verify")["findings"] == lines[:3]


@pytest.mark.parametrize(
    ("signing", "checking", "code", "words"),
    [
        ("a", "a", 0, f"signed with the key of {KEY}"),
        ("a", "b", 1, "the signature is not that of this manifest and key"),
        ("a", "", 0, f"signed, which was not checked: {KEY} is not set"),
        ("", "a", 1, "a key is set, and the manifest is not signed"),
        ("", "", 0, "not signed"),
    ],
)
def test_a_key_of_the_environment_signs_and_checks(
    config: Path, signing: str, checking: str, code: int, words: str
) -> None:
    ditto("new", "task", "--source", table(), "--config", config)
    assert ditto("run", "task", "--config", config, **{KEY: signing}).returncode == 0
    found = ditto("verify", "task", **{KEY: checking})
    assert (found.returncode, words in found.stdout) == (code, True), found.stdout


def test_a_task_that_has_not_ended_does_not_verify(config: Path) -> None:
    ditto("new", "task", "--source", table(), "--approval", "--config", config)
    assert ditto("verify", "task").stdout.splitlines()[0] == "output/report.json: a file is missing"
    assert ditto("run", "task", "--config", config).returncode == 4
    found = ditto("verify", "task", "--json")
    assert (found.returncode, answered(found, "verify")["status"]) == (1, None)


def test_a_folder_that_is_no_task_is_refused() -> None:
    Path("empty").mkdir()
    refused = ditto("verify", "empty", "--json")
    assert (refused.returncode, answered(refused, "error")["error"]) == (1, "BadRequest")


def test_a_name_of_a_file_never_moves_the_terminal(ended: Path) -> None:
    (ended / "a\x1b[31m\u202eb").write_text("x")
    found = ditto("verify", ended)
    assert found.returncode == 1
    assert not [one for one in found.stdout.replace("\n", "") if unicodedata.category(one) in ("Cc", "Cf")]


def test_a_task_from_an_ended_one_takes_its_sources_settings_and_draft_and_runs(
    ended: Path, config: Path, model: ScriptedModel
) -> None:
    made = ditto("new", "next", "--from", ended, "--goal", "Write it again.", "--json", "--config", config)
    request = answered(made, "new")["request"]
    old = json.loads((ended / "request.json").read_bytes())
    assert {key for key in old if old[key] != request[key]} == {"id", "goal", "seedSha256"}
    assert Path("next/seed.json").read_bytes() == next((ended / "drafts").iterdir()).read_bytes()
    assert ditto("run", "next", "--config", config).returncode == 0
    assert answered(ditto("verify", "next", "--json"), "verify")["versions"] == 1
    assert len(model.requests) == 3


def test_a_task_like_another_takes_other_data_under_the_same_id_and_runs(
    ended: Path, config: Path, model: ScriptedModel
) -> None:
    shutil.rmtree(ended / "output")
    made = ditto("new", "next", "--like", ended, "--source", table("august.csv"), "--json", "--config", config)
    request = answered(made, "new")["request"]
    assert (request["options"], request["maxRounds"], request["seedSha256"]) == ({}, 3, None)
    assert [(one["id"], one["path"]) for one in request["sources"]] == [("sales", "sources/sales.csv")]
    model.script = [draft()]
    assert ditto("run", "next", "--config", config).returncode == 0


def test_what_cannot_be_begun_from_is_refused_and_leaves_nothing(ended: Path, config: Path) -> None:
    ditto("new", "open", "--source", table(), "--config", config)
    given = [
        (("--from", ended, "--like", ended), "--from and --like: two tasks to begin from"),
        (("--from", "open"), "the task has not ended"),
        (("--from", "nowhere"), "not a task directory"),
        (("--like", ended), "a task needs a source"),
    ]
    for arguments, words in given:
        refused = ditto("new", "next", *arguments, "--json", "--config", config)
        assert (refused.returncode, words in answered(refused, "error")["message"]) == (1, True), refused.stdout
    (ended / "notes.txt").write_text("x")
    assert "the task does not verify" in ditto("new", "next", "--from", ended, "--config", config).stderr
    assert not Path("next").exists()
