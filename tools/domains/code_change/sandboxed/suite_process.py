"""The process of the tests: runs every given test against the code of another process, and says how each one ended.

Results go to standard error, one JSON line each; the code's process hears and answers on the other two.
"""

import contextlib
import importlib
import json
import os
import re
import sys
import traceback
import types
import unittest
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

from .confinement import confine
from .remote import Link, install
from .wire import Gone, send

_MOST_TEXT = 600
_ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")


class Told(unittest.TestResult):
    """Tell how each test ended, as soon as it has."""

    def __init__(self, link: Link, results: IO[str], folder: str) -> None:
        super().__init__()
        self._link, self._results, self._folder = link, results, folder
        self._failed: str | None = None

    def startTest(self, test: unittest.TestCase) -> None:
        """Tell that a test runs, so that one that never ends is known by its name."""
        super().startTest(test)
        self._failed, self._link.last = None, ""
        send({"test": test.id(), "outcome": "started"}, self._results)

    def stopTest(self, test: unittest.TestCase) -> None:
        """Tell how it ended."""
        super().stopTest(test)
        outcome = "passed" if self._failed is None else "failed"
        send({"test": test.id(), "outcome": outcome, "told": self._failed or ""}, self._results)

    def addFailure(self, test: unittest.TestCase, err: Any) -> None:
        """Keep what was wrong."""
        self._fail(err[1])

    def addError(self, test: unittest.TestCase, err: Any) -> None:
        """Keep what was raised; a class's own preparation fails as a test of its name."""
        self._fail(err[1])
        if not hasattr(test, "_testMethodName"):
            send({"test": str(test), "outcome": "failed", "told": self._failed}, self._results)

    def addSubTest(self, test: unittest.TestCase, subtest: unittest.TestCase, err: Any) -> None:
        """Keep the first part that was wrong."""
        if err is not None:
            self._fail(err[1])

    def addSkip(self, test: unittest.TestCase, reason: str) -> None:
        """A test that does not run proves nothing."""
        self._failed = f"it was skipped ({reason}), and every given test must run"

    def addExpectedFailure(self, test: unittest.TestCase, err: Any) -> None:
        """A failure that the test's author expects is none."""

    def addUnexpectedSuccess(self, test: unittest.TestCase) -> None:
        """A success that the test's author does not expect is a failure."""
        self._failed = "it passes, and is marked as one that fails"

    def _fail(self, raised: BaseException) -> None:
        if self._failed is None:
            self._failed = _ADDRESS.sub("", f"{self._place(raised)}{self._worded(raised)}")

    def _worded(self, raised: BaseException) -> str:
        return "; ".join(filter(None, [worded(raised), "" if isinstance(raised, Gone) else self._link.last]))

    def _place(self, raised: BaseException) -> str:
        frames = [one for one in traceback.extract_tb(raised.__traceback__) if one.filename.startswith(self._folder)]
        return f"line {frames[-1].lineno}, `{frames[-1].line}`: " if frames else ""


def worded(raised: BaseException) -> str:
    """Return what was raised in one line, and where in the code."""
    if isinstance(raised, Gone):
        return "the process of the code has ended"
    text = str(raised).strip().partition("\n")[0][:_MOST_TEXT]  # what follows is a drawing of the difference
    notes = "".join(f" ({note})" for note in getattr(raised, "__notes__", []) if note)
    return f"{type(raised).__name__}{f': {text}' if text else ''}{notes}"


class Function(unittest.FunctionTestCase):
    """A plain function as a test, by the name of its file and itself."""

    def __init__(self, function: types.FunctionType) -> None:
        super().__init__(function)
        self._name = f"{function.__module__}.{function.__name__}"

    def id(self) -> str:
        """Return the name."""
        return self._name


def tests_of(module: types.ModuleType) -> Iterator[unittest.TestSuite | unittest.TestCase]:
    """Yield the tests of a file: its TestCase classes, and its functions named test_*."""
    for name, value in list(vars(module).items()):
        own = getattr(value, "__module__", None) == module.__name__
        if own and isinstance(value, type) and issubclass(value, unittest.TestCase):
            yield unittest.defaultTestLoader.loadTestsFromTestCase(value)
        elif own and name.startswith("test_") and isinstance(value, types.FunctionType):
            yield Function(value)


def main(folder: str, modules: list[str], seconds: int, wall: int, megabytes: int) -> None:
    """Run the tests of every file of a folder."""
    replies, requests = os.fdopen(os.dup(0), encoding="utf-8"), os.fdopen(os.dup(1), "w", encoding="utf-8")
    results = os.fdopen(os.dup(2), "w", encoding="utf-8")
    nowhere = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(nowhere, descriptor)
    sys.path[0] = folder  # in the place of this package
    link = Link(replies, requests)
    install(link, modules)
    confine([folder], seconds, wall, megabytes)
    told = Told(link, results, folder)
    with contextlib.suppress(Gone):
        for path in sorted(Path(folder).glob("*.py")):
            _run_file(path.stem, told, results)
        send({"outcome": "ended"}, results)


def _run_file(name: str, told: Told, results: IO[str]) -> None:
    try:
        module = importlib.import_module(name)
    except Exception as raised:  # whatever the code does when it is imported is its fault
        told_of = _ADDRESS.sub("", f"it cannot be run: {worded(raised)}")[:_MOST_TEXT]
        send({"test": name, "outcome": "failed", "told": told_of}, results)
        return
    unittest.TestSuite(list(tests_of(module))).run(told)


if __name__ == "__main__":
    main(**json.loads(sys.argv[1]))
