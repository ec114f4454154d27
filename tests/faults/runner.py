"""A process that runs one task: `python -m tests.faults.runner DIR CONFIG [--kill-at N]…`; with several jobs, one fork each.

Exit codes are the command line's: 0 ended, 1 failed, 5 busy, 130 cancelled. The outcome is one line on stdout.
"""

import asyncio
import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path

import langchain_openai
import langgraph.checkpoint.sqlite.aio
import redis.asyncio

from ditto.agents.app import open_app
from ditto.agents.events import Event
from ditto.agents.flows import reflection
from ditto.agents.runner import run_reflection
from ditto.state.errors import Busy, DittoError
from ditto.tools.settings import load_settings

# Imported before the fork, since it takes longer than a run.
PRELOADED = (langchain_openai, langgraph.checkpoint.sqlite.aio, redis.asyncio, reflection)


def main(jobs: list[str]) -> int:
    """Run `DIR CONFIG`, or fork for each `DIR CONFIG N` and kill it with SIGKILL at its N-th event."""
    if len(jobs) == 2:
        return ended(Path(jobs[0]), Path(jobs[1]), lambda event: None)
    for start in range(0, len(jobs), 3):
        directory, config, number = jobs[start : start + 3]
        if (child := os.fork()) == 0:
            os._exit(ended(Path(directory), Path(config), killer(int(number))))
        _, status = os.waitpid(child, 0)
        say(f"{directory} {os.waitstatus_to_exitcode(status)}")
    return 0


def say(line: str) -> None:
    """Write one line at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def killer(number: int) -> Callable[[Event], None]:
    """Return an observer that kills its own process at the event of that number, from 1."""
    left = number

    def observe(event: Event) -> None:
        nonlocal left
        left -= 1
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)

    return observe


def ended(directory: Path, config: Path, observe: Callable[[Event], None]) -> int:
    """Run the task and return the exit code."""
    try:
        say(asyncio.run(run(directory, config, observe)))
    except (asyncio.CancelledError, KeyboardInterrupt):
        return 130
    except DittoError as error:
        say(f"{type(error).__name__}: {error}")
        return 5 if isinstance(error, Busy) else 1
    return 0


async def run(directory: Path, config: Path, observe: Callable[[Event], None]) -> str:
    """Run the task; SIGTERM cancels it, as Ctrl-C does."""
    this = asyncio.current_task()
    assert this is not None
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, this.cancel)
    async with open_app(directory, load_settings(config), observe=observe) as app:
        return (await run_reflection(app)).stop_reason


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
