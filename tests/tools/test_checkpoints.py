"""The checkpointer keeps LangGraph's contract in half the bytes: history, forks and interrupts work, spent writes go."""

import sqlite3
from pathlib import Path
from typing import Any

import pytest
from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.graph import END, START, StateGraph
from langgraph.types import Command, interrupt
from typing_extensions import TypedDict

from ditto.tools.checkpoints import open_checkpoints

THREAD: Any = {"configurable": {"thread_id": "one"}}


class State(TypedDict, total=False):
    """What two nodes have done."""

    first: int
    answer: str | None


def flow() -> StateGraph[State]:
    """A node that counts, then one that asks."""

    async def count(state: State) -> State:
        return {"first": state.get("first", 0) + 1}

    async def ask(state: State) -> State:
        return {"answer": interrupt("what?")}

    graph = StateGraph(State)
    graph.add_node("count", count)
    graph.add_node("ask", ask)
    graph.add_edge(START, "count")
    graph.add_edge("count", "ask")
    graph.add_edge("ask", END)
    return graph


def rows(path: Path, query: str) -> list[Any]:
    """What a file holds, read from the side."""
    with sqlite3.connect(path) as db:
        found = db.execute(query).fetchall()
    db.close()
    return found


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """The file of checkpoints."""
    return tmp_path / "checkpoints.sqlite"


async def test_an_interrupt_waits_over_a_reopening_and_its_answer_is_taken(path: Path) -> None:
    async with open_checkpoints(path) as saver:
        await flow().compile(checkpointer=saver).ainvoke({"first": 0}, THREAD)
    assert "__interrupt__" in {row[0] for row in rows(path, "select channel from writes")}
    async with open_checkpoints(path) as saver:
        graph = flow().compile(checkpointer=saver)
        waiting = await graph.aget_state(THREAD)
        assert (waiting.next, [one.value for one in waiting.interrupts]) == (("ask",), ["what?"])
        assert await graph.ainvoke(Command(resume="this"), THREAD) == {"first": 1, "answer": "this"}
    assert rows(path, "select * from writes") == []


async def test_every_checkpoint_is_in_the_history_and_the_task_can_be_forked_from_it(path: Path) -> None:
    async with open_checkpoints(path) as saver:
        graph = flow().compile(checkpointer=saver)
        await graph.ainvoke({"first": 0}, THREAD)
        await graph.ainvoke(Command(resume="this"), THREAD)
        history = [one async for one in graph.aget_state_history(THREAD)]
        assert [one.next for one in history] == [(), ("ask",), ("count",), ("__start__",)]
        assert [one.values.get("first") for one in history] == [1, 1, 0, None]
        counting: Any = history[2].config
        fork = await graph.aupdate_state(counting, {"first": 5})
        assert (await graph.ainvoke(None, fork))["first"] == 6
        assert await graph.ainvoke(Command(resume="that"), THREAD) == {"first": 6, "answer": "that"}


async def test_writes_that_a_later_checkpoint_holds_are_let_go_and_the_latest_ones_stay(path: Path) -> None:
    async with open_checkpoints(path) as saver:
        other: Any = {"configurable": {"thread_id": "other"}}
        graph = flow().compile(checkpointer=saver)
        for thread in (THREAD, other):
            await graph.ainvoke({"first": 0}, thread)
        await graph.ainvoke(Command(resume="this"), THREAD)
    left = rows(path, "select distinct thread_id, checkpoint_id from writes")
    assert left == rows(path, "select 'other', max(checkpoint_id) from checkpoints where thread_id = 'other'")


async def test_versions_are_numbers_and_pages_are_small(path: Path) -> None:
    async with open_checkpoints(path) as saver:
        graph = flow().compile(checkpointer=saver)
        await graph.ainvoke({"first": 0}, THREAD)
        held = await saver.aget_tuple(THREAD)
    assert all(type(version) is int for version in held.checkpoint["channel_versions"].values())
    assert rows(path, "pragma page_size") == [(512,)]


async def test_langgraphs_own_saver_reads_the_file(path: Path) -> None:
    async with open_checkpoints(path) as saver:
        await flow().compile(checkpointer=saver).ainvoke({"first": 0}, THREAD)
        ours = [one async for one in saver.alist(THREAD)]
    with SqliteSaver.from_conn_string(str(path)) as saver:
        assert list(saver.list(THREAD)) == ours
        assert flow().compile(checkpointer=saver).get_state(THREAD).next == ("ask",)


async def test_a_thread_is_forgotten_whole(path: Path) -> None:
    async with open_checkpoints(path) as saver:
        graph = flow().compile(checkpointer=saver)
        await graph.ainvoke({"first": 0}, THREAD)
        await saver.adelete_thread("one")
        assert await saver.aget_tuple(THREAD) is None
    assert rows(path, "select * from writes") == rows(path, "select * from checkpoints") == []
