"""Servers of one run's own: started through the tether, stopped with the run, gone after kill -9."""

import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO

_TETHER = Path(__file__).with_name("tether.py")
_POLL_SECONDS = 0.02


class NotStarted(Exception):
    """A server did not become ready; the message is its last word."""


class Child:
    """One tethered process; its output goes to a file that the caller gives."""

    def __init__(self, command: Sequence[str], output: IO[bytes], environment: Mapping[str, str] | None = None) -> None:
        # A session of its own, so that a terminal's Ctrl-C reaches Ditto alone, which then ends its children in order.
        self._process = subprocess.Popen(
            [sys.executable, "-I", str(_TETHER), *command],
            stdin=subprocess.PIPE,
            stdout=output,
            stderr=output,
            env={**os.environ, **(environment or {})},
            start_new_session=True,
        )

    @property
    def ended(self) -> bool:
        """Tell whether the process has ended."""
        return self._process.poll() is not None

    def stop(self) -> None:
        """End the process and wait until it is gone."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        try:
            self._process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


class Server:
    """A child with a private folder, ready once a named file or socket serves in it. Its calls block: use a thread."""

    def __init__(self) -> None:
        # A short path: a Unix socket's is limited to about 100 characters.
        self.folder = Path(tempfile.mkdtemp(prefix="ditto-"))
        self._child: Child | None = None
        self._closed = False

    @property
    def running(self) -> bool:
        """Tell whether the server was started and has not ended."""
        return self._child is not None and not self._child.ended

    def start(
        self, command: Sequence[str], ready: str, seconds: float, environment: Mapping[str, str] | None = None
    ) -> None:
        """Start the command and wait until `ready` stands in the folder; raises NotStarted."""
        if self._closed:
            raise NotStarted("closed before it was started")
        with (self.folder / "server.log").open("wb") as log:
            self._child = Child(command, log, environment)
        deadline = time.monotonic() + seconds
        while not _serves(self.folder / ready):
            if self._child.ended or time.monotonic() > deadline:
                raise NotStarted(self._last_words())
            time.sleep(_POLL_SECONDS)

    def close(self) -> None:
        """Stop the server and remove its folder."""
        self._closed = True
        if self._child is not None:
            self._child.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _last_words(self) -> str:
        log = self.folder / "server.log"
        lines = log.read_text("utf-8", "replace").strip().splitlines() if log.exists() else []
        return lines[-1][:200] if lines else "no output"


def _serves(path: Path) -> bool:
    """Tell whether the file stands; a socket stands a moment before it takes connections."""
    if not path.is_socket():
        return path.exists()
    with socket.socket(socket.AF_UNIX) as probe:
        return probe.connect_ex(str(path)) == 0
