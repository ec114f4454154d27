"""The first gate of code: what is read before anything runs, and what the tests say."""

import pytest

from ditto.state.canonical import NotStrict
from ditto.tools.domains.code_change import domain
from tests.tools.domains.code_change.changes import GOOD, TESTS, change, found, gathered, messages


def test_code_that_passes_every_given_test_has_no_finding() -> None:
    assert found(change()) == ()


def test_a_failing_test_is_named_with_its_line_and_what_the_code_returned() -> None:
    (finding,) = found(change("def add(one, other):\n    return one + other if one == 2 else 'x'\n"))
    assert finding.field == "files"
    for part in ("test_sums.SumsTest.test_words", "line 11", "'x' != 'ab'", "add('a', 'b') returned 'x'"):
        assert part in finding.message
    assert finding.remedy


def test_a_plain_assert_is_shown_as_it_stands() -> None:
    evidence = gathered("from sums import add\n\ndef test_add():\n    assert add(1, 1) == 2\n")
    told = messages(change("def add(a, b):\n    return 3\n"), evidence)
    assert "line 4, `assert add(1, 1) == 2`" in told and "add(1, 1) returned 3" in told


def test_equal_code_gives_equal_findings_whatever_folder_it_ran_in() -> None:
    draft = change("def add(a, b):\n    raise ValueError(f'{__file__} {object()} {set('abcdef')}')\n")
    assert found(draft) == found(draft)
    assert "ditto-code" not in messages(draft)


def test_the_code_that_is_there_is_used_where_the_change_leaves_it() -> None:
    evidence = gathered(
        "from sums import add\nfrom more import twice\n\ndef test_it():\n    assert add(twice(1), 1) == 3\n",
        {"more": "def twice(n):\n    return 2 * n\n", "sums": "def add(a, b):\n    return 0\n"},
    )
    assert found(change(), evidence) == ()


@pytest.mark.parametrize(
    ("content", "named"),
    [
        ("def add(:\n", "sums.py, line 1: not Python"),
        ("import socket\n" + GOOD, "line 1: imports socket"),
        ("def add(a, b):\n    import os\n    return a + b\n", "line 2: imports os"),
        ("from . import x\n" + GOOD, "a relative module"),
        (GOOD + "open('x')\n", "line 3: uses open"),
        (GOOD + "__import__('os')\n", "uses __import__"),
        (GOOD + "().__class__.__bases__[0].__subclasses__()\n", "uses __subclasses__"),
        (GOOD + "getattr((), '__subclasses__')\n", "uses __subclasses__"),
        (GOOD + "eval('1')\n", "uses eval"),
    ],
)
def test_what_code_may_not_use_is_found_before_it_runs(content: str, named: str) -> None:
    assert named in messages(change(content))


def test_what_the_task_allows_may_be_used() -> None:
    draft = change("import os.path\n" + GOOD)
    assert "imports os.path" in messages(draft)
    assert found(draft, gathered(options={"allow": ["os"]})) == ()


@pytest.mark.parametrize(
    ("name", "named"),
    [
        ("test_sums.py", "one of the given tests"),
        ("unittest.py", "a module of Python itself"),
        ("conftest.py", "neither imported"),
    ],
)
def test_a_file_that_would_touch_the_tests_is_refused(name: str, named: str) -> None:
    told = messages(change("add = None\n", name, sums=GOOD))
    assert named in told


def test_a_missing_file_is_asked_for() -> None:
    evidence = gathered(TESTS.replace("from sums", "from more_sums"))
    assert "more_sums.py is missing" in messages(change(), evidence)


def test_a_file_that_stands_twice_is_refused() -> None:
    assert "sums.py stands twice" in messages(change(GOOD, "sums.py", sums=GOOD))


@pytest.mark.parametrize("name", ["../sums.py", "/tmp/sums.py", "sums", "Sums.py", ".sums.py", "a/sums.py", "sums.pth"])
def test_a_name_that_is_no_plain_file_name_is_no_draft(name: str) -> None:
    with pytest.raises(NotStrict, match="name"):
        change(GOOD, name)


@pytest.mark.parametrize("hidden", ["\u202e", "\u200b", "\x1b", "\r"])
def test_hidden_characters_are_no_code(hidden: str) -> None:
    with pytest.raises(NotStrict, match="control character"):
        change(f"x = '{hidden}'\n{GOOD}")


def test_skipped_tests_and_expected_failures_that_pass_prove_nothing() -> None:
    tests = TESTS.replace("    def test_words", "    @unittest.skip('later')\n    def test_words")
    assert "was skipped (later)" in messages(change(), gathered(tests))
    tests = TESTS.replace("    def test_words", "    @unittest.expectedFailure\n    def test_words")
    assert "marked as one that fails" in messages(change(), gathered(tests))


def test_subtests_fixtures_and_the_exceptions_of_the_code_work() -> None:
    tests = """import unittest
import sums

class Made(unittest.TestCase):
    def setUp(self):
        self.box = sums.Box(2)
    def test_box(self):
        self.assertEqual((self.box.n, len(self.box), list(self.box), self.box[0], 1 in self.box), (2, 2, [0, 1], 0, True))
        self.assertEqual(str(self.box), "a box")
        for n in (1, 2):
            with self.subTest(n=n):
                self.assertEqual(sums.size(self.box, by=n), 2 * n)
        with self.assertRaisesRegex(sums.Full, "no room"):
            self.box.put()
        with self.assertRaises(LookupError):
            self.box.put()
        with self.assertRaises(KeyError):
            sums.size(None)
"""
    code = """class Full(LookupError):
    pass
class Box:
    def __init__(self, n):
        self.n = n
    def __len__(self):
        return self.n
    def __iter__(self):
        return iter(range(self.n))
    def __getitem__(self, index):
        return index
    def __str__(self):
        return "a box"
    def put(self):
        raise Full("no room")
def size(box, by=1):
    if box is None:
        raise KeyError("box")
    return box.n * by
"""
    assert found(change(code), gathered(tests)) == ()
    told = messages(change(code.replace("box.n * by", "box.n")), gathered(tests))
    assert "2 != 4" in told


def test_many_failures_are_told_in_part_and_counted() -> None:
    tests = "from sums import add\n" + "".join(f"def test_{n}():\n    assert add({n}, 1) == 0\n" for n in range(9))
    told = messages(change(), gathered(tests)).splitlines()
    assert len(told) == 6 and told[-1] == "4 more tests fail"


def test_a_test_sees_what_the_code_has_made_of_its_arguments() -> None:
    tests = """from sums import fill

def test_fill():
    numbers, names, seen = [3, 1], {"a": 1}, {1}
    fill(numbers, names, seen=seen)
    assert (numbers, names, seen) == ([1, 3], {"b": 2}, {1, 2})
"""
    code = """def fill(numbers, names, seen):
    numbers.sort()
    names.clear()
    names["b"] = 2
    seen.add(2)
"""
    assert found(change(code), gathered(tests)) == ()
    assert found(change(code.replace("    numbers.sort()\n", "")), gathered(tests)) != ()


def test_the_words_are_in_the_goals_language() -> None:
    assert [one.field for one in domain.check(change(), gathered(), "写 sums.py")] == ["title", "explanation"]


def test_what_the_code_raises_is_told_with_its_line() -> None:
    told = messages(change("def add(a, b):\n    return 1 / 0\n"))
    assert "ZeroDivisionError: division by zero (sums.py, line 2)" in told
    assert "NameError: name 'nothing' is not defined (sums.py, line 1)" in messages(change("nothing\n"))
