"""The draft's modules as the tests see them: every access is asked of the process that runs the code."""

import builtins
import importlib.abc
import importlib.machinery
import sys
import types
from collections.abc import Sequence
from functools import partial
from typing import IO, Any

from .wire import packed, receive, send, unpacked


class Link:
    """The two ends of the pipe to the code's process, and the last call made through it."""

    def __init__(self, replies: IO[str], requests: IO[str]) -> None:
        self._replies, self._requests = replies, requests
        self._failures: dict[str, type[BaseException]] = {}
        self.last = ""

    def ask(self, act: str, arguments: Sequence[Any] = (), **request: Any) -> Any:
        """Return the value of an act of the code, or raise what it raised; raises Gone where its process has ended.

        The arguments of a call are left as the code has left them.
        """
        send({"act": act, **request}, self._requests)
        reply = receive(self._replies)
        for argument, left in zip(arguments, reply.get("left", ()), strict=False):
            if left is not None:
                _refill(argument, unpacked(left, self._held))
        if "raised" in reply:
            raised = self._failure(reply["raised"])(reply["raised"]["text"])
            raised.add_note(reply["raised"]["place"])
            raise raised
        return unpacked(reply["value"], self._held)

    def call(self, remote: "Remote", given: tuple[Any, ...], named: dict[str, Any]) -> Any:
        """Call a function or a class of the code."""
        written = ", ".join([*map(repr, given), *(f"{key}={value!r}" for key, value in named.items())])
        self.last = f"{remote.ditto_name}({written})"[:200]
        request = {
            "given": [packed(one, _plain_alone) for one in given],
            "named": {key: packed(one, _plain_alone) for key, one in named.items()},
        }
        value = self.ask("call", (*given, *named.values()), of=remote.ditto_place, **request)
        self.last += f" returned {value!r}"[:300]
        return value

    def _held(self, document: dict[str, Any]) -> Any:
        return self._failure(document) if document["bases"] else Remote(self, document)

    def _failure(self, document: dict[str, Any]) -> type[BaseException]:
        """Return an exception class of the code: the built-in one itself, else one made of the same name and base."""
        known = [getattr(builtins, name, None) for name in document["bases"]]
        base = next(one for one in [*known, Exception] if isinstance(one, type) and issubclass(one, BaseException))
        if not issubclass(base, Exception):  # SystemExit in the code is no end of the tests
            base = RuntimeError
        if base.__name__ == document["name"]:
            return base
        return self._failures.setdefault(document["name"], type(document["name"], (base,), {}))


def _refill(argument: Any, left: Any) -> None:
    """Put into a list, dict or set what the code has made of it."""
    if type(argument) is not type(left):
        return
    argument.clear()
    (argument.extend if isinstance(argument, list) else argument.update)(left)


def _plain_alone(value: Any) -> dict[str, Any]:
    if isinstance(value, Remote):
        return {"held": value.ditto_place}
    raise TypeError(f"a test can pass plain values to the code, not {type(value).__name__}")


class Remote:
    """An object of the code: it can be called, read, counted and iterated; a test compares the plain values it gives."""

    def __init__(self, link: Link, document: dict[str, Any]) -> None:
        self.ditto_link, self.ditto_place, self.ditto_name = link, document["held"], document["name"]

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return self.ditto_link.ask("get", of=self.ditto_place, name=name)

    def __call__(self, *given: Any, **named: Any) -> Any:
        return self.ditto_link.call(self, given, named)

    def __len__(self) -> int:
        return self._special("__len__")

    def __iter__(self) -> Any:
        return iter(self._special("__iter__"))

    def __getitem__(self, key: Any) -> Any:
        return self._special("__getitem__", key)

    def __contains__(self, one: Any) -> bool:
        return self._special("__contains__", one)

    def __str__(self) -> str:
        return self._special("__str__")

    def __repr__(self) -> str:
        return f"<{self.ditto_name}>"

    def __bool__(self) -> bool:
        return True

    def __eq__(self, other: object) -> bool:
        # The code's own idea of equality would be the code judging itself.
        raise TypeError(f"compare plain values, not the {self.ditto_name} object that the code made")

    __hash__ = object.__hash__

    def _special(self, name: str, *given: Any) -> Any:
        arguments = [packed(one, _plain_alone) for one in given]
        return self.ditto_link.ask("special", of=self.ditto_place, name=name, given=arguments)


class Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Import the draft's modules from the code's process."""

    def __init__(self, link: Link, names: Sequence[str]) -> None:
        self._link, self._names = link, frozenset(names)

    def find_spec(self, fullname: str, path: Any, target: Any = None) -> importlib.machinery.ModuleSpec | None:
        """Find the draft's modules alone."""
        return importlib.machinery.ModuleSpec(fullname, self) if fullname in self._names else None

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> types.ModuleType:
        """Return a module whose names are asked for when they are used."""
        remote = self._link.ask("import", name=spec.name)
        module = types.ModuleType(spec.name)
        vars(module)["__getattr__"] = partial(_named, remote)
        return module

    def exec_module(self, module: types.ModuleType) -> None:
        """Do nothing: the code ran in its own process."""


def _named(remote: Remote, name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    return remote.__getattr__(name)


def install(link: Link, names: Sequence[str]) -> None:
    """Let `import NAME` reach the code's process, before any other place."""
    sys.meta_path.insert(0, Finder(link, names))
