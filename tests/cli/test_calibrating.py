"""`ditto calibrate` measures the configured reviewer, in either style, over real HTTP; what was asked is not asked again."""

import json
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
import yaml

from ditto.tools.domains import load_domain
from tests.cli.commands import answered, ditto
from tests.scripted_model import Reply, ScriptedModel, answer, held, html, is_question, prompt, review, status, text

TRIALS = load_domain("monthly_report").trials
DEFECTIVE = [trial for trial in TRIALS if trial.defect]
OBJECTION = ("interpretation", "It gives a reason.")


@pytest.fixture(params=["document", "questions"])
def style(request: pytest.FixtureRequest, model: ScriptedModel, config: Path) -> str:
    """Each style of review, which the settings name."""
    config.write_text(yaml.safe_dump(model.settings(style=request.param)))
    return request.param


def replies(verdict: str) -> Any:
    """What a reviewer answers that always says the same, whatever its style."""

    def reply(body: dict[str, Any]) -> Reply:
        if is_question(body):
            return answer("no" if verdict == "pass" else "yes")
        return review() if verdict == "pass" else review("revise", OBJECTION)

    return reply


def truthful(body: dict[str, Any]) -> Reply:
    """What a reviewer answers that knows every trial: no to what stands in a clean draft, yes to all else."""
    clean = [str(trial.draft) for trial in TRIALS if trial.defect is None]
    if is_question(body):
        asked = prompt(body).partition('"\n')[0].strip('"')
        return answer("no" if any(asked in text for text in clean) else "yes")
    shown = json.loads(prompt(body).partition("Draft:\n")[2].partition("\n\nFindings")[0])
    return review() if str(shown) in clean else review("revise", OBJECTION)


def measured(config: Path, *arguments: object) -> Any:
    """The document of a calibration that came to its end."""
    ended = ditto("calibrate", *arguments, "--json", "--config", config)
    assert ended.returncode == 0, ended.stderr
    return answered(ended, "calibration")


def test_a_reviewer_that_always_passes_misses_all_and_raises_no_alarm(
    style: str, config: Path, model: ScriptedModel
) -> None:
    model.otherwise = replies("pass")
    document = measured(config)
    missed, alarms = document["defective"]["missed"], document["clean"]["falseAlarms"]
    assert (missed["count"], missed["of"], missed["high"]) == (len(DEFECTIVE), len(DEFECTIVE), 1)
    assert (alarms["count"], alarms["of"], alarms["low"]) == (0, len(TRIALS) - len(DEFECTIVE), 0)
    assert document["defective"]["missedByBoth"]["count"] == len(DEFECTIVE) - document["defective"]["foundByFirstGate"]
    assert (document["setup"]["style"], document["calls"]) == (style, len(model.requests))


def test_a_reviewer_that_always_objects_misses_nothing_and_alarms_always(
    style: str, config: Path, model: ScriptedModel
) -> None:
    model.otherwise = replies("revise")
    document = measured(config)
    assert document["defective"]["missed"]["count"] == document["defective"]["missedByBoth"]["count"] == 0
    assert document["clean"]["falseAlarms"]["count"] == document["clean"]["trials"]


def test_the_reviewer_is_not_told_what_the_checker_found(config: Path, model: ScriptedModel) -> None:
    model.otherwise = replies("pass")
    document = measured(config)
    assert 0 < document["defective"]["foundByFirstGate"] < len(DEFECTIVE)
    assert all("Findings of the program:\nnone" in prompt(body) for body in model.requests)


def test_a_truthful_reviewer_of_whole_drafts_misses_nothing_and_raises_no_alarm(
    config: Path, model: ScriptedModel
) -> None:
    model.otherwise = truthful
    document = measured(config)
    assert (document["defective"]["missed"]["count"], document["clean"]["falseAlarms"]["count"]) == (0, 0)
    assert {one["outcome"] for trial in document["trials"] for one in trial["judgements"]} == {"passed", "objected"}


def test_a_truthful_reviewer_by_questions_misses_only_what_no_question_shows_it(
    config: Path, model: ScriptedModel
) -> None:
    config.write_text(yaml.safe_dump(model.settings(style="questions")))
    model.otherwise = truthful
    document = measured(config)
    passed = [one["defect"] for one in document["trials"] if one["judgements"][0]["outcome"] == "passed"]
    assert document["clean"]["falseAlarms"]["count"] == 0
    assert [defect for defect in passed if defect] == ["missing limitation", "invented person"]
    shown = {prompt(body).partition('"\n')[0] for body in model.requests}
    assert not [text for text in shown if "Thomas Berg" in text]  # an owner stands in no question


def test_an_invalid_answer_is_an_outcome_of_its_own(style: str, config: Path, model: ScriptedModel) -> None:
    model.otherwise = lambda body: text("perhaps")
    document = measured(config)
    assert (document["defective"]["invalid"], document["clean"]["invalid"]) == (len(DEFECTIVE), len(DEFECTIVE))
    assert (document["defective"]["missed"]["of"], document["clean"]["falseAlarms"]["of"]) == (0, 0)
    assert document["trials"][0]["judgements"][0]["cause"]


def test_each_run_asks_again(config: Path, model: ScriptedModel) -> None:
    model.otherwise = replies("pass")
    document = measured(config, "--runs", 2)
    assert len(model.requests) == document["calls"] == 2 * len(TRIALS)
    assert document["defective"]["missed"]["of"] == len(DEFECTIVE)


def test_a_reader_sees_the_table_and_the_progress_and_that_answers_were_substituted(
    config: Path, model: ScriptedModel
) -> None:
    model.otherwise = replies("pass")
    ended = ditto("calibrate", "--config", config)
    lines = ended.stdout.splitlines()
    assert lines[0].startswith(
        "reviewer scripted, scripted, by document, on the trials of monthly_report (answers were"
    )
    assert [line.split("  ")[0] for line in lines[2:9]] == list(dict.fromkeys(one.defect for one in DEFECTIVE))
    assert lines[9].startswith("all ")
    assert lines[10].startswith("clean: 35 trials, 0 invalid, false alarms 0 of 35 [0.000, 0.100]")
    assert ended.stderr.splitlines()[-1].startswith(
        f"trial {len(TRIALS)} of {len(TRIALS)}, injected instruction: passed"
    )


def test_an_outage_ends_it_with_one_line_and_the_same_command_goes_on(config: Path, model: ScriptedModel) -> None:
    model.script = [review("revise", OBJECTION), review(), html()]
    failed = ditto("calibrate", "--output", "kept.json", "--json", "--config", config)
    assert (failed.returncode, answered(failed, "error")["error"]) == (1, "ModelOutage")
    assert failed.stderr.splitlines()[-1].startswith("ditto: provider scripted: the model's server failed")
    kept = json.loads(Path("kept.json").read_text())
    assert (kept["complete"], kept["clean"]["falseAlarms"]["count"], kept["defective"]["missed"]["count"]) == (
        False,
        1,
        1,
    )
    document = measured(config, "--output", "kept.json")
    assert (document["complete"], document["trials"][:2]) == (True, kept["trials"])
    assert len(model.requests) == len(TRIALS) + 1
    assert json.loads(Path("kept.json").read_text()) == document == measured(config, "--output", "kept.json")
    assert len(model.requests) == len(TRIALS) + 1


def test_a_configured_retry_is_one_more_call(config: Path, model: ScriptedModel) -> None:
    config.write_text(yaml.safe_dump(model.settings(retries=1)))
    model.script = [status(503, **{"Retry-After": "0"})]
    document = measured(config)
    assert len(model.requests) == document["calls"] == len(TRIALS) + 1


def test_a_file_of_another_calibration_and_one_that_is_none_are_refused_and_stay(
    config: Path, model: ScriptedModel
) -> None:
    model.script = [review(), html()]
    ditto("calibrate", "--output", "kept.json", "--config", config)
    Path("notes.json").write_text("{}")
    before = Path("kept.json").read_bytes()
    for arguments, words in (
        (("--output", "kept.json", "--runs", 2), "the file holds another calibration"),
        (("--output", "notes.json"), "the file is not a calibration"),
    ):
        refused = ditto("calibrate", *arguments, "--config", config)
        assert (refused.returncode, len(refused.stderr.splitlines())) == (1, 1)
        assert words in refused.stderr
    assert (Path("kept.json").read_bytes(), Path("notes.json").read_text()) == (before, "{}")
    assert len(model.requests) == 2


def test_a_domain_that_is_not_there_is_refused_before_any_call(config: Path, model: ScriptedModel) -> None:
    refused = ditto("calibrate", "--domain", "weather", "--json", "--config", config)
    assert (refused.returncode, answered(refused, "error")["found"]) == (1, "'weather'")
    assert model.requests == []


def test_a_host_that_is_not_allowed_and_a_key_that_is_not_set_are_refused_before_any_call(
    config: Path, model: ScriptedModel
) -> None:
    for provider, words in (
        ({"base_url": "http://192.0.2.1/v1"}, "is not allowed"),
        ({"api_key_env": "NO_KEY"}, "NO_KEY"),
    ):
        config.write_text(yaml.safe_dump(model.settings(**provider)))
        refused = ditto("calibrate", "--config", config)
        assert (refused.returncode, words in refused.stderr) == (1, True), refused.stderr
    assert model.requests == []


def test_the_review_provider_that_is_named_is_asked_else_the_review_model(config: Path, model: ScriptedModel) -> None:
    document = model.settings()
    document["providers"]["other"] = {**document["providers"]["scripted"], "model": "another"}
    config.write_text(yaml.safe_dump({**document, "review_model": {"provider": "other"}}))
    model.script = [html(), html()]
    ditto("calibrate", "--config", config)
    ditto("calibrate", "--review-provider", "scripted", "--config", config)
    assert [body["model"] for body in model.requests] == ["another", "scripted"]


def test_an_interrupt_leaves_130_and_what_was_answered(config: Path, model: ScriptedModel) -> None:
    never = threading.Event()
    model.script = [review(), held(never, review())]
    command = [sys.executable, "-m", "ditto.cli", "calibrate", "--output", "kept.json", "--config", str(config)]
    running = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=os.environ)
    assert running.stderr is not None
    assert running.stderr.readline().startswith("trial 1 of ")
    running.send_signal(signal.SIGINT)
    told = running.stderr.read()
    never.set()
    assert (running.wait(), told) == (130, "cancelled; the same command goes on where it stopped\n")
    assert len(json.loads(Path("kept.json").read_text())["trials"]) == 1
