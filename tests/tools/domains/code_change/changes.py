"""Tests and code to try a change with."""

from collections.abc import Mapping
from typing import Any

from ditto.state.evidence import Evidence, Source
from ditto.state.review import Finding
from ditto.tools.domains.code_change import domain
from ditto.tools.domains.code_change.sandbox import found_bubblewrap

DIGEST = "c" * 64
TESTS = """import unittest

from sums import add


class SumsTest(unittest.TestCase):
    def test_two_numbers(self):
        self.assertEqual(add(2, 3), 5)

    def test_words(self):
        self.assertEqual(add("a", "b"), "ab")
"""
GOOD = "def add(one, other):\n    return one + other\n"
# What runs in the sandbox here runs under limits alone on a machine without bubblewrap.
OPTIONS: dict[str, Any] = {"sandbox": "required" if found_bubblewrap() else "optional"}


def gathered(
    tests: str = TESTS, code: Mapping[str, str] | None = None, options: Mapping[str, Any] | None = None
) -> Evidence:
    """The evidence of one file of tests, and code that is there by source id."""
    sources = [Source("test-sums", tests.encode()), *(Source(key, text.encode()) for key, text in (code or {}).items())]
    return domain.gather(sources, {**OPTIONS, **(options or {})}, DIGEST)


def change(content: str = GOOD, name: str = "sums.py", **more: str) -> Any:
    """A draft of one file, and further ones by name without ending."""
    files = [
        {"name": name, "content": content},
        *({"name": f"{key}.py", "content": text} for key, text in more.items()),
    ]
    return domain.draft.load({"title": "Add numbers", "files": files, "explanation": "Both are added."})


def found(draft: Any, evidence: Evidence | None = None) -> tuple[Finding, ...]:
    """What the first gate finds."""
    return domain.check(draft, evidence or gathered(), "Write sums.py.")


def messages(draft: Any, evidence: Evidence | None = None) -> str:
    """The messages of what the first gate finds, a line each."""
    return "\n".join(one.message for one in found(draft, evidence))
