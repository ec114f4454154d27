"""No version with a known security fault is installed or allowed: the floors stand in pyproject.toml and in the pins."""

import re
import tomllib
from importlib.metadata import version

import pytest

from tests.architecture.tree import ROOT

FLOORS = {
    "langgraph": (1, 2, 18),
    "langgraph-checkpoint": (4, 3, 1),
    "langgraph-checkpoint-sqlite": (3, 1, 2),
    "langchain-core": (1, 3, 3),
    "redis": (5, 2),
}


def numbers(text: str) -> tuple[int, ...]:
    """Return a version's numbers."""
    return tuple(map(int, re.findall(r"\d+", text)[:3]))


@pytest.mark.parametrize("name", FLOORS)
def test_a_dependency_stands_at_or_above_its_security_floor(name: str) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    (declared,) = [one for one in project["dependencies"] if re.match(rf"{name}(\[.*\])?>=", one)]
    (pinned,) = re.findall(rf"^{name}==(\S+)", (ROOT / "requirements/base.txt").read_text(), re.MULTILINE)
    assert min(numbers(declared.split(">=")[1]), numbers(pinned), numbers(version(name))) >= FLOORS[name]
