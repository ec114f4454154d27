"""Starting `ditto brief` as a real process, and waiting until it asks."""

import subprocess
import sys
from contextlib import AbstractContextManager
from pathlib import Path

from ditto.agents.briefs import BriefInput
from ditto.state.brief import Flow
from tests.brief_model import rightly
from tests.faults.processes import Waiting, in_a_call, running
from tests.scripted_model import ScriptedModel


def new(flow: Flow, given: BriefInput) -> list[str]:
    """Return the arguments that make a task and run it."""
    return [flow, "--input", str(given.source), "--output", str(given.output)]


def further(output: Path) -> list[str]:
    """Return the arguments that run a task on."""
    return ["resume", "--output", str(output)]


def command(config: Path, arguments: list[str]) -> list[str]:
    """Return the command of `ditto brief`."""
    return [sys.executable, "-m", "ditto.cli", "--config", str(config), "brief", *arguments]


def briefing(config: Path, arguments: list[str]) -> AbstractContextManager[subprocess.Popen[str]]:
    """Start the command, and end it whatever happens."""
    return running(command(config, arguments))


def briefing_in_a_call(
    config: Path, arguments: list[str], model: ScriptedModel, number: int
) -> AbstractContextManager[Waiting]:
    """Start the command and wait until its call of that number, from 1, is under way; the event lets the model answer."""
    return in_a_call(command(config, arguments), model, rightly, [rightly] * (number - 1))
