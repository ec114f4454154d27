"""`ditto review` shows what waits and takes one answer; `ditto show` says that a task waits for a human."""

import json
import re
import unicodedata
from pathlib import Path

import pytest

from tests.cli.commands import answered, ditto, table
from tests.scripted_model import GOOD_DRAFT, ScriptedModel, draft, review

ASKS = review("needs-human", ("interpretation", "Is this the tone you want?"), ("structure", "Too short as a whole."))


@pytest.fixture
def paused(config: Path, model: ScriptedModel) -> str:
    """A task that waits on its second version, after a first one that was sent back; its token."""
    model.script = [draft(title="First title"), review("revise", ("title", "Plainer.")), draft(), ASKS]
    ditto("new", "task", "--source", table(), "--on-human", "pause", "--config", config)
    ended = ditto("run", "task", "--json", "--config", config)
    assert (ended.returncode, answered(ended, "pause")["status"]) == (4, "paused"), ended.stderr
    return answered(ended, "pause")["token"]


def waiting() -> str:
    """The token of what waits now."""
    return answered(ditto("review", "task", "--json"), "review-waiting")["pause"]["token"]


def test_a_run_that_pauses_has_exit_4_and_names_the_next_command(paused: str, config: Path) -> None:
    ended = ditto("run", "task", "--config", config)
    assert ended.returncode == 4
    assert "`ditto review task`" in ended.stdout


def test_the_page_has_draft_issues_changes_choices_and_token(paused: str) -> None:
    shown = ditto("review", "task")
    assert (shown.returncode, shown.stderr) == (0, "")
    lines = shown.stdout.splitlines()
    assert lines[0].startswith("task: version 2 waits for a human: ")
    assert lines[1] == "review: needs-human, by scripted (scripted)"
    place = lines.index(f"interpretation: {GOOD_DRAFT['interpretation']}")
    assert lines[place + 1] == "    ! interpretation: Is this the tone you want?"
    assert lines[place + 2 : place + 4] == ["limitations:", f"  - {GOOD_DRAFT['limitations'][0]}"]
    assert "! structure: Too short as a whole." in lines
    assert [one for one in lines if "2026-08,150000,9000" in one]
    place = lines.index("changed since version 1:")
    assert lines[place + 1 : place + 3] == ["  title: First title -> Monthly revenue", ""]
    assert {f"token: {paused}", "choices: approve, revise, edit, stop"} <= set(lines)
    assert lines[-1] == f"answer: ditto review task --token {paused} --actor NAME --approve"


def test_the_document_is_the_pause_itself(paused: str) -> None:
    shown = ditto("review", "task", "--json")
    document = answered(shown, "review-waiting")
    assert (shown.returncode, document["waits"], document["pause"]["draft"]) == (0, True, GOOD_DRAFT)
    assert (document["pause"]["token"], document["pause"]["previous"]["title"]) == (paused, "First title")


def test_show_says_that_a_human_is_waited_for(paused: str) -> None:
    document = answered(ditto("show", "task", "--json"), "show")
    assert (document["state"], document["status"], document["versions"][1]["verdict"]) == (
        "paused",
        None,
        "needs-human",
    )
    assert document["waitsFor"] == "a human: `ditto review task`"
    shown = ditto("show", "task").stdout
    assert shown.startswith("task: paused: the reviewer asks for a person to decide on version 2")
    assert "waits for: a human: `ditto review task`" in shown


def test_looking_writes_nothing(paused: str) -> None:
    before = {path: path.stat().st_mtime_ns for path in Path("task").rglob("*")}
    for command in ("review", "show"):
        ditto(command, "task")
    assert {path: path.stat().st_mtime_ns for path in Path("task").rglob("*")} == before


def test_an_approval_completes_the_task_with_exit_0(paused: str, config: Path) -> None:
    ended = ditto(
        "review", "task", "--token", paused, "--actor", "analyst", "--approve", "--note", "Good.", "--config", config
    )
    assert (ended.returncode, "judged by a human: the prose" in ended.stdout) == (0, True), ended.stderr
    assert ditto("review", "task").stdout == "task: nothing waits for a human\n"
    assert answered(ditto("review", "task", "--json"), "review-waiting") == {"waits": False, "pause": None}


def test_a_stop_ends_the_task_with_exit_4(paused: str, config: Path) -> None:
    ended = ditto("review", "task", "--token", paused, "--actor", "analyst", "--stop", "--json", "--config", config)
    assert (ended.returncode, answered(ended, "report")["stopReason"]) == (4, "needs-human")


def test_a_revision_goes_to_the_writer_under_the_field_that_it_names(
    paused: str, config: Path, model: ScriptedModel
) -> None:
    texts = ("title: Say it calmer.", "Shorten: it is long.", "actions[0].task: Name the table.")
    given = [word for text in texts for word in ("--revise", text)]
    model.script = [draft(title="Calmer title")]
    ended = ditto("review", "task", "--token", paused, "--actor", "analyst", *given, "--config", config)
    assert ended.returncode == 0, ended.stderr
    (decision,) = [json.loads(path.read_bytes()) for path in Path("task/decisions").iterdir()]
    named = [("title", "Say it calmer."), ("draft", "Shorten: it is long."), ("actions[0].task", "Name the table.")]
    assert [(one["field"], one["message"]) for one in decision["issues"]] == named


def test_an_edit_is_a_version_of_its_own(paused: str, config: Path) -> None:
    Path("mine.json").write_text(json.dumps({**GOOD_DRAFT, "title": "My title"}))
    ended = ditto(
        "review", "task", "--token", paused, "--actor", "analyst", "--edit", "mine.json", "--json", "--config", config
    )
    assert ended.returncode == 0, ended.stderr
    assert [one["origin"] for one in answered(ended, "report")["rounds"]] == ["model", "model", "human"]


REFUSED = [
    (("--approve",), "an answer needs --token and --actor"),
    (("--token", "TOKEN", "--approve"), "an answer needs --token and --actor"),
    (("--token", "TOKEN", "--actor", "analyst"), "an answer is one choice: found none"),
    (("--token", "TOKEN", "--actor", "analyst", "--approve", "--stop"), "an answer is one choice: found approve and stop"),
    (("--token", "TOKEN", "--actor", "mallory", "--approve"), "the actor may not answer for this task"),
    (("--token", "0" * 64, "--actor", "analyst", "--approve"), "the token is not that of what waits now"),
    (("--token", "TOKEN", "--actor", "analyst", "--edit", "nowhere.json"), "nowhere.json: not a file"),
    (("--token", "TOKEN", "--actor", "analyst", "--edit", "sales.csv"), "not valid JSON"),
    (("--token", "TOKEN", "--actor", "analyst", "--revise", " "), "the answer cannot be taken"),
]  # fmt: skip


def test_an_answer_that_cannot_be_taken_has_exit_1_and_leaves_the_pause(paused: str, config: Path) -> None:
    for arguments, words in REFUSED:
        given = [paused if one == "TOKEN" else one for one in arguments]
        refused = ditto("review", "task", *given, "--json", "--config", config)
        assert (refused.returncode, words in answered(refused, "error")["message"]) == (1, True), refused.stderr
        assert "Traceback" not in refused.stderr
    assert waiting() == paused


def test_a_task_that_does_not_wait_says_so(config: Path) -> None:
    ditto("new", "task", "--source", table(), "--config", config)
    shown = ditto("review", "task")
    assert (shown.returncode, shown.stdout) == (0, "task: nothing waits for a human\n")
    assert ditto("review", "nowhere").returncode == 1


HOSTILE = "Is \x1b[31mthis\x1b[0m \x07 right \u202eto\u202c left\u2028\u200b?\x9b2J\x00"


def test_nothing_of_a_document_moves_the_terminal(config: Path, model: ScriptedModel) -> None:
    model.script = [draft(), review("needs-human", ("title\x1b]0;x\x07", HOSTILE), ("interpretation", HOSTILE))]
    ditto("new", "task", "--source", table(), "--on-human", "pause", "--config", config)
    pages = [ditto("run", "task", "--config", config), ditto("review", "task"), ditto("show", "task")]
    for page in pages:
        shown = page.stdout + page.stderr
        assert not [
            one for one in shown.replace("\n", "") if unicodedata.category(one) in ("Cc", "Cf", "Cs", "Zl", "Zp")
        ]
    assert re.search("! interpretation: Is \ufffd\\[31mthis", pages[1].stdout)
