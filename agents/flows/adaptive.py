"""Let the model read the latest check and plan the next step; the validated plan selects retrieval or revision.

recorder -> (planner -> recorder -> (retriever | reviser) -> recorder)* -> reporter
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


def after_recorder(state: BriefRunState) -> Literal["planner", "retriever", "reviser", "reporter"]:
    """A plan is made first, then the step that it names; a source that failed leads to another plan."""
    if state.get("stop"):
        return "reporter"
    match state.get("next"):
        case "search":
            return "retriever"
        case "revise":
            return "reviser"
        case _:
            return "planner"


def build(deps: BriefDeps) -> StateGraph[BriefRunState]:
    """Return the flow, not yet compiled."""
    graph = StateGraph(BriefRunState)
    graph.add_node("recorder", guarded(recorder, deps, until="stop"))
    graph.add_node("planner", guarded(planner, deps, until="stop"))
    graph.add_node("retriever", guarded(retriever, deps, until="stop"))
    graph.add_node("reviser", guarded(reviser, deps, until="stop"))
    graph.add_node("reporter", guarded(brief_reporter, deps, until=None))
    graph.add_edge(START, "recorder")
    graph.add_conditional_edges("recorder", after_recorder)
    graph.add_edge("planner", "recorder")
    graph.add_edge("retriever", "recorder")
    graph.add_edge("reviser", "recorder")
    graph.add_edge("reporter", END)
    return graph
