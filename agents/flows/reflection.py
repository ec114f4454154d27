"""Write, check, review, revise, and publish only what passes both gates.

intake -> writer -> checker -> critic -> (writer again | human | reporter) -> publisher
human -> writer where a person sends it back, checker where a person edits it, reporter where one approves or stops
intake -> checker where there is a seed draft; any node -> reporter where a stop rule holds
"""

from typing import Literal

from langgraph.graph import END, START, StateGraph

from ditto.agents.deps import Deps
from ditto.agents.guard import guarded
from ditto.agents.nodes.checker import checker
from ditto.agents.nodes.critic import critic
from ditto.agents.nodes.human import human
from ditto.agents.nodes.intake import intake
from ditto.agents.nodes.publisher import publisher
from ditto.agents.nodes.reporter import reporter
from ditto.agents.nodes.writer import writer
from ditto.state.run import RunState


def after_intake(state: RunState) -> Literal["writer", "checker", "reporter"]:
    """A seed is checked first; without one the model writes."""
    if state.get("stop"):
        return "reporter"
    return "checker" if state.get("draft") else "writer"


def after_writer(state: RunState) -> Literal["checker", "reporter"]:
    """Every version is checked."""
    return "reporter" if state.get("stop") else "checker"


def after_checker(state: RunState) -> Literal["critic", "reporter"]:
    """Every version is reviewed, also one with findings."""
    return "reporter" if state.get("stop") else "critic"


def after_critic(state: RunState) -> Literal["writer", "human", "reporter"]:
    """What is not accepted is revised until a stop rule holds, or a person is asked."""
    if state.get("stop"):
        return "reporter"
    return "human" if state.get("pause") else "writer"


def after_human(state: RunState) -> Literal["writer", "checker", "reporter"]:
    """A person's edit is a new version, which is checked; what a person sends back is revised."""
    if state.get("stop"):
        return "reporter"
    return "writer" if state.get("check") else "checker"


def build(deps: Deps) -> StateGraph[RunState]:
    """Return the flow, not yet compiled."""
    graph = StateGraph(RunState)
    graph.add_node("intake", guarded(intake, deps, until="stop"))
    graph.add_node("writer", guarded(writer, deps, until="stop"))
    graph.add_node("checker", guarded(checker, deps, until="stop"))
    graph.add_node("critic", guarded(critic, deps, until="stop"))
    graph.add_node("human", guarded(human, deps, until="stop"))
    graph.add_node("reporter", guarded(reporter, deps, until="report"))
    graph.add_node("publisher", guarded(publisher, deps, until=None))
    graph.add_edge(START, "intake")
    graph.add_conditional_edges("intake", after_intake)
    graph.add_conditional_edges("writer", after_writer)
    graph.add_conditional_edges("checker", after_checker)
    graph.add_conditional_edges("critic", after_critic)
    graph.add_conditional_edges("human", after_human)
    graph.add_edge("reporter", "publisher")
    graph.add_edge("publisher", END)
    return graph
