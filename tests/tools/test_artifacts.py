"""Files are written once, whole and private, and only regular files below the root are read."""

import os
from pathlib import Path

import pytest

from ditto.state.errors import FileOutage, Tampered
from ditto.tools.artifacts import MOST_BYTES, make_folder, read_file, write_once
from tests.tools.conftest import modes


def test_what_was_written_is_read(tmp_path: Path) -> None:
    write_once(tmp_path / "one.json", b"{}")
    assert read_file(tmp_path, "one.json") == b"{}"
    assert modes(tmp_path) == {"one.json": "600"}


def test_the_same_bytes_again_change_nothing(tmp_path: Path) -> None:
    write_once(tmp_path / "one.json", b"{}")
    before = (tmp_path / "one.json").lstat()
    write_once(tmp_path / "one.json", b"{}")
    after = (tmp_path / "one.json").lstat()
    assert (before.st_ino, before.st_mtime_ns) == (after.st_ino, after.st_mtime_ns)


@pytest.mark.parametrize("other", [b"", b"{", b"{}\n", b"{ }"])
def test_other_bytes_are_refused_and_the_first_stay(other: bytes, tmp_path: Path) -> None:
    write_once(tmp_path / "one.json", b"{}")
    with pytest.raises(Tampered, match=r"one\.json: a file that is written once holds other bytes"):
        write_once(tmp_path / "one.json", other)
    assert read_file(tmp_path, "one.json") == b"{}"
    assert modes(tmp_path) == {"one.json": "600"}


def test_a_file_that_appears_during_the_write_is_not_overwritten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    link = os.link

    def raced(source: str, target: Path) -> None:
        target.write_bytes(b"the other writer's")
        link(source, target)

    monkeypatch.setattr(os, "link", raced)
    with pytest.raises(Tampered, match="other bytes"):
        write_once(tmp_path / "one.json", b"{}")
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"one.json": b"the other writer's"}


def test_a_write_that_fails_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(FileOutage, match=r"one\.json: a file cannot be written: found No space left"):
        write_once(tmp_path / "one.json", b"{}")
    assert list(tmp_path.iterdir()) == []


def test_a_missing_folder_is_an_outage(tmp_path: Path) -> None:
    with pytest.raises(FileOutage, match="cannot be written"):
        write_once(tmp_path / "missing" / "one.json", b"{}")


def test_folders_are_private_and_made_once(tmp_path: Path) -> None:
    make_folder(tmp_path / "drafts")
    make_folder(tmp_path / "drafts")
    assert modes(tmp_path) == {"drafts": "700"}
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(FileOutage, match="a folder cannot be made"):
        make_folder(tmp_path / "file")


def test_a_link_to_a_folder_elsewhere_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "drafts").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(Tampered, match="drafts: not a folder: found a symbolic link"):
        make_folder(tmp_path / "drafts")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A root with one of each thing that is not a regular file of its own."""
    root = tmp_path / "task"
    root.mkdir()
    (tmp_path / "secret").write_bytes(b"secret")
    (root / "file").write_bytes(b"file")
    (root / "folder").mkdir()
    (root / "link").symlink_to(root / "file")
    (root / "dangling").symlink_to(root / "nothing")
    (root / "loop").symlink_to(root / "loop")
    (root / "outside").symlink_to(tmp_path)
    (root / "device").symlink_to("/dev/zero")
    os.mkfifo(root / "fifo")
    return root


NOT_READ = {
    "link": "a symbolic link",
    "dangling": "a symbolic link",
    "loop": "a symbolic link",
    "device": "a symbolic link",
    "fifo": "not a regular file",
    "folder": "not a regular file",
    "..": "not a regular file",
    "../secret": "leaves the task directory",
    "folder/../../secret": "leaves the task directory",
    "outside/secret": "leaves the task directory",
    "missing": "a file is missing",
    "missing/file": "a file is missing",
}


@pytest.mark.parametrize("relative", NOT_READ)
def test_nothing_but_a_regular_file_below_the_root_is_read(relative: str, root: Path) -> None:
    with pytest.raises(Tampered, match=NOT_READ[relative]):
        read_file(root, relative)


def test_an_absolute_path_is_not_below_the_root(root: Path, tmp_path: Path) -> None:
    with pytest.raises(Tampered, match="leaves the task directory"):
        read_file(root, str(tmp_path / "secret"))


@pytest.mark.parametrize("relative", ["loop/file", "file/file"])
def test_a_path_that_leads_nowhere_is_an_outage(relative: str, root: Path) -> None:
    with pytest.raises((FileOutage, Tampered)):
        read_file(root, relative)


def test_a_root_that_is_reached_through_a_link_is_read(root: Path, tmp_path: Path) -> None:
    (tmp_path / "by-link").symlink_to(root)
    assert read_file(tmp_path / "by-link", "file") == b"file"


def test_a_file_is_read_to_its_limit_and_refused_above(root: Path) -> None:
    assert read_file(root, "file", most=4) == b"file"
    with pytest.raises(Tampered, match="too large: found 4 bytes, expected at most 3"):
        read_file(root, "file", most=3)
    with (root / "large").open("wb") as file:
        file.truncate(MOST_BYTES + 1)
    with pytest.raises(Tampered, match="too large"):
        read_file(root, "large")


def test_what_stands_in_the_place_of_a_file_is_not_followed_on_writing(root: Path) -> None:
    for name in ("link", "dangling", "fifo", "folder"):
        with pytest.raises(Tampered, match="not a regular file"):
            write_once(root / name, b"file")
    assert not (root / "nothing").exists()


def test_no_descriptor_stays_open_after_a_refusal(root: Path) -> None:
    before = len(list(Path("/dev/fd").iterdir()))
    for relative in NOT_READ:
        with pytest.raises(Tampered):
            read_file(root, relative)
    assert len(list(Path("/dev/fd").iterdir())) == before
