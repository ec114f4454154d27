"""A process that invokes a task's graph directly, without the runner: `python -m tests.faults.bare_graph DIR CONFIG`.

Exit codes are the command line's.
"""

import asyncio
import sys
from pathlib import Path

from ditto.agents.app import open_app
from ditto.state.errors import Busy, DittoError
from ditto.tools.settings import load_settings


async def run(directory: Path, config: Path) -> str:
    """Invoke the graph once, from its input."""
    async with open_app(directory, load_settings(config)) as app:
        sys.stdout.write("open\n")
        sys.stdout.flush()
        sys.stdin.readline()  # both processes begin at one word of the test
        return str((await app.graph.ainvoke(app.input))["stop"])


def main(directory: str, config: str) -> int:
    """Run and return the exit code."""
    try:
        said = asyncio.run(run(Path(directory), Path(config)))
    except DittoError as error:
        sys.stdout.write(f"{type(error).__name__}: {error}\n")
        return 5 if isinstance(error, Busy) else 1
    sys.stdout.write(f"{said}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
