"""Code that tries to escape, written by a model in a whole task: the task ends honestly, and what is right is published."""

from pathlib import Path
from typing import Any

import pytest

from ditto.agents.runner import run
from ditto.state.report import Report
from ditto.tools.creation import NewSource, create_task
from ditto.tools.domains.code_change.sandbox import found_bubblewrap
from ditto.tools.settings import Settings
from ditto.tools.verification import verify
from tests.agents.running import require_published
from tests.scripted_model import Reply, ScriptedModel, document, is_review, review

TESTS = b"from it import f\n\ndef test_it():\n    assert f(20) == 6765\n"
GOOD = "def f(n):\n    a, b = 0, 1\n    for _ in range(n):\n        a, b = b, a + b\n    return a\n"
HOSTILE = {
    "network": "import socket\ndef f(n):\n    return socket.create_connection(('127.0.0.1', 9))\n",
    "files outside": "import os\ndef f(n):\n    return os.listdir('/')\n",
    "fork bomb": "import os\ndef f(n):\n    while True:\n        os.fork()\n",
    "endless loop": "def f(n):\n    while True:\n        pass\n",
    "endless output": "def f(n):\n    while True:\n        print('x' * 1_000_000)\n",
    "ten gigabytes": "def f(n):\n    return 'x' * 10**10\n",
    "test tampering": "import unittest\nunittest.TestCase.run = lambda *a: None\ndef f(n):\n    return 1\n",
    "equal to everything": "class E:\n    def __eq__(self, o):\n        return True\ndef f(n):\n    return E()\n",
    "reading the expected value": "import sys\ndef f(n):\n    g = sys._getframe()\n    while g.f_back:\n        g = g.f_back\n    return g.f_locals.get('expected', 0)\n",
    "an early end": "import os\ndef f(n):\n    os._exit(0)\n",
}
ALLOW = ["os", "socket", "sys", "unittest", "f_back", "f_locals"]


def made(directory: Path) -> Path:
    """A task whose options let nearly anything through the reading, so that the processes have to hold."""
    sandbox = "required" if found_bubblewrap() else "optional"
    options: dict[str, Any] = {"sandbox": sandbox, "seconds": 1, "allow": ALLOW}
    sources = [NewSource("test-it", "test_it.py", TESTS)]
    create_task(directory, domain="code_change", goal="Write it.py.", sources=sources, options=options, maxRounds=2)
    return directory


def writing(content: str) -> Any:
    """A model that writes this code in every version, under another title, and passes it in every review."""
    versions = iter(range(1, 100))

    def otherwise(body: dict[str, Any]) -> Reply:
        if is_review(body):
            return review()
        files = [{"name": "it.py", "content": content}]
        return document(
            {"title": f"Version {next(versions)}", "files": files, "explanation": "It computes the number."}
        )

    return otherwise


@pytest.mark.parametrize("kind", HOSTILE)
def test_a_task_whose_code_tries_to_escape_ends_unaccepted_and_verifies(
    kind: str, tmp_path: Path, model: ScriptedModel, settings: Settings
) -> None:
    task, model.otherwise = made(tmp_path / "task"), writing(HOSTILE[kind])
    report = run(task, settings=settings)
    assert isinstance(report, Report)
    assert (report.status, report.stop_reason) == ("partial", "max-rounds")
    assert all(one.issues for one in report.rounds)
    require_published(task, report)
    assert verify(task).verified, verify(task).findings


def test_the_same_task_with_right_code_is_published(tmp_path: Path, model: ScriptedModel, settings: Settings) -> None:
    task, model.otherwise = made(tmp_path / "task"), writing(GOOD)
    report = run(task, settings=settings)
    assert isinstance(report, Report)
    assert report.status == "completed"
    require_published(task, report)
    assert "def f(n):" in (task / "output" / "report.md").read_text("utf-8")
    assert verify(task).verified


def test_a_failing_tests_diagnostics_reach_the_next_revision_with_the_whole_code(
    tmp_path: Path, model: ScriptedModel, settings: Settings
) -> None:
    task, model.otherwise = made(tmp_path / "task"), writing("def f(n):\n    return n\n")
    run(task, settings=settings)
    asked = model.requests[2]["messages"][-1]["content"]
    assert "f(20) returned 20" in asked and "assert f(20) == 6765" in asked
    assert "def f(n):" in asked and "The same draft again is refused." in asked
