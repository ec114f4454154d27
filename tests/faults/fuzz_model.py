"""A scripted model of which one answer is spoiled; it remembers what its answers mean, read independently."""

import json
from collections.abc import Callable
from typing import Any, Literal, NamedTuple

from hypothesis import strategies as st
from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

from tests.faults.fuzz_json import mutated_json, strictly
from tests.scripted_model import (
    GOOD_DRAFT,
    ScriptedModel,
    asked_draft_id,
    completion,
    is_question,
    is_review,
    usual,
)

Role = Literal["writer", "reviewer"]


class Spoiled(NamedTuple):
    """A completion as it is drawn; `<id>` in its text stands for the draft under review."""

    text: str
    finish_reason: Any = "stop"
    refusal: Any = None

    def reply(self, body: dict[str, Any]) -> Response:
        """Answer a request."""
        content = self.text.replace("<id>", asked_draft_id(body)) if is_review(body) else self.text
        said = {"content": content} | ({} if self.refusal is None else {"refusal": self.refusal})
        return completion(said, self.finish_reason)


def spoiled(role: Role, style: str) -> st.SearchStrategy[Spoiled]:
    """Draw an answer of a role that is almost right, or anything at all."""
    finished = st.sampled_from(["stop"] * 6 + ["length", "content_filter", "tool_calls", "", None, "\ud800"])
    refused = st.sampled_from([None] * 8 + ["I cannot help with that.", "", "\udfff"])
    texts = st.one_of(*[mutated_json(document) for document in _right(role, style)] * 4, st.text(max_size=60))
    return st.builds(Spoiled, texts, finished, refused)


def _right(role: Role, style: str) -> list[dict[str, Any]]:
    if role == "writer":
        return [GOOD_DRAFT]
    if style == "questions":
        return [{"answer": "no"}, {"answer": "yes"}]
    issue = {"field": "title", "message": "Not yet."}
    return [
        {"draftId": "<id>", "verdict": "pass", "issues": []},
        {"draftId": "<id>", "verdict": "revise", "issues": [issue]},
    ]


class FuzzModel(ScriptedModel):
    """Spoil the first answer of a role, and answer rightly ever after."""

    def __init__(self, server: HTTPServer) -> None:
        super().__init__(server)
        self.begin("writer", lambda body: completion({"content": ""}))

    def begin(self, role: Role, reply: Callable[[dict[str, Any]], Response]) -> None:
        """Forget the task before, and spoil that role's first answer of the next."""
        self._role, self._reply, self._spoils = role, reply, True
        self.written: list[Any] = []
        self.judged: list[tuple[str, Any]] = []
        self.words: list[Any] = []
        self.requests.clear()

    def _handle(self, request: Request) -> Response:
        body = request.get_json()
        role = "reviewer" if is_review(body) or is_question(body) else "writer"
        self.script = [usual(body)]
        if self._spoils and role == self._role:
            self.script, self._spoils = [self._reply], False
        response = super()._handle(request)
        self._remember(body, role, _meaning(response))
        return response

    def _remember(self, body: dict[str, Any], role: Role, meant: Any) -> None:
        if role == "writer":
            self.written.append(meant)
            self.words.clear()
        elif is_review(body):
            self.judged.append((asked_draft_id(body), meant))
        else:
            self.words.append(meant)

    def bears_out(self, draft: dict[str, Any], draft_id: str) -> bool:
        """Tell whether the model wrote this very draft, and let it pass."""
        passed = (draft_id, {"draftId": draft_id, "verdict": "pass", "issues": []}) in self.judged
        denied = bool(self.words) and all(isinstance(one, dict) and one.get("answer") == "no" for one in self.words)
        return draft in self.written and (passed or denied)


def _meaning(response: Response) -> Any:
    """Return what a completion says, or None where it is none, was cut or refused."""
    try:
        (choice,) = json.loads(response.get_data())["choices"]
        if choice.get("finish_reason") in ("length", "content_filter") or choice["message"].get("refusal"):
            return None
        return strictly(choice["message"]["content"])
    except (ValueError, LookupError, TypeError, AttributeError):
        return None
