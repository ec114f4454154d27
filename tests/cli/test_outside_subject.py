"""Every command that reads a task serves one of a subject from outside, and says in one line where that cannot be."""

from pathlib import Path

import pytest
import yaml

from ditto.tools.domains import built_in_names
from tests.cli.commands import answered, ditto, table
from tests.scripted_model import ScriptedModel

SUBJECT = """
from ditto.tools.domains import load_domain


class Subject(type(load_domain("monthly_report"))):
    name = "weather_report"
    demos = {"rain": load_domain("monthly_report").demos["generate"]}


domain = Subject()
"""


@pytest.fixture
def named(config: Path) -> Path:
    """The settings of the scripted model, with a subject from outside."""
    Path("rain.py").write_text(SUBJECT)
    document = yaml.safe_load(config.read_text()) | {"domains": {"weather_report": "rain.py"}}
    config.write_text(yaml.safe_dump(document))
    return config


@pytest.fixture
def ended(named: Path) -> Path:
    """A finished task of the subject from outside."""
    made = ditto("new", "task", "--domain", "weather_report", "--source", table(), "--config", named)
    assert made.returncode == 0, made.stderr
    ran = ditto("run", "task", "--config", named)
    assert ran.returncode == 0 and "proven: arithmetic, quotes and structure" in ran.stdout, ran.stderr
    return Path("task")


def test_a_task_is_made_run_shown_verified_and_gone_on_from(ended: Path, named: Path) -> None:
    assert "task: ended, completed" in ditto("show", ended, "--config", named).stdout
    assert ditto("--config", named, "verify", ended).stdout.startswith("task: verified; completed")
    assert ditto("verify", ended, "--config", named).returncode == 0
    assert ditto("recheck", ended, "--config", named).returncode == 0
    assert ditto("new", "next", "--from", ended, "--config", named).returncode == 0
    assert '"domain":"weather_report"' in Path("next/request.json").read_text()
    named.rename("ditto.yaml")
    assert ditto("verify", ended).returncode == 0


def test_a_person_is_shown_what_waits_and_answers(named: Path) -> None:
    assert ditto("demo", "rain", "--dir", "first", "--config", named).returncode == 0
    given = ("--domain", "weather_report", "--source", table(), "--approval", "--on-human", "pause")
    assert ditto("new", "task", *given, "--config", named).returncode == 0
    assert ditto("run", "task", "--config", named).returncode == 4
    pause = answered(ditto("review", "task", "--json", "--config", named), "review-waiting")["pause"]
    answer = ("--token", pause["token"], "--actor", "analyst", "--approve")
    assert ditto("review", "task", *answer, "--config", named).returncode == 0
    assert "accepted by a human" in ditto("verify", "task", "--config", named).stdout


def refusal(*arguments: object) -> str:
    """The one line of a command that is refused, beside the lines of its progress."""
    refused = ditto(*arguments)
    lines = [line for line in refused.stderr.splitlines() if not line.startswith("context: ")]
    assert (refused.returncode, len(lines)) == (1, 1), refused.stderr
    return lines[0]


def test_without_the_settings_that_name_it_a_task_is_refused_in_one_line(ended: Path) -> None:
    said = {refusal(command, ended) for command in ("run", "show", "review", "verify", "recheck")}
    expected = f"there is no such domain: found 'weather_report', expected {' or '.join(built_in_names())}"
    assert said == {f"ditto: request.json, domain: {expected}"}


def test_a_broken_subject_is_one_line_and_no_traceback(ended: Path, named: Path) -> None:
    Path("rain.py").write_text(SUBJECT + "raise KeyError('rain')")
    asked = [(command, ended) for command in ("run", "show", "review", "verify", "recheck")]
    making = ("new", "next", "--domain", "weather_report", "--source", table())
    (said,) = {refusal(*command, "--config", named) for command in (*asked, making)}
    where = f"{named}, domains.weather_report ({Path.cwd()}/rain.py)"
    assert said.startswith(
        f"ditto: {where}: the subject weather_report cannot be imported: found KeyError: 'rain' (rain.py"
    )
    demo = ditto("demo", "rain", "--config", named)
    assert demo.returncode == 2 and "weather_report" in demo.stderr and "Traceback" not in demo.stderr


def test_the_doctor_lists_every_subject_and_a_broken_one_with_its_mend(named: Path, model: ScriptedModel) -> None:
    whole = ditto("doctor", "--config", named)
    assert f"subject weather_report: {named}, domains.weather_report ({Path.cwd()}/rain.py)" in whole.stdout
    assert whole.returncode == 0 and "ok       subject monthly_report: built in" in whole.stdout
    Path("rain.py").write_text("raise KeyError('rain')")
    broken = ditto("doctor", "--json", "--config", named)
    (found,) = [one for one in answered(broken, "doctor")["checks"] if one["name"] == "subject weather_report"]
    assert (broken.returncode, found["state"]) == (1, "failed")
    assert "KeyError: 'rain' (rain.py, line 1)" in found["found"]
    assert found["mend"] == f"correct what is named, or remove domains.weather_report from {named}"
    assert ditto("demo", "generate", "--config", named).returncode == 0


def test_the_doctor_warns_of_a_demo_that_is_hidden_by_another_subjects(named: Path) -> None:
    Path("rain.py").write_text(SUBJECT.replace('"rain"', '"generate"'))
    found = ditto("doctor", "--config", named).stdout
    assert "weather_report has a demo generate, which `ditto demo` makes of monthly_report" in found


@pytest.mark.parametrize("text", ["model: 3\nproviders: []\n", "domains: [", "unknown: 1\n"])
def test_broken_settings_do_not_keep_a_task_of_a_built_in_subject_from_being_verified(text: str, config: Path) -> None:
    assert ditto("demo", "generate", "--dir", "task", "--config", config).returncode == 0
    Path("ditto.yaml").write_text(text)
    assert ditto("verify", "task").returncode == 0
    assert ditto("show", "task").returncode == 0
    found = ditto("doctor")
    assert found.returncode == 1 and ("failed   subjects: " in found.stdout) == (text == "domains: [")
