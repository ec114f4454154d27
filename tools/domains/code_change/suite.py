"""Running the given tests against a draft's files: two processes, of which that of the code never sees a test."""

import contextlib
import json
import os
import signal
import subprocess
import tempfile
import threading
from collections.abc import Generator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from ditto.state.errors import FileOutage

from .options import Options
from .sandbox import environment, python_command

CODE_ENDED = "the process of the code has ended"
"""What sandboxed/suite_process.py says of a test whose call was never answered."""

_MOST_RESULTS = 1 << 20
_WALL_FACTOR = 4
_PATIENCE = 3  # seconds: the code's clock must run out before that of the tests, which then say in which test it was


class Outcome(NamedTuple):
    """How one test ended; `told` says what was wrong."""

    test: str
    passed: bool
    told: str


class SuiteRun(NamedTuple):
    """How the tests ended, and the one that ran when they were stopped, if they were."""

    results: tuple[Outcome, ...]
    stopped_in: str | None
    cause: str | None


def run_tests(files: Mapping[str, str], tests: Mapping[str, str], options: Options) -> SuiteRun:
    """Run the tests, by file name, against the files; raises BadSettings where a required sandbox is missing.

    Equal input gives an equal result, as far as the code itself is deterministic.
    """
    try:
        with tempfile.TemporaryDirectory(prefix="ditto-code-", ignore_cleanup_errors=True) as made:
            code, given = _written(Path(made) / "code", files), _written(Path(made) / "tests", tests)
            return _run(code, given, [Path(name).stem for name in files], options)
    except OSError as cause:
        raise FileOutage("the tests cannot be run", where=cause.filename, found=cause.strerror or cause) from cause


def _written(folder: Path, files: Mapping[str, str]) -> str:
    folder.mkdir(mode=0o755)
    for name, text in files.items():
        (folder / name).write_text(text, "utf-8")
    folder.parent.chmod(0o755)  # the sandbox's user is nobody
    return str(folder)


def _run(code: str, given: str, modules: list[str], options: Options) -> SuiteRun:
    wall, limits = options.seconds * _WALL_FACTOR, {"seconds": options.seconds, "megabytes": options.megabytes}
    server = json.dumps({"folder": code, "wall": wall, **limits})
    runner = json.dumps({"folder": given, "modules": modules, "wall": wall + _PATIENCE, **limits})
    pipe, lost = subprocess.PIPE, subprocess.DEVNULL
    with ExitStack() as stack:
        serving = stack.enter_context(
            _started("code_server", server, code, options, stdin=pipe, stdout=pipe, stderr=lost)
        )
        running = stack.enter_context(
            _started("suite_process", runner, given, options, stdin=serving.stdout, stdout=serving.stdin, stderr=pipe)
        )
        for end in (serving.stdin, serving.stdout):
            end.close()  # the other process holds it now
        stack.enter_context(_ended_after(wall + 2 * _PATIENCE, serving, running))
        told = running.stderr.read(_MOST_RESULTS)
        _kill(running)
        with contextlib.suppress(subprocess.TimeoutExpired):
            serving.wait(2)  # it has nobody to serve any more
        written = told.decode("utf-8", "replace").replace(f"{Path(code).parent}/", "")
        return _read(written, _cause(serving, running, options))


@contextmanager
def _started(name: str, argument: str, readable: str, options: Options, **pipes: Any) -> Generator[Any]:
    command = python_command(name, argument, [readable], options)
    process = subprocess.Popen(command, env=environment(), cwd="/", start_new_session=True, **pipes)
    try:
        yield process
    finally:
        _kill(process)


@contextmanager
def _ended_after(seconds: float, *processes: Any) -> Generator[None]:
    timer = threading.Timer(seconds, lambda: [_kill(one) for one in processes])
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _kill(process: Any) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def _cause(serving: Any, running: Any, options: Options) -> str:
    """Say why the tests stopped, by how the processes ended; under the sandbox a signal is 128 and its number."""
    codes = {-code if code < 0 else code - 128 for code in (serving.poll(), running.poll()) if code}
    if signal.SIGXCPU in codes or signal.SIGALRM in codes:
        return f"it takes longer than {options.seconds} seconds"
    return "it ended itself, or was ended"


def _read(told: str, cause: str) -> SuiteRun:
    results, running, ended = list[Outcome](), None, False
    for line in told.splitlines():
        with contextlib.suppress(ValueError):
            one = json.loads(line)
            ended = ended or one["outcome"] == "ended"
            running = one["test"] if one["outcome"] == "started" else None
            if one["outcome"] in ("passed", "failed"):
                why = one["told"].replace(CODE_ENDED, f"{CODE_ENDED}: {cause}")
                results.append(Outcome(one["test"], one["outcome"] == "passed", why))
    return SuiteRun(tuple(results), None if ended else running, None if ended else cause)
