"""A server of a run's own is used only once it takes connections."""

import socket
import sys
from collections.abc import Iterator

import pytest

from ditto.tools.child import NotStarted, Server

# Binds its socket, which then stands in the folder, and listens half a second later.
SLOW = "import socket, sys, time; s = socket.socket(socket.AF_UNIX); s.bind(sys.argv[1]); time.sleep(0.5); s.listen(); time.sleep(60)"


@pytest.fixture
def server() -> Iterator[Server]:
    """A server that is not started yet."""
    server = Server()
    yield server
    server.close()


def test_a_socket_that_stands_but_does_not_listen_yet_is_waited_for(server: Server) -> None:
    path = str(server.folder / "slow.sock")
    server.start([sys.executable, "-I", "-c", SLOW, path], "slow.sock", 30)
    with socket.socket(socket.AF_UNIX) as client:
        client.connect(path)


def test_a_server_that_ends_at_once_is_reported_with_its_last_word(server: Server) -> None:
    with pytest.raises(NotStarted, match="no such option"):
        server.start([sys.executable, "-I", "-c", "raise SystemExit('starting\\nno such option')"], "never", 30)
