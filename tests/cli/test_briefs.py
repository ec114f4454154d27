"""`ditto brief`, and `demo`, `show` and `verify` of a brief: exit codes, one document on stdout, one line an error."""

import json
from pathlib import Path
from typing import get_args

import pytest

from bench.experiments import material, values, write
from ditto.state.brief import Flow
from tests.brief_model import filled, rightly
from tests.cli.commands import answered, ditto
from tests.scripted_model import ScriptedModel, document


@pytest.fixture(autouse=True)
def _fills(model: ScriptedModel, config: Path) -> None:
    model.otherwise = filled
    config.rename("ditto.yaml")


@pytest.fixture
def source() -> Path:
    """A right input directory."""
    write(Path("input"), material(values()))
    return Path("input")


@pytest.mark.parametrize("flow", get_args(Flow))
def test_a_demo_of_each_flow_makes_random_input_and_ends(flow: str) -> None:
    ended = ditto("demo", flow, "--json")
    report = answered(ended, "brief-result")
    stops = flow == "stop"
    assert (ended.returncode, report["reason"]) == ((3, "budget") if stops else (0, "goal"))
    output = Path(f"ditto-demo-{flow}/output")
    assert json.loads((output / "result.json").read_text()) == report
    assert answered(ditto("verify", output, "--json"), "verify")["verified"]
    shown = answered(ditto("show", output, "--json"), "brief-show")
    assert (shown["flow"], shown["state"], shown["reason"]) == (flow, "ended", report["reason"])


def test_two_demos_have_other_values() -> None:
    codes = {
        answered(ditto("demo", "bounded", "--json"), "brief-result")["snapshot"]["draft"]["code"] for _ in range(3)
    }
    assert len(codes) > 1


def test_a_run_tells_each_round_what_it_tried_and_what_is_left(source: Path) -> None:
    ended = ditto("brief", "bounded", "--input", source, "--output", "out")
    assert ended.returncode == 0
    assert "round 2: revise owner" in ended.stderr
    assert "left: deadline; next: revise deadline" in ended.stderr
    assert ended.stdout.splitlines()[1] == "completed: goal"
    assert "out/brief.md" in ended.stdout


def test_limits_and_keep_going_are_taken(source: Path) -> None:
    ended = ditto("brief", "stop", "--input", source, "--output", "out", "--max-rounds", 1, "--keep-going", "--json")
    assert (ended.returncode, answered(ended, "brief-result")["reason"]) == (3, "round-limit")
    ended = ditto("brief", "stop", "--input", source, "--output", "two", "--model-call-budget", 0)
    assert (ended.returncode, "stopped: budget" in ended.stdout) == (3, True)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--input", "nowhere", "--output", "out"), "nowhere: not an input directory"),
        (("--input", "input", "--output", "input"), "the output directory exists already"),
        (("--input", "input", "--output", "out", "--max-rounds", 101), "maxRounds"),
        (("--input", "input", "--output", "out", "--model-call-budget", -1), "modelCallBudget"),
        (("--input", "input", "--output", "out", "--provider", "none"), "none"),
    ],
)
def test_what_does_not_fit_is_one_line_and_leaves_no_output(
    source: Path, arguments: tuple[object, ...], told: str
) -> None:
    ended = ditto("brief", "bounded", *arguments)
    assert (ended.returncode, ended.stdout, Path("out").exists()) == (1, "", False)
    assert told in ended.stderr.splitlines()[-1]
    assert "Traceback" not in ended.stderr


def test_an_error_is_a_document_with_json(source: Path) -> None:
    (source / "code-source.json").write_text("{}")
    failure = answered(ditto("brief", "goal", "--input", source, "--output", "out", "--json"), "error")
    assert failure["error"] == "BadSource"
    assert failure["where"].startswith("code-source.json")


def test_a_wrong_value_is_final_and_keeps_what_was_saved(source: Path, model: ScriptedModel) -> None:
    model.script = [rightly, document({"owner": "team-wrong"})]
    ended = ditto("brief", "bounded", "--input", source, "--output", "out", "--json")
    assert (ended.returncode, answered(ended, "error")["error"]) == (1, "BadAnswer")
    assert sorted(path.name for path in Path("out/revisions").iterdir()) == ["0.json", "1.json"]
    assert not Path("out/result.json").exists()
    asked = len(model.requests)
    again = ditto("brief", "resume", "--output", "out")
    assert (again.returncode, "team-wrong" in again.stderr, len(model.requests)) == (1, True, asked)
    shown = ditto("show", "out")
    assert (shown.returncode, "waits for: a run" in shown.stdout) == (0, True)
    unfinished = ditto("verify", "out")
    assert (unfinished.returncode, "result.json: a file is missing" in unfinished.stdout) == (1, True)


def test_resume_of_what_is_no_brief_names_what_was_expected(source: Path) -> None:
    ended = ditto("brief", "resume", "--output", source)
    assert (ended.returncode, "not the output directory of a brief" in ended.stderr) == (1, True)
    assert "`ditto brief`" in ended.stderr
    run = ditto("run", source)
    assert (run.returncode, "Traceback" in run.stderr) == (1, False)


@pytest.mark.parametrize("command", ["run", "review"])
def test_a_command_of_reports_says_of_a_brief_what_runs_it(source: Path, command: str) -> None:
    ditto("brief", "bounded", "--input", source, "--output", "out")
    told = ditto(command, "out")
    assert (told.returncode, "`ditto brief resume --output out`, since it is a brief" in told.stderr) == (1, True)


def test_an_unknown_flow_is_wrong_usage() -> None:
    assert ditto("brief", "circular").returncode == 2
    assert ditto("brief", "bounded").returncode == 2
