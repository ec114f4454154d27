"""The commands' exit codes, their one JSON document, and their errors of one line."""

import json
import os
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from pytest_httpserver import HTTPServer

from tests.scripted_model import ScriptedModel, html, review

DITTO = [sys.executable, "-m", "ditto.cli"]


def ditto(*arguments: object, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the command line in a process of its own."""
    command = [*DITTO, *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False, env={**os.environ, **environment})


def answered(ended: subprocess.CompletedProcess[str]) -> Any:
    """Return the one JSON document of stdout."""
    return json.loads(ended.stdout)


def test_a_demo_ends_completed_with_exit_0_and_says_where_its_report_lies(config: Path, model: ScriptedModel) -> None:
    ended = ditto("--config", config, "demo", "flawed-draft")
    assert ended.returncode == 0, ended.stderr
    assert "ditto-demo-flawed-draft/output/report.md" in ended.stdout
    assert ended.stderr.count("  - ") >= 5
    assert len(model.requests) == 3


def test_the_settings_file_may_be_named_after_the_command(config: Path, model: ScriptedModel) -> None:
    assert ditto("demo", "generate", "--config", config).returncode == 0
    assert len(model.requests) == 2


def test_a_second_demo_takes_a_new_folder(config: Path) -> None:
    first, second = (ditto("demo", "missing-data", "--config", config) for _ in range(2))
    assert (first.returncode, second.returncode) == (4, 4)
    assert Path("ditto-demo-missing-data-2/output/report.json").exists()


def test_running_a_finished_task_again_prints_the_same_report_without_a_request(
    config: Path, model: ScriptedModel
) -> None:
    first = ditto("demo", "generate", "--dir", "task", "--json", "--config", config)
    requests = len(model.requests)
    again = ditto("run", "task", "--json", "--config", config)
    assert answered(first) == answered(again) == json.loads(Path("task/output/report.json").read_text())
    assert len(model.requests) == requests


def test_a_partial_end_has_exit_3_and_a_checkpoint_exit_0(config: Path, model: ScriptedModel) -> None:
    made = ditto("new", "task", "--source", _table(), "--max-rounds", 1, "--config", config)
    assert made.returncode == 0
    stopped = ditto("run", "task", "--stop-after", "draft", "--json", "--config", config)
    assert (stopped.returncode, answered(stopped)) == (0, {"status": "checkpoint", "stage": "draft"})
    model.script = [review("revise", ("title", "say more"))]
    ended = ditto("run", "task", "--json", "--config", config)
    assert (ended.returncode, answered(ended)["stopReason"]) == (3, "max-rounds")
    assert not Path("task/output/analysis.json").exists()


def test_an_outage_has_exit_1_one_line_and_leaves_the_task_resumable(config: Path, model: ScriptedModel) -> None:
    ditto("new", "task", "--source", _table(), "--config", config)
    model.script = [html()]
    failed = ditto("run", "task", "--json", "--config", config)
    assert failed.returncode == 1
    assert answered(failed)["error"] == "ModelOutage"
    assert failed.stderr.splitlines()[-1].startswith("ditto: provider scripted: ")
    assert "Traceback" not in failed.stderr
    assert ditto("run", "task", "--config", config).returncode == 0


def test_a_closed_redis_port_has_exit_1_and_spends_nothing(config: Path, model: ScriptedModel) -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        url = f"redis://127.0.0.1:{unused.getsockname()[1]}/0"
    ditto("new", "task", "--source", _table(), "--config", config)
    failed = ditto("run", "task", "--config", config, DITTO_WORKER_CONTEXT_REDIS_URL=url)
    assert failed.returncode == 1
    assert "Redis cannot be used" in failed.stderr
    shown = answered(ditto("show", "task", "--json"))
    assert (shown["spent"]["modelCalls"], len(model.requests)) == (0, 0)


def test_show_tells_where_a_task_stands_and_writes_nothing(config: Path) -> None:
    ditto("new", "task", "--source", _table(), "--config", config)
    assert answered(ditto("show", "task", "--json"))["state"] == "new"
    ditto("run", "task", "--stop-after", "review", "--config", config)
    before = sorted(path.name for path in Path("task").rglob("*"))
    shown = answered(ditto("show", "task", "--json"))
    assert (shown["state"], shown["versions"][0]["verdict"], shown["spent"]["modelCalls"]) == ("unfinished", "pass", 2)
    assert sorted(path.name for path in Path("task").rglob("*")) == before


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (("run", "nowhere"), 1, "not a task directory"),
        (("new", "task", "--source", "nowhere.csv"), 1, "nowhere.csv: not a file"),
        (("new", "task", "--source", "sales.csv", "--max-rounds", "17"), 1, "maxRounds"),
        (("new", "task", "--source", "sales.csv", "--periods", "2026-08,2026-07"), 1, "out of order"),
        (("new", "task", "--source", "sales.csv", "--domain", "poem"), 1, "no such domain"),
        (("run", "task", "--provider"), 2, ""),
        (("demo", "poem"), 2, ""),
    ],
)
def test_bad_input_is_refused_in_one_line_and_leaves_nothing(
    config: Path, arguments: tuple[str, ...], code: int, words: str
) -> None:
    _table()
    refused = ditto(*arguments, "--config", config)
    assert (refused.returncode, words in refused.stderr) == (code, True), refused.stderr
    assert "Traceback" not in refused.stderr
    assert not Path("task").exists()


def test_doctor_names_a_missing_key_with_its_mend(tmp_path: Path) -> None:
    path = tmp_path / "keyed.yaml"
    path.write_text(
        "model: {provider: far}\nproviders: {far: {base_url: 'http://127.0.0.1:9/v1', model: m, api_key_env: FAR_KEY}}\n"
    )
    found = ditto("doctor", "--json", "--config", path)
    checks = {check["name"]: check for check in answered(found)["checks"]}
    assert found.returncode == 1
    assert "FAR_KEY" in checks["writer's model"]["mend"]
    assert checks["Redis"]["state"] == "ok"


def test_control_characters_of_a_document_never_reach_the_terminal(config: Path) -> None:
    refused = ditto("new", "task", "--source", "\x1b[31mred.csv", "--config", config)
    assert refused.returncode == 1
    assert "\x1b" not in refused.stderr


def test_a_tracing_service_named_in_the_environment_receives_nothing(
    config: Path, model: ScriptedModel, httpserver: HTTPServer
) -> None:
    url = httpserver.url_for("/trace")
    tracing = {
        "LANGSMITH_TRACING": "true",
        "LANGSMITH_ENDPOINT": url,
        "LANGSMITH_API_KEY": "key",
        "LANGCHAIN_TRACING_V2": "true",
    }
    assert ditto("demo", "generate", "--config", config, **tracing).returncode == 0
    assert {request.path for request, _ in httpserver.log} == {"/v1/chat/completions"}


def _table() -> Path:
    path = Path("sales.csv")
    path.write_text("month,grossCents,refundCents\n2026-07,120000,6000\n2026-08,150000,9000\n")
    return path


def test_a_demo_that_no_subject_has_is_wrong_usage_and_the_scenarios_are_named() -> None:
    ended = ditto("demo", "weather")
    assert ended.returncode == 2
    assert all(scenario in ended.stderr for scenario in ("flawed-draft", "retrieval"))


def test_an_option_of_a_subject_is_read_as_yaml() -> None:
    source = _table()
    assert ditto("new", "task", "--source", source, "--option", "periods=['2026-07', '2026-08']").returncode == 0
    request = json.loads(Path("task/request.json").read_text("utf-8"))
    assert request["options"] == {"periods": ["2026-07", "2026-08"]}


@pytest.mark.parametrize("given", ["periods", "=1", "a-b=1", "periods=[", "rainfall=3"])
def test_an_option_that_is_none_is_refused_by_its_name_and_nothing_is_made(given: str) -> None:
    ended = ditto("new", "task", "--source", _table(), "--option", given)
    assert ended.returncode == 1
    assert "option" in ended.stderr and "Traceback" not in ended.stderr
    assert not Path("task").exists()
