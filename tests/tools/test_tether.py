"""A child ends with its parent, however the parent ends, and takes nothing with it that it did not start."""

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from ditto.tools.child import Child, NotStarted, Server
from tests.tools.conftest import StartPython, alive, descendants, first_line, gone_within

PARENT = """if True:
    import pathlib, sys, time
    from ditto.tools.child import Child
    output = pathlib.Path(sys.argv[1])
    with output.open("wb") as file:
        child = Child(["sh", "-c", "echo $$; exec sleep 60"], file)
    while not output.read_text().endswith("\\n"):
        time.sleep(0.01)
    print(child._process.pid, output.read_text().strip(), flush=True)
    input()
"""
REDIS_PARENT = """if True:
    import asyncio, sys
    from ditto.tools.embedded_redis import EmbeddedRedis
    async def main():
        server = EmbeddedRedis()
        print(await server.url(), flush=True)
        input()
    asyncio.run(main())
"""


def pids(parent: "subprocess.Popen[str]") -> tuple[int, int]:
    """The tether's and the command's process ids, both alive."""
    tether, command = map(int, first_line(parent).split())
    assert alive(tether) and alive(command)
    return tether, command


@pytest.mark.parametrize("sent", [signal.SIGKILL, signal.SIGTERM])
def test_the_child_of_a_killed_parent_is_gone_within_five_seconds(
    sent: signal.Signals, tmp_path: Path, start_python: StartPython
) -> None:
    parent = start_python(PARENT, tmp_path / "output")
    tether, command = pids(parent)
    parent.send_signal(sent)
    parent.wait(10)
    assert gone_within(command, 5) and gone_within(tether, 5)


def test_the_child_of_a_parent_that_ends_in_order_is_gone_too(tmp_path: Path, start_python: StartPython) -> None:
    parent = start_python(PARENT, tmp_path / "output")
    tether, command = pids(parent)
    parent.communicate("\n", 10)
    assert gone_within(command, 5) and gone_within(tether, 5)


def test_the_embedded_valkey_of_a_killed_parent_is_gone_within_five_seconds(start_python: StartPython) -> None:
    parent = start_python(REDIS_PARENT)
    socket = Path(first_line(parent).removeprefix("unix://"))
    serving = descendants(parent.pid)
    assert socket.is_socket() and serving
    assert oct(socket.stat().st_mode & 0o777) == "0o600"
    parent.kill()
    parent.wait(10)
    assert all(gone_within(pid, 5) for pid in serving)
    shutil.rmtree(socket.parent)


def test_a_stopped_child_is_gone_when_stop_returns(tmp_path: Path) -> None:
    with (tmp_path / "output").open("wb") as file:
        child = Child(["sleep", "60"], file)
    assert not child.ended
    child.stop()
    assert child.ended


def test_a_child_has_a_session_and_variables_of_its_own(tmp_path: Path) -> None:
    """A terminal's interrupt reaches Ditto alone."""
    code = "import os; print(os.getsid(0), os.environ['PROBE'])"
    with (tmp_path / "output").open("wb") as file:
        child = Child([sys.executable, "-c", code], file, {"PROBE": "given"})
    while not (tmp_path / "output").read_text().endswith("\n"):
        time.sleep(0.01)
    child.stop()
    session, probe = (tmp_path / "output").read_text().split()
    assert (int(session) != os.getsid(0), probe) == (True, "given")


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux ties a process to its parent's death")
def test_the_command_of_a_killed_tether_is_gone_within_five_seconds(tmp_path: Path, start_python: StartPython) -> None:
    tether, command = pids(start_python(PARENT, tmp_path / "output"))
    os.kill(tether, signal.SIGKILL)
    assert gone_within(command, 5)


def test_a_server_that_ends_before_it_serves_says_its_last_word() -> None:
    server = Server()
    with pytest.raises(NotStarted, match="no such flag"):
        server.start(["sh", "-c", "echo starting; echo no such flag >&2; exit 1"], "ready", 20)
    assert not server.running
    server.close()
    assert not server.folder.exists()


def test_a_server_that_never_serves_is_given_up_and_ended() -> None:
    server = Server()
    with pytest.raises(NotStarted, match="no output"):
        server.start(["sleep", "60"], "ready", 0.1)
    server.close()
    assert not server.running


def test_a_server_that_was_closed_is_not_started() -> None:
    server = Server()
    server.close()
    with pytest.raises(NotStarted, match="closed before"):
        server.start(["sleep", "60"], "ready", 5)
