"""Running mutants: most in a fork of a collected test session, the rest in a fork that imports everything anew."""

import gc
import os
import shutil
import signal
import sys
import tempfile
from collections.abc import Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_loader
from multiprocessing import get_context
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import pytest
from _pytest.runner import runtestprotocol

ROOT = Path(__file__).parents[1]
MOST_SECONDS = 60


def living(file: str, tests: Sequence[str], codes: Sequence[str], jobs: int) -> list[int]:
    """Return which of the codes pass the file's tests; raises SystemExit where the file's own code does not."""
    own = (ROOT / file).read_text()
    with get_context("fork").Pool(jobs, maxtasksperchild=1) as pool:
        passes = pool.apply(_survives_anew, (file, tests, own))
        first, *doubtful = pool.apply(_survivors_in_forks, (file, tests, [own, *codes], jobs)) or [-1]
        if not passes or first != 0:
            raise SystemExit(f"{file}: its tests fail without a mutant: {' '.join(tests)}")
        doubtful = [index - 1 for index in doubtful]
        lives = pool.starmap(_survives_anew, [(file, tests, codes[index]) for index in doubtful], chunksize=1)
    return [index for index, alive in zip(doubtful, lives, strict=True) if alive]


class _Mutated(MetaPathFinder, Loader):
    """Give the mutated code where the module is imported."""

    def __init__(self, name: str, path: Path, code: str) -> None:
        self._name, self._path, self._code = name, path, code

    def find_spec(self, fullname: str, path: Any, target: ModuleType | None = None) -> ModuleSpec | None:
        return spec_from_loader(fullname, self, origin=str(self._path)) if fullname == self._name else None

    def exec_module(self, module: ModuleType) -> None:
        module.__file__ = str(self._path)
        exec(compile(self._code, str(self._path), "exec"), module.__dict__)


def _survives_anew(file: str, tests: Sequence[str], code: str) -> bool:
    signal.alarm(2 * MOST_SECONDS)
    sys.meta_path.insert(0, _Mutated(_module(file), ROOT / file, code))
    return _pytest(tests) == 0


def _survivors_in_forks(file: str, tests: Sequence[str], codes: Sequence[str], jobs: int) -> list[int]:
    forks = _Forks(file, codes, jobs)
    _pytest(tests, forks)
    return forks.survivors


def _pytest(tests: Sequence[str], *plugins: object) -> int:
    silent = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silent, 1)
    os.dup2(silent, 2)
    options = ["-x", "-q", "-p", "no:cacheprovider", "-p", "no:logging", "--tb=no", "--hypothesis-seed=0"]
    with tempfile.TemporaryDirectory(prefix="ditto-mutants-") as scratch:
        given = [*options, "-o", "timeout=20", f"--basetemp={scratch}/base", f"--rootdir={ROOT}", *tests]
        return pytest.main(given, list(plugins))


class _Forks:
    """A plugin that runs the collected tests once a mutant, each time in a fork in which the module is changed."""

    def __init__(self, file: str, codes: Sequence[str], jobs: int) -> None:
        self.survivors: list[int] = []
        self._file, self._codes, self._jobs = file, codes, jobs
        self._running: dict[int, int] = {}

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        scratch = Path(tempfile.mkdtemp(prefix="ditto-forks-"))
        gc.collect()
        gc.freeze()
        for index, code in enumerate(self._codes):
            if len(self._running) >= self._jobs:
                self._collect(scratch)
            if (child := os.fork()) == 0:
                os._exit(self._in_fork(session, code, scratch / str(index)))
            self._running[child] = index
        while self._running:
            self._collect(scratch)
        shutil.rmtree(scratch, ignore_errors=True)
        self.survivors.sort()
        return True

    def _collect(self, scratch: Path) -> None:
        child, status = os.wait()
        index = self._running.pop(child)
        shutil.rmtree(scratch / str(index), ignore_errors=True)
        if status == 0:
            self.survivors.append(index)

    def _in_fork(self, session: pytest.Session, code: str, scratch: Path) -> int:
        signal.alarm(MOST_SECONDS)
        gc.disable()
        scratch.mkdir()
        session.config._tmp_path_factory._basetemp = scratch  # pyright: ignore
        try:
            _change(sys.modules[_module(self._file)], code)
        except Exception:
            return 1  # A module that cannot be imported fails every test.
        for index, item in enumerate(session.items):
            following = session.items[index + 1] if index + 1 < len(session.items) else None
            if any(report.failed for report in runtestprotocol(item, log=False, nextitem=following)):
                return 1
        return 0


def _module(file: str) -> str:
    return "ditto." + file.removesuffix(".py").replace("/", ".")


def _change(module: ModuleType, code: str) -> None:
    """Give the live module the functions and values of other code; its classes keep their fields and get the methods."""
    changed = ModuleType(module.__name__)
    changed.__dict__.update(__file__=module.__file__, __package__=module.__package__)
    if module.__spec__ is not None:
        changed.__spec__ = module.__spec__
    exec(compile(code, str(module.__file__), "exec"), changed.__dict__)
    importers = [vars(one) for key, one in list(sys.modules.items()) if key.startswith(("ditto.", "tests."))]
    for name, value in list(vars(changed).items()):
        _replace(vars(module), name, value, importers)


def _replace(held: dict[str, Any], name: str, value: Any, importers: Sequence[dict[str, Any]]) -> None:
    old = held.get(name)
    own = getattr(old, "__module__", None) == held.get("__name__")
    if isinstance(old, FunctionType) and isinstance(value, FunctionType) and own:
        _recode(old, value)
    elif isinstance(old, type) and own:
        for key, method in list(vars(value).items()):
            if isinstance(method, FunctionType) and isinstance(vars(old).get(key), FunctionType):
                _recode(vars(old)[key], method)
    elif not name.startswith("__"):
        for names in (held, *importers):
            if names.get(name) is old:
                names[name] = value


def _recode(old: FunctionType, new: FunctionType) -> None:
    if old.__code__.co_freevars == new.__code__.co_freevars:
        old.__code__, old.__defaults__, old.__kwdefaults__ = new.__code__, new.__defaults__, new.__kwdefaults__
