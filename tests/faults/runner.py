"""A process that runs one task: `python -m tests.faults.runner DIR CONFIG`.

Exit codes are the command line's: 0 ended, 1 failed, 5 busy, 130 cancelled. The outcome is one line on stdout.
"""

import asyncio
import signal
import sys
from pathlib import Path

from ditto.agents.app import open_app
from ditto.agents.runner import run_reflection
from ditto.state.errors import Busy, DittoError
from ditto.tools.settings import load_settings


def main(directory: Path, config: Path) -> int:
    """Run the task and return the exit code."""
    try:
        say(asyncio.run(run(directory, config)))
    except (asyncio.CancelledError, KeyboardInterrupt):
        return 130
    except DittoError as error:
        say(f"{type(error).__name__}: {error}")
        return 5 if isinstance(error, Busy) else 1
    return 0


def say(line: str) -> None:
    """Write one line at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


async def run(directory: Path, config: Path) -> str:
    """Run the task; SIGTERM cancels it, as Ctrl-C does."""
    this = asyncio.current_task()
    assert this is not None
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, this.cancel)
    async with open_app(directory, load_settings(config)) as app:
        return (await run_reflection(app)).stop_reason


if __name__ == "__main__":
    sys.exit(main(*map(Path, sys.argv[1:])))
