"""`ditto new --previous` takes an accepted report that verifies, and no other."""

from pathlib import Path
from typing import Any

import pytest

from tests.cli.commands import ditto, table
from tests.scripted_model import GOOD_DRAFT, ScriptedModel, answer, document, is_question, is_review, review

LATER: dict[str, Any] = {
    **GOOD_DRAFT,
    "metrics": {"baselineNetCents": 141000, "currentNetCents": 141000, "growthPercent": 0.0},
    "interpretation": "Net revenue was 141000 cents in 2026-08 and 141000 cents in 2026-09, a change of 0.00 %.",
    "citations": [
        {"sourceId": "sales-2026-08", "quote": "2026-08,150000,9000"},
        {"sourceId": "sales-2026-09", "quote": "2026-09,150000,9000"},
    ],
}


@pytest.fixture
def first(config: Path) -> Path:
    """An accepted report of July and August."""
    assert ditto("new", "first", "--source", table(), "--config", config).returncode == 0
    assert ditto("run", "first", "--config", config).returncode == 0
    return Path("first")


@pytest.fixture
def later() -> Path:
    """The table of August and September."""
    Path("sales.csv").write_text("month,grossCents,refundCents\n2026-08,150000,9000\n2026-09,150000,9000\n")
    return Path("sales.csv")


def test_a_report_carries_on_from_an_accepted_one(first: Path, later: Path, config: Path, model: ScriptedModel) -> None:
    model.otherwise = lambda body: (
        answer("no") if is_question(body) else review() if is_review(body) else document(LATER)
    )
    made = ditto("new", "second", "--source", later, "--previous", first, "--config", config)
    assert made.returncode == 0, made.stderr
    assert ditto("run", "second", "--config", config).returncode == 0
    report = Path("second/output/report.md").read_text("utf-8")
    assert "stated 141000 cents for 2026-08, as this one does." in report
    assert "Its proposed actions, to be followed up:" in report
    assert GOOD_DRAFT["actions"][0]["task"] in report
    assert ditto("verify", "second").returncode == 0


def test_a_report_that_was_changed_since_is_refused(first: Path, later: Path, config: Path) -> None:
    report = first / "output" / "report.md"
    report.chmod(0o600)
    report.write_text(report.read_text("utf-8").replace("141000", "151000"), "utf-8")
    refused = ditto("new", "second", "--source", later, "--previous", first, "--config", config)
    assert refused.returncode == 1
    assert "the previous task does not verify" in refused.stderr
    assert not Path("second").exists()


def test_a_report_that_was_not_accepted_is_refused(later: Path, config: Path, model: ScriptedModel) -> None:
    ditto("new", "first", "--source", table(), "--max-rounds", 1, "--config", config)
    model.script = [document({**GOOD_DRAFT, "title": "Wrong 999"})]
    assert ditto("run", "first", "--config", config).returncode == 3
    refused = ditto("new", "second", "--source", later, "--previous", "first", "--config", config)
    assert refused.returncode == 1
    assert "the previous report was not accepted: found max-rounds" in refused.stderr
