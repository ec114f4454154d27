"""The wheel holds what it needs, runs outside the repository, and overwrites no other package."""

import json
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
import yaml

from tests.brief_model import filled
from tests.scripted_model import ScriptedModel
from tests.wheel.conftest import ROOT, run
from tests.wheel.private_imports import private_imports

CONSUMER = next(re.finditer(r"```python\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)).group(1)


def test_the_wheel_holds_settings_prompts_rubric_and_fixtures_under_its_one_name(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert {name.split("/")[0] for name in names if ".dist-info" not in name} == {"ditto"}
    prompts = ("agents/prompts/writer.md", "agents/prompts/document/critic.md", "agents/prompts/brief/fill.md")
    for name in (
        "ditto.yaml",
        "py.typed",
        "domain.py",
        "domain_suite.py",
        *prompts,
        "tools/domains/release_brief/instructions.md",
    ):
        assert f"ditto/{name}" in names
    for name in ("rubric.md", "instructions.md", "fixtures/sales.csv", "fixtures/flawed-draft.json"):
        assert f"ditto/tools/domains/monthly_report/{name}" in names


def test_it_lies_beside_openai_agents_and_both_import(installed: Path, tmp_path: Path) -> None:
    told = run(
        installed, "-c", "import agents, ditto.agents.app; print(agents.Agent.__module__, ditto.__file__)", cwd=tmp_path
    )
    assert told.startswith("agents.")
    assert str(ROOT) not in told


def test_the_readme_program_runs_from_the_wheel(installed: Path, tmp_path: Path, model: ScriptedModel) -> None:
    (tmp_path / "consumer.py").write_text(CONSUMER)
    (tmp_path / "ditto.yaml").write_text(yaml.safe_dump(model.settings()))
    assert run(installed, "consumer.py", cwd=tmp_path) == "completed version 2 passed both gates\n"
    report = json.loads((tmp_path / "my-report" / "output" / "report.json").read_text())
    assert [call["substituted"] for call in report["usage"]["calls"]] == [True] * 3


def test_the_readme_program_passes_strict_type_checks_and_imports_public_names_alone(
    installed: Path, tmp_path: Path
) -> None:
    consumer = tmp_path / "consumer.py"
    consumer.write_text(CONSUMER)
    run(sys.executable, "-m", "mypy", "--strict", "--python-executable", installed, consumer, cwd=tmp_path)
    assert private_imports(CONSUMER) == []


def test_a_wrong_use_of_a_public_name_fails_the_strict_type_check(installed: Path, tmp_path: Path) -> None:
    consumer = tmp_path / "consumer.py"
    consumer.write_text(CONSUMER.replace("report.detail", "report.details"))
    checked = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--python-executable", installed, consumer],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
    )
    assert "details" in checked.stdout


@pytest.mark.parametrize(
    "line",
    [
        "from ditto.tools.models import ChatModel",
        "import ditto.agents.deps",
        "from ditto import _PLACES",
        "from ditto import load_domain",
    ],
)
def test_a_private_import_is_found(line: str) -> None:
    assert private_imports(line) != []


def test_the_seventeen_experiments_pass_from_the_wheel(installed: Path, tmp_path: Path, model: ScriptedModel) -> None:
    model.otherwise = filled
    (tmp_path / "ditto.yaml").write_text(yaml.safe_dump(model.settings()))
    program = tmp_path / "experiments.py"
    program.write_text((ROOT / "bench/experiments.py").read_text())
    run(installed, program, "--results", "results.json", cwd=tmp_path)
    results = json.loads((tmp_path / "results.json").read_text())
    assert results["fromWheel"]
    assert [one["faults"] for one in results["outcomes"]] == [[]] * 17
    assert sum(len(one["asked"]) for one in results["outcomes"]) == len(model.requests)


@pytest.mark.live
def test_the_local_model_plans_around_a_missing_source_from_the_wheel(installed: Path, tmp_path: Path) -> None:
    told = run(installed.with_name("ditto"), "demo", "adaptive", "--dir", "brief", "--json", cwd=tmp_path)
    report = json.loads(told)
    assert (report["reason"], report["rounds"], report["modelCalls"]) == ("goal", 14, 10)
    assert "verified" in run(installed.with_name("ditto"), "verify", "brief/output", cwd=tmp_path)


@pytest.mark.live
def test_the_local_model_completes_the_flawed_draft_from_the_wheel(installed: Path, tmp_path: Path) -> None:
    ended = subprocess.run(
        [installed.with_name("ditto"), "demo", "flawed-draft", "--dir", "task", "--json"],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
    )
    assert ended.returncode == 0, ended.stderr
    report = json.loads(ended.stdout)
    assert len(report["rounds"][0]["issues"]) >= 5
    assert (len(report["rounds"]) >= 2, report["status"], report["acceptedBy"]) == (True, "completed", "model")
    assert {(call["provider"], call["substituted"]) for call in report["usage"]["calls"]} == {("local", False)}
    draft = json.loads((tmp_path / "task" / "output" / "analysis.json").read_text())["draft"]
    assert draft["metrics"] == {"baselineNetCents": 114000, "currentNetCents": 141000, "growthPercent": 23.68}
    assert {one["quote"] for one in draft["citations"]} == {"2026-07,120000,6000", "2026-08,150000,9000"}
