"""Search by missing field and untried source until the evidence is complete, then compose and verify the brief.

recorder -> (planner -> retriever -> recorder)* -> composer -> recorder -> reporter
"""

from typing import Literal

from langgraph.graph import END, START, StateGraph

from ditto.agents.brief_deps import BriefDeps
from ditto.agents.guard import guarded
from ditto.agents.nodes.brief_reporter import brief_reporter
from ditto.agents.nodes.planner import planner
from ditto.agents.nodes.recorder import recorder
from ditto.agents.nodes.retriever import retriever
from ditto.agents.nodes.reviser import reviser
from ditto.state.brief_run import BriefRunState


def after_recorder(state: BriefRunState) -> Literal["planner", "composer", "reporter"]:
    """While evidence is missing, a field is chosen and its source read; then the whole brief is composed."""
    if state.get("stop"):
        return "reporter"
    return "planner" if state.get("next") == "search" else "composer"


def after_planner(state: BriefRunState) -> Literal["retriever", "reporter"]:
    """A round chooses and reads."""
    return "reporter" if state.get("stop") else "retriever"


def build(deps: BriefDeps) -> StateGraph[BriefRunState]:
    """Return the flow, not yet compiled."""
    graph = StateGraph(BriefRunState)
    graph.add_node("recorder", guarded(recorder, deps, until="stop"))
    graph.add_node("planner", guarded(planner, deps, until="stop"))
    graph.add_node("retriever", guarded(retriever, deps, until="stop"))
    graph.add_node("composer", guarded(reviser, deps, until="stop"))
    graph.add_node("reporter", guarded(brief_reporter, deps, until=None))
    graph.add_edge(START, "recorder")
    graph.add_conditional_edges("recorder", after_recorder)
    graph.add_conditional_edges("planner", after_planner)
    graph.add_edge("retriever", "recorder")
    graph.add_edge("composer", "recorder")
    graph.add_edge("reporter", END)
    return graph
