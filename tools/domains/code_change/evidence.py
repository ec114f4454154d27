"""What the sources prove: the given tests, one row each, and the code that is there already."""

import ast
import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from ditto.state.errors import BadSource
from ditto.state.evidence import Evidence, MissingData, Row, Source

from .options import Options

_TEST = "test-"


class _File(NamedTuple):
    source: str
    name: str
    text: str
    tree: ast.Module


def gather(sources: Sequence[Source], options: Options, sha256: str) -> Evidence:
    """Read the tests and the code; a source whose id begins with `test-` is a file of tests.

    Raises BadSource for what is not Python or needs more than its standard library, MissingData where no test is given.
    """
    files = [_parsed(source) for source in sources]
    tests = [file for file in files if file.source.startswith(_TEST)]
    rows = [row for file in tests for row in _rows(file)]
    if not rows:
        raise MissingData("no test is given: a source of tests is named test_*.py and holds functions named test_*")
    code = {file.name: file.text for file in files if file not in tests}
    wanted = list(dict.fromkeys(name for file in tests for name in _wanted(file, tests)))
    facts: dict[str, Any] = {
        "tests": {file.name: file.text for file in tests},
        "code": code,
        "wanted": sorted(f"{name}.py" for name in wanted),
        "options": options.dump(),
    }
    return Evidence(sha256=sha256, rows=tuple(rows), facts=facts)


def _parsed(source: Source) -> _File:
    name = f"{source.id.replace('-', '_')}.py"
    try:
        text = source.data.decode("utf-8")
        return _File(source.id, name, text, ast.parse(text))
    except UnicodeDecodeError as cause:
        raise BadSource("not UTF-8 text", where=source.id, found=f"byte {cause.start}", expected="Python") from cause
    except SyntaxError as cause:
        raise BadSource(
            "not Python", where=f"{source.id}, line {cause.lineno}", found=cause.msg, expected="Python"
        ) from cause
    except (ValueError, RecursionError, MemoryError) as cause:  # null bytes; a tree too deep
        raise BadSource("not Python", where=source.id, found=cause, expected="Python") from cause


def _rows(file: _File) -> Iterator[Row]:
    """Yield each test, by the line that begins it."""
    lines = file.text.splitlines()
    seen = set[str]()
    for prefix, node in _functions(file.tree):
        name = f"{file.source}-{prefix}{node.name}".replace("_", "-")
        _require_runs(file, prefix, node, name in seen)
        seen.add(name)
        yield Row(id=name, line=node.lineno, quote=lines[node.lineno - 1])


def _require_runs(file: _File, prefix: str, node: ast.FunctionDef | ast.AsyncFunctionDef, twice: bool) -> None:
    """Raise BadSource for what looks like a test and would never run as one."""
    given = node.args.posonlyargs + node.args.args
    needed = len(given) - len(node.args.defaults) - bool(prefix)
    if twice or needed or (not prefix and isinstance(node, ast.AsyncFunctionDef)):
        raise BadSource(
            "a test that cannot run",
            where=f"{file.source}, line {node.lineno}",
            found=f"{node.name}, which stands twice" if twice else f"{node.name}, with arguments or asynchronous",
            expected="functions named test_* without arguments, and methods of unittest.TestCase, each of its own name",
        )


def _functions(tree: ast.Module) -> Iterator[tuple[str, ast.FunctionDef | ast.AsyncFunctionDef]]:
    for node in tree.body:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and node.name.startswith("test_"):
            yield "", node
        elif isinstance(node, ast.ClassDef) and node.bases:
            inner = (one for one in node.body if isinstance(one, (ast.FunctionDef, ast.AsyncFunctionDef)))
            yield from ((f"{node.name}.", one) for one in inner if one.name.startswith("test"))


def _wanted(file: _File, tests: Sequence[_File]) -> Iterator[str]:
    """Yield the modules of the code that a test imports; raises BadSource for one that cannot be there."""
    others = {one.name.removesuffix(".py") for one in tests}
    for node, name in imported(file.tree):
        module = name.partition(".")[0]
        if module in sys.stdlib_module_names or module in others:
            continue
        if "." in name or module in ("pytest", ""):
            raise BadSource(
                "a test imports what is not there",
                where=f"{file.source}, line {node.lineno}",
                found=name or "a relative import",
                expected="the standard library, and modules without a dot; tests are unittest.TestCase or plain functions",
            )
        yield module


def imported(tree: ast.AST) -> Iterator[tuple[ast.Import | ast.ImportFrom, str]]:
    """Yield every module that is imported anywhere in a file, by its dotted name; "" is a relative import."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node, "" if node.level else node.module or ""


def options_of(facts: Mapping[str, Any]) -> Options:
    """Return the options that the evidence was gathered with."""
    return Options.load(facts["options"])
