"""Children of Ditto: started through the tether, stopped with the run, gone after kill -9."""

import asyncio
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO

_TETHER = Path(__file__).with_name("tether.py")


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

    async def stop(self) -> None:
        """End the process and wait until it is gone."""
        await asyncio.to_thread(self._stop)

    def _stop(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        try:
            self._process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
