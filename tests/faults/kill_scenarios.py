"""What is killed: three reflections and the six iteration flows, each with how its task is made. All values are fixed."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from bench.experiments import Files, first_missing, material, write, wrong
from ditto.state.brief import Flow
from ditto.tools.brief_creation import create_brief
from ditto.tools.creation import NewSource, create_task
from ditto.tools.domains import load_domain

RIGHT = {"code": "REL-417", "owner": "team-h12", "deadline": "2026-12-09"}
"""What the sources of every brief say, so that runs can be compared."""


class Scenario(NamedTuple):
    """How a task is made at a path, and how much of it is killed where not everything is."""

    make: Callable[[Path], object]
    points: int
    """Points spread over a run."""
    kinds: bool
    """Whether a point of each kind that is missing among them is added."""
    calls: int
    """Kills inside calls."""
    repeated: int
    """Tasks whose every run is killed."""


def reflection(shown: str, **fixed: Any) -> Scenario:
    """Return the scenario of a demo of the monthly report."""

    def make(task: Path) -> None:
        demo = load_domain("monthly_report").demos[shown]
        sources = [NewSource(key, *value) for key, value in demo.sources.items()]
        create_task(task, domain="monthly_report", goal=demo.goal, seed=demo.seed, sources=sources, **fixed)

    return Scenario(make, points=6, kinds=True, calls=100, repeated=2)


def iteration(flow: Flow, files: Callable[[Mapping[str, str]], Files] = material, **limits: int) -> Scenario:
    """Return the scenario of a flow; its output directory is made before the runner starts."""

    def make(output: Path) -> None:
        source = output.with_name(f"{output.name}-input")
        write(source, files(RIGHT))
        create_brief(source, output, flow, **limits)

    return Scenario(make, points=3, kinds=flow == "adaptive", calls=2, repeated=1)


SCENARIOS: dict[str, Scenario] = {
    "generate": reflection("generate"),
    "flawed-draft": reflection("flawed-draft"),
    "human": reflection("generate", onHuman="pause", approval=True),
    "bounded": iteration("bounded"),
    "adaptive": iteration("adaptive", first_missing),
    "improvement": iteration("improvement", lambda right: material(right, draft=wrong(right))),
    "retrieval": iteration("retrieval", lambda right: material(right, imported=False)),
    "goal": iteration("goal", lambda right: material(right, draft=wrong(right, ["owner"]))),
    "stop": iteration("stop", max_rounds=2),
}
