"""A scripted model over real HTTP: labelled fault injection, never a model's answer."""

import json
import threading
from collections.abc import Callable
from typing import Any

from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

Reply = Callable[[dict[str, Any]], Response]

GOOD_DRAFT: dict[str, Any] = {
    "title": "Monthly revenue",
    "metrics": {"baselineNetCents": 114000, "currentNetCents": 141000, "growthPercent": 23.68},
    "interpretation": "Net revenue grew from 114000 cents in 2026-07 to 141000 cents in 2026-08, a change of 23.68 %.",
    "limitations": ["The data does not show why revenue changed."],
    "actions": [{"owner": "Finance manager", "task": "Check the refund amounts against the accounting records."}],
    "citations": [
        {"sourceId": "sales-2026-07", "quote": "2026-07,120000,6000"},
        {"sourceId": "sales-2026-08", "quote": "2026-08,150000,9000"},
    ],
}


def completion(message: dict[str, Any], finish_reason: str = "stop") -> Response:
    """Answer with a well-formed completion."""
    body = {
        "id": "scripted",
        "object": "chat.completion",
        "created": 0,
        "model": "scripted",
        "choices": [{"index": 0, "message": {"role": "assistant", **message}, "finish_reason": finish_reason}],
        "usage": {"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15},
    }
    return Response(json.dumps(body), content_type="application/json")


def text(content: str | None, finish_reason: str = "stop", **message: Any) -> Reply:
    """Answer with this text, whatever is asked."""
    return lambda body: completion({"content": content, **message}, finish_reason)


def document(value: Any) -> Reply:
    """Answer with this JSON value."""
    return text(json.dumps(value))


def review(verdict: str = "pass", *issues: tuple[str, str], draft_id: str | None = None) -> Reply:
    """Answer with a review of the draft that the request is about, or of another one."""

    def reply(body: dict[str, Any]) -> Response:
        named = draft_id or asked_draft_id(body)
        listed = [{"field": field, "message": message} for field, message in issues]
        return completion({"content": json.dumps({"draftId": named, "verdict": verdict, "issues": listed})})

    return reply


def draft(**fields: Any) -> Reply:
    """Answer with a right draft in which these fields differ."""
    return document({**GOOD_DRAFT, **fields})


def answer(word: str) -> Reply:
    """Answer a yes/no question with this word."""
    return document({"answer": word})


def held(until: threading.Event, reply: Reply) -> Reply:
    """Answer once the event is set."""

    def wait(body: dict[str, Any]) -> Response:
        until.wait(60)
        return reply(body)

    return wait


def status(code: int, **headers: str) -> Reply:
    """Answer with an HTTP error."""
    return lambda body: Response("{}", status=code, headers=headers, content_type="application/json")


def html() -> Reply:
    """Answer 200 with a gateway's page."""
    return lambda body: Response("<html>gateway</html>", content_type="text/html")


def asked_draft_id(body: dict[str, Any]) -> str:
    """Return the draftId that a review request pins."""
    return body["response_format"]["json_schema"]["schema"]["properties"]["draftId"]["enum"][0]


def is_review(body: dict[str, Any]) -> bool:
    """Tell whether a request asks for a review."""
    return "draftId" in body["response_format"]["json_schema"]["schema"]["properties"]


def is_question(body: dict[str, Any]) -> bool:
    """Tell whether a request asks a yes/no question."""
    return list(body["response_format"]["json_schema"]["schema"]["properties"]) == ["answer"]


def prompt(body: dict[str, Any]) -> str:
    """Return everything that a request says to the model."""
    return "\n".join(message["content"] for message in body["messages"])


def usual(body: dict[str, Any]) -> Reply:
    """Return what is answered where the script says nothing."""
    if is_question(body):
        return answer("no")
    return review() if is_review(body) else document(GOOD_DRAFT)


class ScriptedModel:
    """Answer each request with the next reply of the script, then with a right draft or a passing review."""

    def __init__(self, server: HTTPServer) -> None:
        self.base_url = server.url_for("/v1")
        self.requests: list[dict[str, Any]] = []
        self.keys: list[str | None] = []
        self.script: list[Reply] = []
        self.otherwise: Callable[[dict[str, Any]], Reply] = usual
        server.expect_request("/v1/chat/completions", method="POST").respond_with_handler(self._handle)

    def _handle(self, request: Request) -> Response:
        body = json.loads(request.get_data())
        self.requests.append(body)
        self.keys.append(request.headers.get("Authorization"))
        reply = self.script.pop(0) if self.script else self.otherwise(body)
        return reply(body)

    def settings(self, **provider: Any) -> dict[str, Any]:
        """Return the document of a ditto.yaml that names this server as its only provider."""
        scripted = {
            "base_url": self.base_url,
            "model": "scripted",
            "substituted": True,
            "timeout_seconds": 10,
            **provider,
        }
        return {"model": {"provider": "scripted"}, "providers": {"scripted": scripted}}
