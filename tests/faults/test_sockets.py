"""A run opens no socket but the model's and Redis's, and none is opened by looking, reviewing or verifying."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import MakeTask
from tests.faults.processes import ROOT
from tests.scripted_model import ScriptedModel

WATCH = """
import json, sys
from pathlib import Path
seen = []
def hook(event, arguments):
    if event in ("socket.connect", "socket.bind", "socket.sendto", "socket.getaddrinfo", "socket.gethostbyname"):
        address = arguments[0] if event.startswith("socket.get") else arguments[1]
        address = address.decode() if isinstance(address, bytes) else address
        seen.append([event, [str(part) for part in address] if isinstance(address, tuple) else str(address)])
sys.addaudithook(hook)
from ditto.cli.app import app
try:
    app(sys.argv[2:])
except SystemExit as end:
    code = end.code
Path(sys.argv[1]).write_text(json.dumps([code, seen]))
"""


IPV6_PROBE = ["socket.bind", ["::1", "0"]]
"""urllib3 asks the kernel at its import whether there is IPv6; nothing is connected or listened to."""


def watched(tmp_path: Path, *arguments: object) -> tuple[int, list[list[object]]]:
    """Run a command, and return its exit code and every address that it used."""
    told = tmp_path / "seen.json"
    command = [sys.executable, "-c", WATCH, str(told), *map(str, arguments)]
    environment = {
        **os.environ,
        "LANGSMITH_TRACING": "true",
        "LANGSMITH_API_KEY": "no",
        "PYTHONPATH": str(ROOT / "src"),
    }
    subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, check=True)
    code, seen = json.loads(told.read_text())
    return code, seen


def test_a_run_connects_to_the_model_and_to_redis_alone(
    make_task: MakeTask, shared_config: Path, redis_url: str, model: ScriptedModel, tmp_path: Path
) -> None:
    code, seen = watched(tmp_path, "run", make_task("flawed-draft"), "--config", shared_config)
    assert code == 0
    socket = redis_url.removeprefix("unix://").split("?")[0]
    port = model.base_url.split(":")[2].split("/")[0]
    allowed = {socket, str(["127.0.0.1", port]), str(["localhost", port])}
    used = {
        str(address[:2] if isinstance(address, list) else address)
        for event, address in seen
        if event == "socket.connect"
    }
    assert used <= allowed
    assert len(used) == 2
    assert [entry for entry in seen if entry[0] not in ("socket.connect", "socket.getaddrinfo")] in ([], [IPV6_PROBE])
    assert {str(address) for event, address in seen if event == "socket.getaddrinfo"} <= {"127.0.0.1", "localhost"}


@pytest.mark.parametrize("command", ["show", "review", "verify"])
def test_looking_at_a_task_opens_no_socket(
    make_task: MakeTask, shared_config: Path, tmp_path: Path, command: str
) -> None:
    task = make_task()
    watched(tmp_path, "run", task, "--config", shared_config)
    assert watched(tmp_path, command, task) == (0, [])
