"""The flow that is drawn beside this test is the flow that is built."""

import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any, cast, get_args

import pytest

from ditto.agents.deps import Deps
from ditto.agents.flows.reflection import build
from ditto.state.brief import Flow

DRAWN = Path(__file__).with_name("drawn")
ROOT = DRAWN.parents[2]


def drawn(flow: str) -> Any:
    """A flow, without a task: drawing asks nothing of its collaborators."""
    return import_module(f"ditto.agents.flows.{flow}").build(cast(Any, None)).compile().get_graph()


@pytest.fixture
def graph() -> Any:
    """The reflection flow."""
    return drawn("reflection")


@pytest.mark.parametrize("flow", ["reflection", *get_args(Flow)])
def test_the_flow_is_the_one_that_is_drawn(flow: str) -> None:
    assert drawn(flow).draw_mermaid() == (DRAWN / f"{flow}.mmd").read_text("utf-8")


@pytest.mark.parametrize("flow", get_args(Flow))
def test_an_iteration_flow_is_whole_in_one_file_of_about_fifty_lines(flow: str) -> None:
    lines = (ROOT / f"agents/flows/{flow}.py").read_text("utf-8").splitlines()
    assert 30 <= len(lines) <= 60


@pytest.mark.parametrize("flow", get_args(Flow))
def test_every_round_is_recorded_and_every_end_reported(flow: str) -> None:
    ways = {(edge.source, edge.target) for edge in drawn(flow).edges}
    assert {target for source, target in ways if source == "__start__"} == {"recorder"}
    assert {source for source, target in ways if target == "__end__"} == {"reporter"}
    working = {source for source, _ in ways} - {"__start__", "recorder", "reporter"}
    assert {source for source, target in ways if target == "recorder"} - {"__start__"} <= working
    assert all({t for s, t in ways if s == node} <= {"recorder", "retriever", "reporter"} for node in working)


@pytest.mark.parametrize("flow", get_args(Flow))
def test_importing_a_flow_has_no_effect(flow: str, tmp_path: Path) -> None:
    program = (
        "import os, sys, socket, threading, subprocess\n"
        "def refuse(*_, **__): raise SystemExit('an effect')\n"
        "socket.socket.connect = subprocess.Popen.__init__ = refuse\n"
        "before = set(os.listdir('.'))\n"
        f"import ditto.agents.flows.{flow}\n"
        "assert set(os.listdir('.')) == before and threading.active_count() == 1\n"
    )
    ended = subprocess.run(
        [sys.executable, "-B", "-c", program], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "", "")


def test_every_version_passes_the_checker_and_the_critic(graph: Any) -> None:
    ways = {(edge.source, edge.target) for edge in graph.edges}
    assert {target for source, target in ways if source == "writer"} == {"checker", "reporter"}
    assert {target for source, target in ways if source == "checker"} == {"critic", "reporter"}
    assert {source for source, target in ways if target == "publisher"} == {"reporter"}


def test_each_node_is_named_like_its_file_and_its_function() -> None:
    flow = build(cast(Deps, None))
    files = {path.stem for path in (ROOT / "agents/nodes").glob("*.py")}
    assert set(flow.nodes) <= files
