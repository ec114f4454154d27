"""A scripted model for kills: it answers from the request alone, counts by task, and can hold a request.

The task is the first part of the path, so that thousands of tasks share one server; a labelled substitute for a model.
"""

import json
import threading
from collections import Counter
from collections.abc import Generator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import yaml

from tests.brief_model import asks_brief, rightly
from tests.faults.program import EDITED
from tests.scripted_model import is_review, prompt, review, usual

ASKS = review("needs-human", ("interpretation", "Is this the tone you want?"))


@dataclass
class Hold:
    """One request that waits: none of its answer is sent, or the first half, until it is released."""

    number: int
    half: bool
    reached: threading.Event = field(default_factory=threading.Event)
    released: threading.Event = field(default_factory=threading.Event)


class KillModel:
    """The server: how many requests each task has made, and which of them are held."""

    def __init__(self) -> None:
        self.requests: Counter[str] = Counter()
        self.holds: dict[str, Hold] = {}
        self._turn = threading.Lock()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), type("Bound", (_Handler,), {"model": self}))
        self._server.daemon_threads = True
        threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()

    def close(self) -> None:
        """Let every held request go and end the server."""
        for hold in self.holds.values():
            hold.released.set()
        self._server.shutdown()
        self._server.server_close()

    def configure(self, path: Path, task: str, redis_url: str) -> Path:
        """Write a settings file under which a task asks this server in its own name."""
        scripted = {
            "base_url": f"http://127.0.0.1:{self._server.server_port}/{task}/v1",
            "model": "scripted",
            "substituted": True,
            "timeout_seconds": 60,
        }
        document = {
            "model": {"provider": "scripted"},
            "providers": {"scripted": scripted},
            "context": {"redis": redis_url},
        }
        path.write_text(yaml.safe_dump(document))
        return path

    @contextmanager
    def holding(self, task: str, number: int, *, half: bool) -> Generator[Hold]:
        """Hold the request of that number, from 1, of a task."""
        hold = self.holds[task] = Hold(number, half)
        try:
            yield hold
        finally:
            hold.released.set()
            del self.holds[task]

    def counted(self, task: str) -> Hold | None:
        """Count a request, and return what holds it, if anything does."""
        with self._turn:
            self.requests[task] += 1
            hold = self.holds.get(task)
            return hold if hold and hold.number == self.requests[task] else None


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    model: KillModel

    def do_POST(self) -> None:
        """Answer a chat completion."""
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        task = self.path.split("/")[1]
        hold = self.model.counted(task)
        answer = _answer(task, body)
        head = f"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {len(answer)}\r\n\r\n"
        sent = head.encode() + answer
        if hold:
            sent = self._held(hold, sent)
        with suppress(ConnectionError):  # whoever asked may have been killed
            self.wfile.write(sent)

    def _held(self, hold: Hold, sent: bytes) -> bytes:
        """Wait, and return what is still to be sent, which is nothing: whoever waited for it is gone by then."""
        first = len(sent) // 2 if hold.half else 0
        self.wfile.write(sent[:first])
        hold.reached.set()
        hold.released.wait(60)
        self.close_connection = True
        return b""

    def log_message(self, format: str, *arguments: Any) -> None:
        """Say nothing."""


def _answer(task: str, body: dict[str, Any]) -> bytes:
    if asks_brief(body):
        return rightly(body).get_data()
    asks_a_person = task.startswith("human") and is_review(body) and json.dumps(EDITED["title"]) not in prompt(body)
    return (ASKS if asks_a_person else usual(body))(body).get_data()
