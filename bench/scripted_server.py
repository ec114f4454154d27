"""A scripted model server for `engine.py`: a labelled substitute, fast enough that the engine alone is measured.

It tells its port on the first line of its output and ends when its input is closed. It answers a chat completion from
the request alone: three versions of one draft, of which the reviewer passes the third. A GET returns the requests
since the last GET.
"""

import asyncio
import json
import sys
from typing import Any

Body = dict[str, Any]

TITLES = ("Monthly revenue", "Monthly revenue, revised", "Monthly revenue, revised again")
DRAFT: Body = {
    "metrics": {"baselineNetCents": 114000, "currentNetCents": 141000, "growthPercent": 23.68},
    "interpretation": "Net revenue grew from 114000 cents in 2026-07 to 141000 cents in 2026-08, a change of 23.68 %.",
    "limitations": ["The data does not show why revenue changed."],
    "actions": [{"owner": "Finance manager", "task": "Check the refund amounts against the accounting records."}],
    "citations": [
        {"sourceId": "sales-2026-07", "quote": "2026-07,120000,6000"},
        {"sourceId": "sales-2026-08", "quote": "2026-08,150000,9000"},
    ],
}
ISSUES = [
    {"field": "limitations", "message": "The text should say that two periods are too few to speak of a trend."},
    {"field": "actions", "message": "The task should name the records that the refunds are compared with."},
]


def answer(body: Body) -> Body:
    """Return what the model says to a request: a review where a draft's id is pinned, else the next version."""
    asked = "\n".join(message["content"] for message in body["messages"])
    seen = max((number for number, title in enumerate(TITLES, 1) if json.dumps(title) in asked), default=0)
    pinned = body["response_format"]["json_schema"]["schema"]["properties"].get("draftId")
    if pinned is None:
        return {"title": TITLES[min(seen, len(TITLES) - 1)], **DRAFT}
    passed = seen == len(TITLES)
    issues = [] if passed else ISSUES
    return {"draftId": pinned["enum"][0], "verdict": "pass" if passed else "revise", "issues": issues}


def completion(body: Body) -> Body:
    """Return the answer in the form of a chat completion."""
    message = {"role": "assistant", "content": json.dumps(answer(body))}
    return {
        "id": "scripted",
        "object": "chat.completion",
        "created": 0,
        "model": "scripted",
        "choices": [{"index": 0, "message": message, "finish_reason": "stop"}],
        "usage": {"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15},
    }


class Connection(asyncio.Protocol):
    """Answer one connection's requests, one after another, until it is closed; remember them for a GET."""

    def __init__(self, asked: list[Body]) -> None:
        self._asked = asked
        self._held = b""
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep the way back."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        """Answer once a whole request is there."""
        self._held += data
        head, found, rest = self._held.partition(b"\r\n\r\n")
        if not found or len(rest) < (length := _length(head)):
            return
        self._held = rest[length:]
        told = json.dumps(self._reply(rest[:length])).encode()
        form = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%b"
        assert self._transport is not None
        self._transport.write(form % (len(told), told))

    def _reply(self, data: bytes) -> Any:
        if not data:
            told = list(self._asked)
            self._asked.clear()
            return told
        body = json.loads(data)
        self._asked.append(body)
        return completion(body)


def _length(head: bytes) -> int:
    lines = head.decode("latin-1").lower().splitlines()
    return next((int(line.partition(":")[2]) for line in lines if line.startswith("content-length:")), 0)


async def main() -> None:
    """Serve on loopback until the input is closed."""
    asked: list[Body] = []
    server = await asyncio.get_running_loop().create_server(lambda: Connection(asked), "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await asyncio.to_thread(sys.stdin.read)
    server.close()


if __name__ == "__main__":
    asyncio.run(main())
