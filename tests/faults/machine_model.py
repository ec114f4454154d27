"""A scripted model that answers at random, the same way for the same seed, and remembers what it let pass."""

import os
import queue
import random
import signal
from typing import Any

from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

from tests.scripted_model import (
    GOOD_DRAFT,
    Reply,
    ScriptedModel,
    answer,
    asked_draft_id,
    document,
    html,
    is_question,
    is_review,
    review,
    status,
    text,
)

TITLES = ("Monthly revenue", "Net revenue of both months", "The monthly comparison", "Our revenue", "Revenue report")
WRITERS = (*["good"] * 7, *["flawed"] * 3, "identical", "malformed", "outage")
REVIEWERS = (*["pass"] * 4, *["revise"] * 3, *["needs-human"] * 3, "malformed", "outage")
MALFORMED = ("", "Here is the report.", "<html>", '{"title": 1}', '{"title": "a", "title": "b"}', "[]", "{")


class RandomModel(ScriptedModel):
    """Answer each request as the seed says; `passed` holds the id of every draft that a review let pass."""

    def __init__(self, server: HTTPServer) -> None:
        super().__init__(server)
        self.begin(0)

    def begin(self, seed: int) -> None:
        """Begin a task: forget what was asked before."""
        self._random = random.Random(seed)
        self._last: dict[str, Any] = GOOD_DRAFT
        self._doomed: queue.Queue[int] | None = None
        self.passed: set[str] = set()
        self.requests.clear()

    def doom(self) -> "queue.Queue[int]":
        """Kill the process that asks next with SIGKILL; its id is put into what is returned."""
        self._doomed = queue.Queue()
        return self._doomed

    def spare(self) -> None:
        """Kill nobody any more."""
        self._doomed = None

    def _handle(self, request: Request) -> Response:
        if self._doomed is not None:
            os.kill(self._doomed.get(timeout=10), signal.SIGKILL)
            self._doomed = None
        self.script = [self._chosen(request.get_json())]
        return super()._handle(request)

    def _chosen(self, body: dict[str, Any]) -> Reply:
        if is_question(body):
            return answer(self._random.choice(["no", "no", "yes"]))
        if is_review(body):
            return self._judgement(self._random.choice(REVIEWERS), body)
        return self._writing(self._random.choice(WRITERS))

    def _judgement(self, kind: str, body: dict[str, Any]) -> Reply:
        match kind:
            case "pass":
                self.passed.add(asked_draft_id(body))
                return review()
            case "malformed":
                return self._random.choice([text(self._random.choice(MALFORMED)), review(draft_id="0" * 64)])
            case "outage":
                return self._outage()
        return review(kind, ("interpretation", "Say it calmer."))

    def _writing(self, kind: str) -> Reply:
        match kind:
            case "malformed":
                return text(self._random.choice(MALFORMED), self._random.choice(["stop", "length"]))
            case "outage":
                return self._outage()
            case "good":
                self._last = {**GOOD_DRAFT, "title": self._random.choice(TITLES)}
            case "flawed":
                self._last = flawed(self._random.choice(TITLES))
        return document(self._last)

    def _outage(self) -> Reply:
        return self._random.choice([status(400), html()])


def flawed(title: str) -> dict[str, Any]:
    """Return a draft that the checker must not let pass."""
    return {**GOOD_DRAFT, "title": title, "metrics": {**GOOD_DRAFT["metrics"], "growthPercent": 24.0}}
