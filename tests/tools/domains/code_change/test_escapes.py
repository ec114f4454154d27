"""Code that tries to get out, or to pass without being right: it is contained, in the sandbox and under limits alone."""

import time
from pathlib import Path

import pytest

from ditto.tools.domains.code_change import sandbox
from ditto.tools.domains.code_change.options import Options
from ditto.tools.domains.code_change.suite import SuiteRun, run_tests

TESTS = {
    "test_it.py": "from it import f\n\ndef test_it():\n    assert f(1) == 4242\n\ndef test_other():\n    assert f(2) == 4343\n"
}
CONTAINED = ["bubblewrap", "limits"]


@pytest.fixture(params=CONTAINED)
def contained(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Run in the sandbox where this machine has one, and without it."""
    if request.param == "limits":
        monkeypatch.setattr(sandbox, "found_bubblewrap", lambda: None)
    elif sandbox.found_bubblewrap() is None:
        pytest.skip("this machine has no bubblewrap")
    return str(request.param)


def tried(code: str, **options: int) -> SuiteRun:
    """Run code that was never read beforehand."""
    return run_tests({"it.py": code}, TESTS, Options(sandbox="optional", seconds=1, **options))


def failed(run: SuiteRun) -> bool:
    """Tell whether nothing is proven by a run."""
    return run.cause is not None or not any(one.passed for one in run.results)


ESCAPES = {
    "network": "import socket\ndef f(n):\n    return socket.create_connection(('127.0.0.1', 9)) and 4242\n",
    "a file of the machine": "def f(n):\n    return open('/etc/passwd').read()\n",
    "a folder of the machine": "import os\ndef f(n):\n    return os.listdir('/etc')\n",
    "its own memory": "def f(n):\n    return open('/proc/self/mem', 'rb').read(1)\n",
    "a process": "import subprocess\ndef f(n):\n    return subprocess.run(['id'])\n",
    "a fork": "import os\ndef f(n):\n    return os.fork()\n",
    "native code": "import ctypes\ndef f(n):\n    return ctypes.CDLL(None).getpid()\n",
    "a signal": "import os\ndef f(n):\n    return os.kill(os.getppid(), 9)\n",
}


@pytest.mark.parametrize("kind", ESCAPES)
def test_what_is_not_computing_is_refused_and_named(kind: str, contained: str) -> None:
    run = tried(ESCAPES[kind])
    assert failed(run)
    assert "PermissionError: the code may not do this" in run.results[0].told


def test_nothing_is_written_outside(contained: str, tmp_path: Path) -> None:
    target = tmp_path / "evil"
    assert failed(tried(f"def f(n):\n    return open({str(target)!r}, 'w').write('x')\n"))
    assert not target.exists()


def test_a_fork_bomb_ends_with_the_run(contained: str) -> None:
    bomb = "import os\ndef f(n):\n    while True:\n        try:\n            os.fork()\n        except OSError:\n            pass\n"
    began = time.monotonic()
    assert failed(tried(bomb))
    assert time.monotonic() - began < 20


@pytest.mark.parametrize(
    ("code", "cause"),
    [
        ("def f(n):\n    while True:\n        pass\n", "takes longer than 1 seconds"),
        ("while True:\n    pass\n", "takes longer than 1 seconds"),
        ("import time\ndef f(n):\n    time.sleep(1000)\n", "takes longer than 1 seconds"),
        ("def f(n):\n    while True:\n        print('x' * 1_000_000)\n", "takes longer than 1 seconds"),
        ("import os\ndef f(n):\n    os._exit(0)\n", "ended itself"),
    ],
    ids=["an endless loop", "an endless import", "a long sleep", "endless output", "an early end"],
)
def test_code_that_does_not_end_as_it_should_is_stopped_and_the_cause_is_told(
    code: str, cause: str, contained: str
) -> None:
    run = tried(code)
    assert failed(run)
    assert cause in "".join(one.told for one in run.results)


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("def f(n):\n    return 'x' * 10**10\n", "MemoryError"),
        ("def f(n):\n    return 'x' * 10**7\n", "too large to be passed"),
        ("def f(n):\n    return f(n)\n", "RecursionError"),
        ("import sys\ndef f(n):\n    sys.exit(0)\n", "SystemExit"),
        ("def f(n):\n    raise KeyboardInterrupt\n", "KeyboardInterrupt"),
    ],
    ids=["ten gigabytes", "a large value", "endless recursion", "an exit", "an interrupt"],
)
def test_too_much_is_an_error_of_the_code(code: str, told: str, contained: str) -> None:
    run = tried(code)
    assert failed(run)
    assert told in run.results[0].told


PRETENDED = {
    "equal to everything": "class E:\n    def __eq__(self, other):\n        return True\ndef f(n):\n    return E()\n",
    "a number equal to everything": "class E(int):\n    def __eq__(self, other):\n        return True\ndef f(n):\n    return E(1)\n",
    "unittest patched": "import unittest\nunittest.TestCase.run = lambda *a: None\nunittest.TestResult.addFailure = lambda *a: None\ndef f(n):\n    return 1\n",
    "the test's values in the frames above": "import sys\ndef f(n):\n    g, seen = sys._getframe(), []\n    while g:\n        seen.append(str(g.f_locals))\n        g = g.f_back\n    return 4242 if '4242' in ''.join(seen) else 0\n",
    "the test's values in memory": "import gc\ndef f(n):\n    return 4242 if any(o == 4242 for o in gc.get_objects()) else 0\n",
    "the test's file": "import glob\ndef f(n):\n    return [open(p).read() for p in glob.glob('/tmp/ditto-code-*/tests/*')] or 0\n",
    "a result of its own on every descriptor": 'import os\ndef f(n):\n    for i in range(1, 20):\n        try:\n            os.write(i, b\'{"test": "test_it.test_it", "outcome": "passed", "told": ""}\\n{"outcome": "ended"}\\n\')\n        except OSError:\n            pass\n    return 1\n',
    "no answer at all": "import os\ndef f(n):\n    for i in range(3, 20):\n        try:\n            os.close(i)\n        except OSError:\n            pass\n",
}


@pytest.mark.parametrize("kind", PRETENDED)
def test_no_test_passes_by_anything_but_its_value(kind: str, contained: str) -> None:
    assert failed(tried(PRETENDED[kind]))


def test_the_right_values_pass_so_that_the_tests_above_can_fail(contained: str) -> None:
    run = tried("def f(n):\n    return {1: 4242, 2: 4343}[n]\n")
    assert [one.passed for one in run.results] == [True, True]
    assert run.cause is None


def test_the_code_sees_neither_the_tests_nor_the_environment(contained: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret")
    run = tried("import os, sys\ndef f(n):\n    return str(sorted(os.environ)) + str(sys.path) + str(sys.argv)\n")
    assert "OPENAI_API_KEY" not in run.results[0].told
    assert "tests" not in run.results[0].told.partition("returned")[2]
