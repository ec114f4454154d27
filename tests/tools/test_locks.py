"""One runner a task directory: a second one is refused at once, and a killed one holds nothing."""

from pathlib import Path

import pytest

from ditto.state.errors import Busy, FileOutage, Tampered
from ditto.tools.locks import TaskLock
from tests.tools.conftest import StartPython, first_line, modes

HOLD = """if True:
    import pathlib, sys
    from ditto.state.errors import Busy
    from ditto.tools.locks import TaskLock
    lock = TaskLock(pathlib.Path(sys.argv[1]))
    try:
        lock.acquire()
        print("held", flush=True)
        input()
        lock.release()
        print("released", flush=True)
        input()
    except Busy:
        print("busy", flush=True)
"""


def test_another_process_is_refused_at_once(tmp_path: Path, start_python: StartPython) -> None:
    lock = TaskLock(tmp_path)
    lock.acquire()
    assert first_line(start_python(HOLD, tmp_path)) == "busy"
    lock.release()
    assert first_line(start_python(HOLD, tmp_path)) == "held"
    with pytest.raises(Busy, match="another runner holds this task"):
        lock.acquire()
    assert not lock.held


def test_another_opening_in_the_same_process_is_refused(tmp_path: Path) -> None:
    first, second = TaskLock(tmp_path), TaskLock(tmp_path)
    first.acquire()
    with pytest.raises(Busy):
        second.acquire()
    first.release()
    second.acquire()
    assert (first.held, second.held) == (False, True)
    second.release()


def test_a_lock_is_free_after_its_holder_was_killed(tmp_path: Path, start_python: StartPython) -> None:
    holder = start_python(HOLD, tmp_path)
    assert first_line(holder) == "held"
    holder.kill()
    assert holder.wait(10) == -9
    lock = TaskLock(tmp_path)
    lock.acquire()
    assert lock.held
    lock.release()


def test_a_lock_is_free_after_its_release_though_its_holder_lives(tmp_path: Path, start_python: StartPython) -> None:
    holder = start_python(HOLD, tmp_path)
    assert (first_line(holder), holder.stdin is not None) == ("held", True)
    assert holder.stdin is not None
    holder.stdin.write("\n")
    holder.stdin.flush()
    assert first_line(holder) == "released"
    lock = TaskLock(tmp_path)
    lock.acquire()
    assert (lock.held, holder.poll()) == (True, None)
    lock.release()


def test_a_lock_is_held_until_it_is_released_as_often_as_it_was_taken(tmp_path: Path) -> None:
    lock = TaskLock(tmp_path)
    lock.acquire()
    lock.acquire()
    lock.release()
    with pytest.raises(Busy):
        TaskLock(tmp_path).acquire()
    lock.release()
    assert not lock.held


def test_the_file_is_private_and_stays_after_the_release(tmp_path: Path) -> None:
    lock = TaskLock(tmp_path)
    lock.acquire()
    lock.release()
    assert modes(tmp_path) == {"task.lock": "600"}


@pytest.mark.parametrize("target", ["elsewhere", "missing"])
def test_a_link_in_the_place_of_the_lock_is_refused(target: str, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").write_bytes(b"kept")
    (tmp_path / "task.lock").symlink_to(tmp_path / target)
    with pytest.raises(Tampered, match="not a regular file"):
        TaskLock(tmp_path).acquire()
    assert (tmp_path / "elsewhere").read_bytes() == b"kept"
    assert not (tmp_path / "missing").exists()


def test_a_missing_directory_is_an_outage_and_is_not_made(tmp_path: Path) -> None:
    with pytest.raises(FileOutage, match="the task cannot be locked"):
        TaskLock(tmp_path / "missing").acquire()
    assert not (tmp_path / "missing").exists()
