"""The process of the code: imports the draft's files and does what the tests' process asks, one message after another.

It never sees a test: neither its text nor the value that it expects.
"""

import importlib
import json
import operator
import os
import random
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any

from .confinement import confine
from .wire import Gone, packed, receive, send, unpacked

_MOST_ITEMS = 100_000


def _items(value: Any) -> list[Any]:
    found = [one for one, _ in zip(value, range(_MOST_ITEMS + 1), strict=False)]
    if len(found) > _MOST_ITEMS:
        raise ValueError(f"more than {_MOST_ITEMS} items")
    return found


_SPECIAL: dict[str, Callable[..., Any]] = {
    "__len__": len,
    "__iter__": _items,
    "__getitem__": operator.getitem,
    "__contains__": operator.contains,
    "__str__": str,
    "__repr__": repr,
}


class CodeServer:
    """The objects of the code that the tests have seen, by their place in a list."""

    def __init__(self) -> None:
        self._held: list[Any] = []

    def answer(self, request: dict[str, Any]) -> dict[str, Any]:
        """Do what is asked; what the code raises is an answer too."""
        given, named = list[Any](), dict[str, Any]()
        try:
            given += [unpacked(one, self._sent) for one in request.get("given", [])]
            named |= {key: unpacked(one, self._sent) for key, one in request.get("named", {}).items()}
            reply = {"value": packed(self._done(request, given, named), self._hold)}
        except BaseException as raised:  # SystemExit is no way out of the tests
            reply = {"raised": self._raised(raised)}
        return {**reply, "left": [_left(one) for one in (*given, *named.values())]}

    def _done(self, request: dict[str, Any], given: list[Any], named: dict[str, Any]) -> Any:
        match request["act"]:
            case "import":
                return importlib.import_module(request["name"])
            case "get":
                return getattr(self._held[request["of"]], request["name"])
            case "special":
                return _SPECIAL[request["name"]](self._held[request["of"]], *given)
            case _:
                return self._held[request["of"]](*given, **named)

    def _sent(self, document: dict[str, Any]) -> Any:
        return self._held[document["held"]]

    def _hold(self, value: Any) -> dict[str, Any]:
        self._held.append(value)
        bases: list[str] = [one.__name__ for one in value.__mro__] if _is_failure(value) else []
        name = getattr(value, "__name__", type(value).__name__)
        return {"held": len(self._held) - 1, "name": str(name)[:100], "bases": bases}

    def _raised(self, raised: BaseException) -> dict[str, Any]:
        try:
            text = str(raised)[:500]
        except BaseException:  # an exception's own __str__ is the draft's code too
            text = ""
        return {**self._hold(type(raised)), "text": text, "place": _place(raised)}


def _place(raised: BaseException) -> str:
    """Return the line of the code that raised; its folder stands first on the path."""
    lines = [(Path(one.filename), one.lineno) for one in traceback.extract_tb(raised.__traceback__)]
    own = [f"{path.name}, line {line}" for path, line in lines if path.parent == Path(sys.path[0])]
    return own[-1] if own else ""


def _left(value: Any) -> Any:
    """Return an argument as the call has left it, where the tests could see that; None for any other."""
    try:
        return packed(value, _refuse) if type(value) in (list, dict, set) else None
    except (TypeError, RecursionError):
        return None


def _refuse(value: Any) -> dict[str, Any]:
    raise TypeError(type(value).__name__)


def _is_failure(value: Any) -> bool:
    return isinstance(value, type) and issubclass(value, BaseException)


def main(folder: str, seconds: int, wall: int, megabytes: int) -> None:
    """Serve on standard input and output; what the code prints goes nowhere."""
    requests, replies = os.fdopen(os.dup(0), encoding="utf-8"), os.fdopen(os.dup(1), "w", encoding="utf-8")
    nowhere = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(nowhere, descriptor)
    sys.path[0] = folder  # in the place of this package
    confine([folder], seconds, wall, megabytes)
    random.seed(0)  # so that the same code comes out the same again
    server = CodeServer()
    while True:
        try:
            _serve(server, requests, replies)
        except Gone:
            return


def _serve(server: CodeServer, requests: IO[str], replies: IO[str]) -> None:
    answer = server.answer(receive(requests))
    try:
        send(answer, replies)
    except (ValueError, RecursionError) as unsendable:
        send(
            {
                "raised": {
                    "held": -1,
                    "name": "ValueError",
                    "bases": ["ValueError"],
                    "text": str(unsendable),
                    "place": "",
                }
            },
            replies,
        )


if __name__ == "__main__":
    main(**json.loads(sys.argv[1]))
