"""The tests and the code as they are given."""

import pytest

from ditto.state.errors import BadRequest, BadSource
from ditto.state.evidence import MissingData, Source
from ditto.tools.domains.code_change import domain
from tests.tools.domains.code_change.changes import DIGEST, TESTS, gathered


def test_each_test_is_a_row_by_the_line_that_begins_it() -> None:
    rows = gathered("from sums import add\n\ndef test_add():\n    assert add(1, 1) == 2\n").rows
    assert [(row.id, row.line, row.quote) for row in rows] == [("test-sums-test-add", 3, "def test_add():")]
    assert [row.id for row in gathered().rows] == [
        "test-sums-SumsTest.test-two-numbers",
        "test-sums-SumsTest.test-words",
    ]


def test_the_files_to_write_are_the_modules_that_the_tests_import() -> None:
    tests = "import json\nimport sums\nfrom more_sums import total\n\ndef test_it():\n    pass\n"
    assert gathered(tests).facts["wanted"] == ["more_sums.py", "sums.py"]


def test_code_that_is_there_is_kept_beside_the_tests_and_shown_to_the_writer() -> None:
    evidence = gathered(code={"sums": "def add(a, b):\n    return a\n"})
    assert evidence.facts["code"] == {"sums.py": "def add(a, b):\n    return a\n"}
    told = domain.describe(evidence)
    assert "Present code, sums.py" in told and "self.assertEqual(add(2, 3), 5)" in told


@pytest.mark.parametrize(
    ("tests", "named"),
    [
        ("def test_a(:\n", "line 1"),
        ("\0", "not Python"),
        ("import pytest\ndef test_a():\n    pass\n", "pytest"),
        ("import numpy.linalg\ndef test_a():\n    pass\n", "numpy.linalg"),
        ("from . import sums\ndef test_a():\n    pass\n", "relative"),
        ("def test_a(fixture):\n    pass\n", "line 1"),
        ("async def test_a():\n    pass\n", "asynchronous"),
        ("def test_a():\n    pass\ndef test_a():\n    pass\n", "stands twice"),
    ],
)
def test_tests_that_cannot_run_are_refused_where_they_stand(tests: str, named: str) -> None:
    with pytest.raises(BadSource, match="test-sums") as refused:
        gathered(tests)
    assert named in str(refused.value)


def test_bytes_that_are_no_text_are_refused() -> None:
    with pytest.raises(BadSource, match="UTF-8"):
        domain.gather([Source("test-sums", b"\xff")], {}, DIGEST)


@pytest.mark.parametrize("tests", ["", "import unittest\n", "class Plain:\n    def test_a(self):\n        pass\n"])
def test_a_task_without_a_test_that_runs_lacks_its_data(tests: str) -> None:
    with pytest.raises(MissingData, match="test_"):
        gathered(tests)


def test_code_alone_is_no_task() -> None:
    with pytest.raises(MissingData):
        domain.gather([Source("sums", b"x = 1\n")], {}, DIGEST)


@pytest.mark.parametrize("options", [{"seconds": 0}, {"sandbox": "never"}, {"allow": ["rm -rf"]}, {"network": True}])
def test_options_out_of_bounds_are_refused(options: dict[str, object]) -> None:
    with pytest.raises(BadRequest, match="options"):
        gathered(TESTS, options=options)
