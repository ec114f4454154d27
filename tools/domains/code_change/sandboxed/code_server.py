"""The process of the code: imports the draft's files and does what the tests' process asks, one message after another.

It never sees a test: neither its text nor the value that it expects.
"""

import importlib
import json
import operator
import os
import random
import sys
from collections.abc import Callable
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
        try:
            return {"value": packed(self._done(request), self._hold)}
        except BaseException as raised:  # SystemExit is no way out of the tests
            return {"raised": self._raised(raised)}

    def _done(self, request: dict[str, Any]) -> Any:
        if request["act"] == "import":
            return importlib.import_module(request["name"])
        target = self._held[request["of"]]
        given = [unpacked(one, lambda held: self._held[held["held"]]) for one in request.get("given", [])]
        if request["act"] == "get":
            return getattr(target, request["name"])
        if request["act"] == "special":
            return _SPECIAL[request["name"]](target, *given)
        named = {key: unpacked(one, lambda held: self._held[held["held"]]) for key, one in request["named"].items()}
        return target(*given, **named)

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
        return {**self._hold(type(raised)), "text": text}


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
        send({"raised": {"held": -1, "name": "ValueError", "bases": ["ValueError"], "text": str(unsendable)}}, replies)


if __name__ == "__main__":
    main(**json.loads(sys.argv[1]))
