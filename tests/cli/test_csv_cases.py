"""Every table of cases/csv.json from the command line; the accepted ones become the reports of test_tables.py."""

import json
from pathlib import Path

import pytest

from tests.cli.commands import answered, ditto
from tests.scripted_model import ScriptedModel
from tests.tools.domains.monthly_report.test_table import ACCEPTED, CASES, MISSING, REFUSED

TABLES = Path(__file__).parent / "tables"
UNDER_OPTIONS = ("injection", "missing-month")


def given(case: str) -> Path:
    """Write the case's table."""
    Path("sales.csv").write_bytes(CASES[case]["bytes"].encode("utf-8"))
    return Path("sales.csv")


@pytest.mark.parametrize("case", [*ACCEPTED, *UNDER_OPTIONS])
def test_the_golden_reports_are_of_these_very_bytes(case: str) -> None:
    assert (TABLES / case / "sales.csv").read_bytes() == CASES[case]["bytes"].encode("utf-8")


@pytest.mark.parametrize("case", REFUSED)
def test_a_refused_table_is_one_line_and_leaves_nothing(case: str, config: Path) -> None:
    refused = ditto("new", "task", "--source", given(case), "--config", config)
    assert (refused.returncode, refused.stdout) == (1, "")
    assert REFUSED[case] in refused.stderr
    assert refused.stderr.count("\n") == 1
    assert not Path("task").exists()


@pytest.mark.parametrize("case", MISSING)
def test_missing_facts_end_as_a_marked_partial_result_before_any_call(
    case: str, config: Path, model: ScriptedModel
) -> None:
    assert ditto("new", "task", "--source", given(case), "--config", config).returncode == 0
    ended = ditto("run", "task", "--config", config, "--json")
    report = answered(ended, "report")
    assert (ended.returncode, report["stopReason"], report["usage"]["modelCalls"]) == (4, "missing-data", 0)
    assert MISSING[case] in report["detail"]
    assert model.requests == []
    assert Path("task/output/report.md").read_text("utf-8").startswith("# Not accepted\n")
    assert ditto("verify", "task").returncode == 0
    assert json.loads(Path("task/output/report.json").read_text("utf-8")) == report
