"""Every file that is altered, missing, replaced or added gives a finding that names it."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from ditto.tools.publication import listed
from ditto.tools.verification import verify
from tests.conftest import MakeTask
from tests.tools.finished import accepted, approved, finished, partial, seeded


def linked(path: Path) -> None:
    """Put a link to the same bytes in the file's place."""
    path.rename(path.with_suffix(".real"))
    path.symlink_to(path.with_suffix(".real"))


def piped(path: Path) -> None:
    """Put a FIFO in the file's place."""
    path.unlink()
    os.mkfifo(path)


EDITS: dict[str, Callable[[Path], object]] = {
    "a space more": lambda path: path.write_bytes(path.read_bytes() + b" "),
    "a byte less": lambda path: path.write_bytes(path.read_bytes()[:-1]),
    "emptied": lambda path: path.write_bytes(b""),
    "another object": lambda path: path.write_bytes(b"{}"),
    "no text": lambda path: path.write_bytes(b"\xff\xfe"),
    "removed": Path.unlink,
    "a link": linked,
    "a pipe": piped,
}


@pytest.mark.parametrize("edit", EDITS.values(), ids=EDITS)
@pytest.mark.parametrize("build", [approved, seeded], ids=["approved", "seeded"])
def test_every_file_that_is_not_what_it_was_is_named(
    build: Callable[..., tuple[object, object]], edit: Callable[[Path], object], make_task: MakeTask
) -> None:
    workspace, report = finished(build, make_task)  # pyright: ignore[reportArgumentType]
    for name in [*listed(workspace.files(), report)[1:], "output/manifest.json"]:
        path = workspace.directory / name
        data = path.read_bytes()
        edit(path)
        found = verify(workspace.directory)
        assert not found.verified
        assert [one for one in found.findings if one.startswith(f"{name}: ")], (name, found.findings)
        path.unlink(missing_ok=True)
        path.with_suffix(".real").unlink(missing_ok=True)
        path.write_bytes(data)
    assert verify(workspace.directory).verified


def test_a_request_in_another_form_is_named(make_task: MakeTask) -> None:
    workspace, _ = finished(accepted, make_task)
    path = workspace.directory / "request.json"
    path.write_bytes(path.read_bytes() + b"\n")
    findings = verify(workspace.directory).findings
    assert "request.json: the request is not in its canonical form" in findings
    assert [one for one in findings if one.startswith("request.json: differs from the manifest")]


def test_another_request_contradicts_the_policy(make_task: MakeTask) -> None:
    workspace, _ = finished(accepted, make_task)
    path = workspace.directory / "request.json"
    path.write_bytes(path.read_bytes().replace(b'"maxRounds":4', b'"maxRounds":5'))
    findings = verify(workspace.directory).findings
    assert [one for one in findings if one.startswith("policy.json: the policy is that of another request")]


EXTRA = ["notes.txt", "drafts/x.json", f"drafts/{'0' * 64}.json", "checks/notes", "reviews/3.json", "decisions/x.json"]
EXTRA += ["output/report.html", "sources/other.csv", "seed.json", "deep/er/file", ".hidden"]


@pytest.mark.parametrize("name", EXTRA)
def test_a_file_that_the_task_does_not_rest_on_is_named(name: str, make_task: MakeTask) -> None:
    workspace, _ = finished(accepted, make_task)
    path = workspace.directory / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"x")
    assert verify(workspace.directory).findings == (f"{name}: a file that the task does not rest on",)


def test_an_analysis_beside_a_task_that_was_not_accepted_is_named(make_task: MakeTask) -> None:
    workspace, _ = finished(partial, make_task)
    (workspace.directory / "output/analysis.json").write_bytes(b"{}")
    assert verify(workspace.directory).findings == ("output/analysis.json: a file that the task does not rest on",)


@pytest.mark.parametrize("target", ["drafts", "/etc", "nowhere"])
def test_a_link_among_the_files_is_named_and_not_followed(target: str, make_task: MakeTask) -> None:
    workspace, _ = finished(accepted, make_task)
    (workspace.directory / "more").symlink_to(target)
    assert verify(workspace.directory).findings == (
        "more: not a regular file",
        "more: a file that the task does not rest on",
    )


def test_a_folder_in_place_of_a_link_to_it_elsewhere_is_named(make_task: MakeTask, tmp_path: Path) -> None:
    workspace, _ = finished(accepted, make_task)
    (workspace.directory / "drafts").rename(tmp_path / "drafts")
    (workspace.directory / "drafts").symlink_to(tmp_path / "drafts")
    assert "drafts: not a regular file" in verify(workspace.directory).findings


def test_a_folder_that_cannot_be_read_is_named(make_task: MakeTask, monkeypatch: pytest.MonkeyPatch) -> None:
    workspace, _ = finished(accepted, make_task)
    (workspace.directory / "closed").mkdir()
    scan = os.scandir

    def refused(path: str) -> object:
        if str(path).endswith("closed"):
            raise PermissionError(13, "Permission denied", str(path))
        return scan(path)

    monkeypatch.setattr(os, "scandir", refused)
    assert verify(workspace.directory).findings == ("closed: a folder cannot be read: found Permission denied",)


def test_each_finding_is_one_line_that_is_said_once(make_task: MakeTask) -> None:
    workspace, _ = finished(accepted, make_task)
    for folder in ("drafts", "checks", "reviews"):
        for path in (workspace.directory / folder).iterdir():
            path.write_bytes(b'{"a":\n"\\u001b"}')
    (workspace.directory / "more").mkdir()
    (workspace.directory / "more/two\nlines").write_bytes(b"x")
    findings = verify(workspace.directory).findings
    assert "more/two lines: a file that the task does not rest on" in findings
    assert len(set(findings)) == len(findings) > 6
    assert not [one for one in findings if "\n" in one or str(workspace.directory) in one]
