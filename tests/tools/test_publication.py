"""Publication verifies every claim from the files, writes nothing where one fails, and is safe to repeat."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from ditto.state.canonical import canonical
from ditto.state.errors import Denied, DittoError, Tampered
from ditto.state.report import Report
from ditto.tools.publication import publish
from ditto.tools.workspace import Workspace
from tests.conftest import MakeTask
from tests.scripted_model import GOOD_DRAFT
from tests.tools.reports import PARTIAL, one_round, output, report_of


@pytest.fixture
def workspace(make_task: MakeTask) -> Workspace:
    """The workspace of a fresh task."""
    return Workspace(make_task())


@pytest.fixture
def report(workspace: Workspace) -> Report:
    """A flawed version and an accepted one, saved, with their report."""
    return report_of(workspace, one_round(workspace, 1, limitations=[]), one_round(workspace, 2))


def test_a_completed_task_has_report_analysis_and_markdown(workspace: Workspace, report: Report) -> None:
    publish(workspace, report)
    files = output(workspace)
    assert sorted(files) == ["analysis.json", "manifest.json", "report.json", "report.md"]
    assert files["report.json"] == canonical(report.dump())
    assert json.loads(files["analysis.json"])["draft"] == GOOD_DRAFT
    assert b"2026-08,150000,9000" in files["report.md"]


def test_the_same_report_again_changes_nothing(workspace: Workspace, report: Report) -> None:
    publish(workspace, report)
    before = output(workspace)
    publish(workspace, report)
    assert output(workspace) == before


def test_a_task_that_was_not_accepted_has_no_analysis(workspace: Workspace) -> None:
    publish(workspace, report_of(workspace, one_round(workspace, 1, limitations=[]), **PARTIAL))
    assert sorted(output(workspace)) == ["manifest.json", "report.json", "report.md"]
    assert b"ended without an accepted document: no-progress" in output(workspace)["report.md"]


def folder(name: str, edit: Callable[[Path], object]) -> Callable[[Workspace, Report], object]:
    """Edit every file of a folder."""
    return lambda workspace, _: [edit(path) for path in (workspace.directory / name).glob("*.json")]


def swap(workspace: Workspace, report: Report) -> None:
    """Let the accepted draft's file hold the flawed draft."""
    first, last = (workspace.directory / f"drafts/{one.draft_id}.json" for one in report.rounds)
    last.write_bytes(first.read_bytes())


def weaken(path: Path) -> None:
    """Let a proof say that it found nothing."""
    path.write_bytes(canonical({**json.loads(path.read_bytes()), "issues": []}))


def soften(path: Path) -> None:
    """Let a review pass."""
    path.write_bytes(canonical({**json.loads(path.read_bytes()), "verdict": "pass", "issues": []}))


TAMPERS: dict[str, tuple[Callable[[Workspace, Report], object], type[DittoError], str]] = {
    "drafts edited": (folder("drafts", lambda path: path.write_bytes(path.read_bytes() + b" ")), Tampered, "drafts/"),
    "a draft swapped": (swap, Tampered, "not what its name says"),
    "drafts removed": (folder("drafts", Path.unlink), Tampered, "a file is missing"),
    "a proof weakened": (folder("checks", weaken), Tampered, "not what its name says"),
    "proofs removed": (folder("checks", Path.unlink), Tampered, "a file is missing"),
    "a review softened": (folder("reviews", soften), Tampered, r"reviews/1\.json: a review differs"),
    "reviews removed": (folder("reviews", Path.unlink), Tampered, "a file is missing"),
    "the source edited": (
        lambda workspace, _: (workspace.directory / "sources/sales.csv").write_bytes(b"x"),
        Tampered,
        "source changed",
    ),
    "the policy removed": (lambda workspace, _: (workspace.directory / "policy.json").unlink(), Tampered, "missing"),
    "the policy switched off": (
        lambda workspace, _: (workspace.directory / "policy.json").write_bytes(
            canonical({"fingerprint": workspace.fingerprint, "enabled": False, "principals": ["analyst"]})
        ),
        Denied,
        "permission revoked",
    ),
}


@pytest.mark.parametrize(("tamper", "error", "reason"), TAMPERS.values(), ids=TAMPERS)
def test_a_tampered_task_publishes_nothing(
    tamper: Callable[[Workspace, Report], object],
    error: type[DittoError],
    reason: str,
    workspace: Workspace,
    report: Report,
) -> None:
    tamper(workspace, report)
    with pytest.raises(error, match=reason):
        publish(workspace, report)
    assert output(workspace) == {}


@pytest.mark.parametrize("name", ["report.json", "report.md", "analysis.json"])
def test_other_output_fails_visibly_and_is_not_overwritten(name: str, workspace: Workspace, report: Report) -> None:
    (workspace.directory / "output" / name).write_bytes(b"{}")
    with pytest.raises(Tampered, match=f"output/{name}: a file that is written once holds other bytes"):
        publish(workspace, report)
    assert output(workspace)[name] == b"{}"


def test_an_analysis_beside_a_task_that_was_not_accepted_is_refused(workspace: Workspace) -> None:
    (workspace.directory / "output/analysis.json").write_bytes(b"{}")
    with pytest.raises(Tampered, match="an analysis stands beside a task that was not accepted"):
        publish(workspace, report_of(workspace, one_round(workspace, 1, limitations=[]), **PARTIAL))


def test_a_report_without_any_version_is_not_published_without_permission(workspace: Workspace) -> None:
    missing = {**PARTIAL, "status": "needs-human", "stop_reason": "missing-data", "rounds": ()}
    ended = report_of(workspace, one_round(workspace), **missing, latest_draft_id=None, best_draft_id=None)
    (workspace.directory / "policy.json").unlink()
    with pytest.raises(Tampered, match="a file is missing"):
        publish(workspace, ended)
    assert output(workspace) == {}
