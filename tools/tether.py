"""Run a command that dies with its parent: `python tether.py COMMAND …` with a pipe as standard input.

The pipe's other end is the parent's alone, so its end, kill -9 included, closes the pipe; the tether then kills the
command. Where Linux offers it, the command is also tied to the tether itself. Uses the standard library alone, since it
is started as a file.
"""

import ctypes
import os
import signal
import subprocess
import sys
import threading

_PR_SET_PDEATHSIG = 1


def main(command: list[str]) -> int:
    """Run the command until it ends or standard input does; return its exit code."""
    tie = _die_with_tether if sys.platform == "linux" else None
    child = subprocess.Popen(command, stdin=subprocess.DEVNULL, preexec_fn=tie)  # noqa: PLW1509 -- no thread runs yet
    threading.Thread(target=_kill_at_end_of_input, args=(child,), daemon=True).start()
    return child.wait()


def _kill_at_end_of_input(child: subprocess.Popen[bytes]) -> None:
    while os.read(0, 4096):
        pass
    child.kill()


def _die_with_tether() -> None:
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
