"""Measure the engine alone: Ditto against a bare LangGraph graph that sends the same six requests to a scripted model.

Both run in this process, in turn, on one file system. What is started once (the model's server, Redis, imports, the
bare graph's client, task directories) is outside of every time.
"""

import argparse
import asyncio
import gc
import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple
from urllib.request import urlopen

import bare_graph
import scripted_server
import yaml
from engine_table import table
from langchain_openai import ChatOpenAI
from pydantic import SecretStr

from ditto import Report, Settings, create_demo, load_settings, open_app, run_reflection
from ditto.agents.events import Entered, Event, silent
from ditto.tools.embedded_redis import EmbeddedRedis

RESULTS = Path(__file__).with_name("results") / "engine.json"
VERSIONS, CALLS = 3, 6
MOST_RATIO, MOST_BYTES_RATIO, MOST_REPLAY_MS = 1.3, 0.5, 50.0
TRIALS = 50  # of one fsync, and of one request to the scripted model

Document = dict[str, Any]


class Stage(NamedTuple):
    """What both sides run on, and what the bare graph sends."""

    folder: Path
    loop: asyncio.Runner
    settings: Settings
    client: ChatOpenAI
    script: bare_graph.Script
    steps: int
    server_ms: float


class Trial(NamedTuple):
    """One run of each: milliseconds, and bytes on disk."""

    ditto: float
    bare: float
    replay: float
    opened: float
    ditto_checkpoints: int
    bare_checkpoints: int
    task_directory: int


@contextmanager
def model_server() -> Iterator[str]:
    """Start the scripted model in a process of its own and return its base URL."""
    command = [sys.executable, str(Path(scripted_server.__file__))]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        yield f"http://127.0.0.1:{int(process.stdout.readline())}/v1"
    finally:
        process.stdin.close()
        process.wait()
        process.stdout.close()


@contextmanager
def redis_server(loop: asyncio.Runner) -> Iterator[str]:
    """Start a real Redis server and return its URL."""
    server = EmbeddedRedis()
    try:
        yield loop.run(server.url())
    finally:
        loop.run(server.close())


@contextmanager
def stage(folder: Path) -> Iterator[Stage]:
    """Start the servers, run both sides once, and return what they run on."""
    with asyncio.Runner() as loop, model_server() as server, redis_server(loop) as redis:
        yield warmed_up(folder, loop, server, configured(folder / "engine.yaml", server, redis))


def configured(path: Path, server: str, redis: str) -> Settings:
    """Return settings that name the scripted model as the only provider."""
    scripted = {"base_url": server, "model": "scripted", "substituted": True, "timeout_seconds": 10}
    document = {"model": {"provider": "scripted"}, "providers": {"scripted": scripted}, "context": {"redis": redis}}
    path.write_text(yaml.safe_dump(document))
    return load_settings(path)


def warmed_up(folder: Path, loop: asyncio.Runner, server: str, settings: Settings) -> Stage:
    """Run both sides once; fails where a task ends otherwise than meant, or the two send different requests."""
    nodes: list[str] = []
    create_demo(folder / "warm-up", "generate")
    report = loop.run(run_ditto(folder / "warm-up", settings, partial(_note, nodes)))
    assert report.status == "completed", report.detail
    assert (len(report.rounds), report.usage.model_calls) == (VERSIONS, CALLS)
    asked = requests(server)
    client = ChatOpenAI(base_url=server, api_key=SecretStr("none"), model="scripted", max_retries=0, timeout=10)
    ready = Stage(folder, loop, settings, client, script_of(asked), len(nodes), milliseconds_to_answer(server, asked))
    bare_graph.run(folder / "warm-up.sqlite", client, ready.script)
    assert requests(server) == asked, "the bare graph does not send what Ditto sends"
    return ready


def _note(nodes: list[str], event: Event) -> None:
    if isinstance(event, Entered):
        nodes.append(event.node)


def requests(server: str) -> list[Document]:
    """Return the requests that the scripted model had since it was last asked for them."""
    with urlopen(f"{server}/requests") as response:
        return json.load(response)


def script_of(asked: Sequence[Document]) -> bare_graph.Script:
    """Return a run's requests, each under the draft that stood when it was made."""
    script, standing = bare_graph.Script({}, {}), ""
    for body in asked:
        answer = scripted_server.answer(body)
        if "draftId" in answer:
            script.critic[standing] = body
        else:
            script.writer[standing] = body
            standing = json.dumps(answer)
    return script


def milliseconds_to_answer(server: str, asked: Sequence[Document]) -> float:
    """Return the median time of one request to the scripted model, with a connection of its own."""
    data = json.dumps(asked[-1]).encode()

    def post() -> None:
        with urlopen(f"{server}/chat/completions", data) as response:
            response.read()

    median = statistics.median([timed(post, settled=False) for _ in range(TRIALS)])
    requests(server)
    return median


async def run_ditto(task: Path, settings: Settings, observe: Callable[[Event], None] = silent) -> Report:
    """Run a task to its end, or answer again for one that has ended."""
    async with open_app(task, settings, observe=observe) as app:
        return await run_reflection(app)


async def open_alone(task: Path, settings: Settings) -> None:
    """Open a task and close it."""
    async with open_app(task, settings):
        pass


def timed(act: Callable[[], Any], *, settled: bool = True) -> float:
    """Return the milliseconds that an act takes, with no garbage of others left to collect where it is settled."""
    if settled:
        gc.collect()
    began = time.perf_counter()
    act()
    return (time.perf_counter() - began) * 1000


def trial(on: Stage, number: int) -> Trial:
    """Run each side once on new files; which one is first changes from trial to trial."""
    task, bare = on.folder / f"ditto-{number}", on.folder / f"bare-{number}"
    create_demo(task, "generate")
    bare.mkdir()
    acts: dict[str, Callable[[], Any]] = {
        "ditto": lambda: on.loop.run(run_ditto(task, on.settings)),
        "bare": lambda: bare_graph.run(bare / "checkpoints.sqlite", on.client, on.script),
    }
    times = {name: timed(acts[name]) for name in sorted(acts, reverse=number % 2 == 0)}
    sizes = (size(task, "checkpoints.sqlite*"), size(bare, "checkpoints.sqlite*"), size(task, "**/*"))
    replay = timed(lambda: on.loop.run(run_ditto(task, on.settings)))
    opened = timed(lambda: on.loop.run(open_alone(task, on.settings)))
    return Trial(times["ditto"], times["bare"], replay, opened, *sizes)


def size(folder: Path, pattern: str) -> int:
    """Return the bytes of the files of a folder that fit a pattern."""
    return sum(path.stat().st_size for path in folder.glob(pattern) if path.is_file())


def milliseconds_to_sync(folder: Path) -> float:
    """Return the median time of one fsync, without which no time here can be compared with another machine's."""
    with (folder / "synced").open("wb", buffering=0) as file:

        def append() -> None:
            file.write(b"x" * 512)
            os.fsync(file.fileno())

        return statistics.median([timed(append, settled=False) for _ in range(TRIALS)])


def spread(values: Sequence[float]) -> Document:
    """Return median, 90th percentile and every value."""
    return {
        "median": round(statistics.median(values), 2),
        "p90": round(statistics.quantiles(values, n=10, method="inclusive")[-1], 2),
        "all": [round(value, 2) for value in values],
    }


def machine(on: Stage) -> Document:
    """Return what the times depend on."""
    return {
        "platform": platform.platform(),
        "python": platform.python_version(),
        "cpus": os.cpu_count(),
        "langgraph": version("langgraph"),
        "langchain-openai": version("langchain-openai"),
        "fsyncMs": round(milliseconds_to_sync(on.folder), 3),
        "serverMs": round(on.server_ms, 3),
    }


def results_of(on: Stage, trials: Sequence[Trial]) -> Document:
    """Return the results file's document."""
    ditto, bare, replay, opened, own, others, whole = map(list, zip(*trials, strict=True))
    steps = {"ditto": on.steps, "bare": CALLS}
    wall = {"ditto": spread(ditto), "bare": spread(bare), "replay": spread(replay), "open": spread(opened)}
    checkpoints = {"ditto": round(statistics.median(own)), "bare": round(statistics.median(others))}
    document: Document = {
        "machine": machine(on),
        "runs": len(trials),
        "steps": steps,
        "wallMs": wall,
        "msPerStep": {side: round(wall[side]["median"] / count, 2) for side, count in steps.items()},
        "checkpointBytes": checkpoints,
        "taskDirectoryBytes": round(statistics.median(whole)),
        "ratio": round(wall["ditto"]["median"] / wall["bare"]["median"], 2),
        "checkpointBytesRatio": round(checkpoints["ditto"] / checkpoints["bare"], 2),
    }
    return document | {"targets": targets(document)}


def targets(results: Document) -> dict[str, bool]:
    """Tell of each target whether it is met."""
    return {
        f"wall time at most {MOST_RATIO} of the bare graph's": results["ratio"] <= MOST_RATIO,
        f"checkpoint bytes at most {MOST_BYTES_RATIO} of its": results["checkpointBytesRatio"] <= MOST_BYTES_RATIO,
        f"replay under {MOST_REPLAY_MS:g} ms": results["wallMs"]["replay"]["median"] < MOST_REPLAY_MS,
    }


def main() -> int:
    """Run everything, write the results file and print its table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=15)
    parser.add_argument("--results", type=Path, default=RESULTS)
    parser.add_argument("--dir", type=Path, help="a folder on the file system to measure on")
    parser.add_argument("--strict", action="store_true", help="exit 1 where a target is missed")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="ditto-engine-", dir=given.dir) as folder, stage(Path(folder)) as on:
        results = results_of(on, [trial(on, number) for number in range(given.runs)])
    given.results.parent.mkdir(parents=True, exist_ok=True)
    given.results.write_text(json.dumps(results, indent=1) + "\n")
    print(table(results))
    return 1 if given.strict and not all(results["targets"].values()) else 0


if __name__ == "__main__":
    sys.exit(main())
