"""What `engine.py` measures Ditto against: a bare LangGraph graph that makes the same calls and keeps its last draft."""

import json
from pathlib import Path
from typing import Any, Literal, NamedTuple

from langchain_openai import ChatOpenAI
from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.graph import END, START, StateGraph
from langgraph.types import Command
from typing_extensions import TypedDict

Options = dict[str, Any]


class State(TypedDict, total=False):
    """The last draft, and nothing else."""

    draft: str


class Script(NamedTuple):
    """What is asked where a draft stands; the writer's first request is under the empty draft."""

    writer: dict[str, Options]
    critic: dict[str, Options]


def build(model: ChatOpenAI, script: Script) -> StateGraph[State]:
    """Return the flow, not yet compiled: write, review, and write again until the review passes."""

    def ask(options: Options) -> str:
        messages = options["messages"]
        return str(model.invoke(messages, extra_body={"response_format": options["response_format"]}).content)

    def writer(state: State) -> State:
        return {"draft": ask(script.writer[state.get("draft", "")])}

    def critic(state: State) -> Command[Literal["writer", "__end__"]]:
        verdict = json.loads(ask(script.critic[state.get("draft", "")]))["verdict"]
        return Command(goto=END if verdict == "pass" else "writer")

    graph = StateGraph(State)
    graph.add_node("writer", writer)
    graph.add_node("critic", critic)
    graph.add_edge(START, "writer")
    graph.add_edge("writer", "critic")
    return graph


def run(path: Path, model: ChatOpenAI, script: Script) -> State:
    """Run the flow to its end with its checkpoints in the file."""
    with SqliteSaver.from_conn_string(str(path)) as saver:
        graph = build(model, script).compile(checkpointer=saver)
        return graph.invoke({"draft": ""}, {"configurable": {"thread_id": "bare"}}, durability="sync")
