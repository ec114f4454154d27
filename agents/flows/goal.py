"""Check fields and sources before and after each round: a brief that holds ends at once, and so does the last defect's mending.

recorder -> reporter where the goal is met before any round; recorder -> (reviser -> recorder)* -> reporter
"""

from typing import Literal

from langgraph.graph import END, START, StateGraph

from ditto.agents.brief_deps import BriefDeps
from ditto.agents.guard import guarded
from ditto.agents.nodes.brief_reporter import brief_reporter
from ditto.agents.nodes.recorder import recorder
from ditto.agents.nodes.reviser import reviser
from ditto.state.brief_run import BriefRunState


def after_recorder(state: BriefRunState) -> Literal["reviser", "reporter"]:
    """The goal is asked first, whether a round was made or not."""
    return "reporter" if state.get("stop") else "reviser"


def build(deps: BriefDeps) -> StateGraph[BriefRunState]:
    """Return the flow, not yet compiled."""
    graph = StateGraph(BriefRunState)
    graph.add_node("recorder", guarded(recorder, deps, until="stop"))
    graph.add_node("reviser", guarded(reviser, deps, until="stop"))
    graph.add_node("reporter", guarded(brief_reporter, deps, until=None))
    graph.add_edge(START, "recorder")
    graph.add_conditional_edges("recorder", after_recorder)
    graph.add_edge("reviser", "recorder")
    graph.add_edge("reporter", END)
    return graph
