"""Where a report cannot be read, every file is still compared with the manifest, and a brief's folder is judged as one."""

from pathlib import Path

import pytest

from ditto.tools.brief_creation import create_brief, create_brief_demo
from ditto.tools.brief_verification import verify_brief
from ditto.tools.verification import verify
from tests.conftest import MakeTask
from tests.tools.finished import accepted, finished


@pytest.mark.parametrize("text", [b"{", b"{}"])
def test_a_report_that_cannot_be_read_is_named(text: bytes, make_task: MakeTask) -> None:
    workspace, _ = finished(accepted, make_task)
    (workspace.directory / "output/report.json").write_bytes(text)
    assert verify(workspace.directory).findings[0].startswith("output/report.json: the report cannot be read")


def test_without_a_report_a_changed_file_is_told_by_the_manifest(make_task: MakeTask) -> None:
    workspace, report = finished(accepted, make_task)
    draft = f"drafts/{report.accepted_draft_id}.json"
    (workspace.directory / draft).write_bytes(b"{}")
    (workspace.directory / "output/report.json").write_bytes(b"{")
    findings = verify(workspace.directory).findings
    assert [line for line in findings if line.startswith(f"{draft}: differs from the manifest")]
    assert not [line for line in findings if line.startswith("sources/")]


def test_without_a_report_a_file_that_is_gone_is_told(make_task: MakeTask) -> None:
    workspace, report = finished(accepted, make_task)
    draft = f"drafts/{report.accepted_draft_id}.json"
    (workspace.directory / draft).unlink()
    (workspace.directory / "output/report.json").unlink()
    assert [line for line in verify(workspace.directory).findings if line.startswith(f"{draft}: ")]


def test_a_manifest_that_cannot_be_read_is_named(make_task: MakeTask) -> None:
    workspace, _ = finished(accepted, make_task)
    (workspace.directory / "output/report.json").unlink()
    (workspace.directory / "output/manifest.json").write_bytes(b"{")
    assert "output/manifest.json: the manifest cannot be read" in " ".join(verify(workspace.directory).findings)


def test_a_brief_is_verified_as_a_brief_with_the_same_key(tmp_path: Path) -> None:
    create_brief_demo(tmp_path / "demo", "goal")
    output = tmp_path / "output"
    create_brief(tmp_path / "demo", output, "goal")
    assert verify(output) == verify_brief(output)
    assert verify(output, "k" * 32).signature == verify_brief(output, "k" * 32).signature
