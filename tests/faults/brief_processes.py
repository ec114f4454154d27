"""Starting `ditto brief` as a real process, and waiting until it asks."""

import subprocess
import sys
import threading
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from ditto.agents.briefs import BriefInput
from ditto.state.brief import Flow
from tests.brief_model import filled
from tests.faults.processes import wait_for
from tests.scripted_model import Reply, ScriptedModel, held


def new(flow: Flow, given: BriefInput) -> list[str]:
    """Return the arguments that make a task and run it."""
    return [flow, "--input", str(given.source), "--output", str(given.output)]


def further(output: Path) -> list[str]:
    """Return the arguments that run a task on."""
    return ["resume", "--output", str(output)]


@contextmanager
def briefing(config: Path, arguments: list[str]) -> Generator[subprocess.Popen[str]]:
    """Start the command, and end it whatever happens."""
    command = [sys.executable, "-m", "ditto.cli", "--config", str(config), "brief", *arguments]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


@contextmanager
def briefing_in_a_call(
    config: Path, arguments: list[str], model: ScriptedModel, number: int
) -> Generator[tuple[subprocess.Popen[str], threading.Event]]:
    """Start the command and wait until its call of that number, from 1, is under way; the event lets the model answer."""
    released, asked = threading.Event(), len(model.requests)
    last: Reply = held(released, lambda body: filled(body)(body))
    model.script = [*[lambda body: filled(body)(body)] * (number - 1), last]
    try:
        with briefing(config, arguments) as process:
            wait_for(lambda: len(model.requests) == asked + number)
            yield process, released
    finally:
        released.set()
