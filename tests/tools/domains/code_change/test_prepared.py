"""Inputs of the tests that stand in the code, and what is asked about them."""

import pytest

from ditto.tools.domains.code_change import domain
from ditto.tools.domains.code_change.prepared import prepared
from tests.tools.domains.code_change.changes import change, gathered

TESTS = {"test_sums.py": "from sums import f\ndef test_f():\n    assert f([3, 1], 'a b') == f(n=40) == f(1)\n"}


@pytest.mark.parametrize(
    "code",
    [
        "def f(x):\n    if x == 'a b':\n        return 1\n",
        "def f(x):\n    return {'a b': 1}[x]\n",
        "def f(x):\n    match x:\n        case 'a b':\n            return 1\n",
        "def f(x):\n    return 1 if 'a b' == x else 2\n",
        "def f(n):\n    if n == 40:\n        return 1\n",
    ],
)
def test_an_input_of_the_tests_is_found_wherever_the_code_asks_for_it(code: str) -> None:
    assert prepared(change(code), TESTS) in (("'a b'",), ("40",))


@pytest.mark.parametrize(
    "code",
    [
        "def f(n):\n    return n + 1 if n == 1 else 0\n",
        "def f(x):\n    '''f('a b') is 1'''\n    return x.split(' ')\n",
        "def f(n):\n    return 40 * n\n",
        "def f(:\n",
    ],
)
def test_small_numbers_comments_and_values_of_its_own_are_no_prepared_answers(code: str) -> None:
    assert prepared(change(code), TESTS) == ()


def test_lists_and_tuples_are_the_same_input() -> None:
    tests = {"t.py": "f([3, 1, 2])"}
    assert prepared(change("def f(x):\n    return {(3, 1, 2): 2}[tuple(x)]\n"), tests) == ("(3, 1, 2)",)


def test_the_reviewer_is_asked_about_code_only_where_it_names_an_input() -> None:
    evidence = gathered()
    assert [one.field for one in domain.questions(change(), evidence)] == ["explanation"]
    tests = "from sums import add\n\ndef test_add():\n    assert add('one', 'two') == 'onetwo'\n"
    asked = domain.questions(change("def add(a, b):\n    return 'onetwo' if a == 'one' else a\n"), gathered(tests))
    assert [one.field for one in asked] == ["files", "explanation"]
    assert asked[0].question.endswith("Look at 'one'.")
