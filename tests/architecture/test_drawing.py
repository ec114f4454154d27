"""The flow that is drawn beside this test is the flow that is built."""

from pathlib import Path
from typing import Any, cast

import pytest

from ditto.agents.deps import Deps
from ditto.agents.flows.reflection import build

DRAWN = Path(__file__).with_name("reflection.mmd")


@pytest.fixture
def graph() -> Any:
    """The flow, without a task: drawing asks nothing of its collaborators."""
    return build(cast(Deps, None)).compile().get_graph()


def test_the_flow_is_the_one_that_is_drawn(graph: Any) -> None:
    assert graph.draw_mermaid() == DRAWN.read_text("utf-8")


def test_every_version_passes_the_checker_and_the_critic(graph: Any) -> None:
    ways = {(edge.source, edge.target) for edge in graph.edges}
    assert {target for source, target in ways if source == "writer"} == {"checker", "reporter"}
    assert {target for source, target in ways if source == "checker"} == {"critic", "reporter"}
    assert {source for source, target in ways if target == "publisher"} == {"reporter"}


def test_each_node_is_named_like_its_file_and_its_function() -> None:
    flow = build(cast(Deps, None))
    files = {path.stem for path in (DRAWN.parents[2] / "agents/nodes").glob("*.py")}
    assert set(flow.nodes) <= files
