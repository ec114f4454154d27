"""The sandbox of a process: bubblewrap without network, home or writable places, where it is installed and works.

https://github.com/containers/bubblewrap; what the processes limit by themselves stands in sandboxed/confinement.py.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from ditto.state.errors import BadSettings

from .options import Options

SANDBOXED = Path(__file__).with_name("sandboxed")
_SYSTEM = ("/usr", "/lib", "/lib64", "/lib32", "/bin", "/etc/ld.so.cache")
# Equal runs give equal results: sets and dicts are hashed the same way each time.
_ENVIRONMENT = {
    "PYTHONPATH": str(SANDBOXED.parent),
    "PYTHONHASHSEED": "0",
    "LC_ALL": "C.UTF-8",
    "TZ": "UTC",
    "PATH": "/usr/bin:/bin",
}


def require_sandbox(options: Options) -> None:
    """Raise BadSettings where a task requires a sandbox that this machine does not have."""
    if options.sandbox == "required" and found_bubblewrap() is None:
        raise BadSettings(
            "the tests cannot be run in a sandbox",
            where="bubblewrap",
            found="not installed, or not allowed to make namespaces",
            expected="the package bubblewrap, or a task made with --option sandbox=optional, whose tests may run under limits alone",
        )


def python_command(process: str, argument: str, readable: Sequence[str], options: Options) -> list[str]:
    """Return the command of a process of the folder `sandboxed`, in the sandbox where there is one."""
    require_sandbox(options)
    interpreter = os.path.realpath(sys.executable)
    command = [interpreter, "-P", "-s", "-S", "-B", "-m", f"{SANDBOXED.name}.{process}", argument]
    if (bubblewrap := found_bubblewrap()) is not None:
        return [*_confined(bubblewrap, readable), *command]
    return command


def environment() -> dict[str, str]:
    """Return the whole environment of a process."""
    return dict(_ENVIRONMENT)


@cache
def found_bubblewrap() -> str | None:
    """Return the path of bubblewrap, or None where it is not installed or this machine does not let it work."""
    program = shutil.which("bwrap")
    if program is None:
        return None
    probe = subprocess.run([*_confined(program, ()), "/usr/bin/true"], capture_output=True, check=False)
    return program if probe.returncode == 0 else None


def _confined(bubblewrap: str, readable: Sequence[str]) -> list[str]:
    own = [str(SANDBOXED), os.path.realpath(sys.base_prefix), *readable]
    binds = [part for path in dict.fromkeys([*_SYSTEM, *own]) for part in ("--ro-bind-try", path, path)]
    identity = ["--uid", "65534", "--gid", "65534", "--hostname", "sandbox"]
    kept = [part for name, value in _ENVIRONMENT.items() for part in ("--setenv", name, value)]
    return [
        bubblewrap, "--unshare-all", "--die-with-parent", "--new-session", "--cap-drop", "ALL",
        *identity, "--clearenv", *kept, *binds, "--dev", "/dev", "--chdir", "/", "--",
    ]  # fmt: skip
