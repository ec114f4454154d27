"""A process that is killed while it makes a brief's output directory: `python -m tests.faults.kill_creation INPUT FOLDER`.

Each trial is a fork with a folder of its own, FOLDER/N, killed at its N-th point, from 1, until one ends by itself. The one
line of stdout is the list of the points that this last one passed.
"""

import json
import os
import signal
import sys
from pathlib import Path

from ditto.tools.brief_creation import create_brief
from tests.faults.kill_points import Points, watch


def main(source: Path, folder: Path) -> None:
    """Kill one fork after the other."""
    number = 1
    while killed(source, folder / str(number), number):
        number += 1


def killed(source: Path, parent: Path, number: int) -> bool:
    """Make an output directory in a fork; tell whether the fork was killed."""
    parent.mkdir(parents=True)
    if (child := os.fork()) == 0:
        points = Points(parent, number)
        watch(points)
        create_brief(source, parent / "output", "bounded")
        sys.stdout.write(json.dumps(points.passed))
        sys.stdout.flush()
        os._exit(0)
    _, status = os.waitpid(child, 0)
    code = os.waitstatus_to_exitcode(status)
    assert code in (0, -signal.SIGKILL), code
    return code != 0


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
