"""A finished task of every end verifies from its files alone, and verifying it writes nothing."""

import os
import shutil
from pathlib import Path

import pytest

from ditto.state.canonical import canonical
from ditto.state.errors import BadRequest
from ditto.state.request import Policy
from ditto.tools.verification import Verification, verify
from tests.conftest import MakeTask
from tests.tools.finished import ENDS, Build, accepted, finished, listing, missing_data

SAID = {
    "accepted": ("completed", "completed", "model", 2, 13),
    "seeded": ("completed", "completed", "model", 2, 14),
    "approved": ("completed", "completed", "human", 2, 15),
    "stopped": ("needs-human", "needs-human", None, 1, 10),
    "partial": ("partial", "no-progress", None, 1, 9),
    "missing_data": ("needs-human", "missing-data", None, 0, 6),
    "invalid_draft": ("partial", "invalid-draft", None, 0, 6),
}


@pytest.mark.parametrize("name", ENDS)
def test_a_finished_task_verifies_and_says_how_it_ended(name: str, make_task: MakeTask) -> None:
    workspace, report = finished(ENDS[name], make_task)
    status, reason, accepted_by, versions, files = SAID[name]
    assert verify(workspace.directory) == Verification.model_validate(
        {
            "verified": True,
            "status": status,
            "stop_reason": reason,
            "accepted_by": accepted_by,
            "versions": versions,
            "files": files,
            "signature": "none",
            "findings": (),
        }
    )
    assert len(report.rounds) == versions


@pytest.mark.parametrize("build", ENDS.values(), ids=ENDS)
def test_verifying_writes_nothing(build: Build, make_task: MakeTask) -> None:
    workspace, _ = finished(build, make_task)
    before = listing(workspace.directory)
    verify(workspace.directory)
    assert listing(workspace.directory) == before


def test_a_read_only_copy_elsewhere_verifies(make_task: MakeTask, tmp_path: Path) -> None:
    workspace, _ = finished(accepted, make_task)
    copy = shutil.copytree(workspace.directory, tmp_path / "copy")
    for path in [copy, *copy.rglob("*")]:
        path.chmod(0o555 if path.is_dir() else 0o444)
    before = listing(copy)
    assert verify(copy).verified
    assert verify(Path(os.path.relpath(copy))).verified
    assert listing(copy) == before


LEFT = ["task.lock", "memory.sqlite", "memory.sqlite-wal", "memory.sqlite-shm", "memory.sqlite-journal"]
LEFT += ["checkpoints.sqlite", "checkpoints.sqlite-wal", "checkpoints.sqlite-shm", "checkpoints.sqlite-journal"]
LEFT += [".abc.tmp", "drafts/.x1.tmp", "output/.tmp8.tmp"]


@pytest.mark.parametrize("name", LEFT)
def test_what_a_run_leaves_behind_is_tolerated_and_not_counted(name: str, make_task: MakeTask) -> None:
    workspace, _ = finished(missing_data, make_task)
    (workspace.directory / name).write_bytes(b"x")
    assert (verify(workspace.directory).findings, verify(workspace.directory).files) == ((), 6)


@pytest.mark.parametrize(
    "name", ["task.locked", "drafts/task.lock", "drafts/memory.sqlite", "memory.sqlite-old", "x.tmp", ".tmp", ".x.json"]
)
def test_what_only_looks_left_behind_is_a_stray_file(name: str, make_task: MakeTask) -> None:
    workspace, _ = finished(missing_data, make_task)
    (workspace.directory / name).write_bytes(b"x")
    assert verify(workspace.directory).findings == (f"{name}: a file that the task does not rest on",)


def test_a_task_that_has_not_ended_gives_that_as_its_finding(make_task: MakeTask) -> None:
    task = make_task()
    found = verify(task)
    assert found.findings == ("output/report.json: a file is missing",)
    assert (found.verified, found.status, found.stop_reason, found.accepted_by) == (False, None, None, None)
    assert (found.versions, found.files) == (0, 3)


@pytest.mark.parametrize("content", [None, b"{}", b"x", b"[]"])
def test_a_folder_that_is_no_task_is_refused(content: bytes | None, tmp_path: Path) -> None:
    if content is not None:
        (tmp_path / "request.json").write_bytes(content)
    with pytest.raises(BadRequest, match="not a task directory" if content is None else "the request cannot be read"):
        verify(tmp_path)


def test_a_policy_that_was_switched_off_or_lists_more_people_since_is_told_from_the_manifest(
    make_task: MakeTask,
) -> None:
    workspace, _ = finished(accepted, make_task)
    other = Policy(fingerprint=workspace.fingerprint, enabled=False, principals=("analyst",))
    (workspace.directory / "policy.json").write_bytes(canonical(other.dump()))
    (finding,) = verify(workspace.directory).findings
    assert finding.startswith("policy.json: differs from the manifest")
