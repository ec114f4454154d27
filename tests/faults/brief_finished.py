"""A brief whose every kind of file is there, signed, with a revision a field; made once a module, spoiled in copies."""

import asyncio
import shutil
from pathlib import Path
from typing import NamedTuple

import pytest
import yaml
from pytest_httpserver import HTTPServer

from bench.experiments import first_missing
from ditto.tools.settings import Settings, load_settings
from tests.brief_model import filled
from tests.faults.brief_runs import begun, brief_input, require_right
from tests.faults.kill_scenarios import RIGHT
from tests.scripted_model import ScriptedModel

KEY = "the key that signs manifests"
PATTERNS = {
    "spec.json": 1,
    "state.json": 1,
    "brief.md": 1,
    "result.json": 1,
    "revisions/*.json": 4,
    "rounds/*.json": 14,
    ".ditto/request.json": 1,
    ".ditto/sources/*.json": 3,
    ".ditto/manifest.json": 1,
    ".ditto/manifest.hmac": 1,
}
"""Every file that the task rests on, and how many fit each pattern."""


class Finished(NamedTuple):
    """The task, and the settings of a model that is gone, with the key."""

    output: Path
    settings: Settings

    def copy(self, folder: Path) -> Path:
        """Return a copy that a test may spoil; tests of spoiling name it `task`."""
        return Path(shutil.copytree(self.output, folder / "task"))


def finished(folder: Path) -> Finished:
    """Make the task."""
    with HTTPServer(host="127.0.0.1", port=0) as server, pytest.MonkeyPatch.context() as environment:
        model, config = ScriptedModel(server), folder / "scripted.yaml"
        model.otherwise = filled
        config.write_text(yaml.safe_dump(model.settings()))
        environment.setenv("DITTO_MANIFEST_KEY", KEY)
        settings = load_settings(config)
        given = brief_input(folder, first_missing(RIGHT))
        report = asyncio.run(begun("adaptive", given, settings))
    require_right(given.output, report)
    return Finished(given.output, settings)


def places() -> list[tuple[str, int]]:
    """Return each file as a pattern and a number."""
    return [(pattern, number) for pattern, count in PATTERNS.items() for number in range(count)]


def file_of(output: Path, place: tuple[str, int]) -> Path:
    """Return a file of the task."""
    return sorted(output.glob(place[0]))[place[1]]
