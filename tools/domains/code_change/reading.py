"""Reading the draft's code before it is run: its names, its syntax, and what it uses of Python."""

import ast
import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from .evidence import imported
from .schema import CodeFile

ALLOWED = frozenset(
    [
        "abc",
        "array",
        "base64",
        "binascii",
        "bisect",
        "calendar",
        "cmath",
        "codecs",
        "collections",
        "contextlib",
        "copy",
        "csv",
        "dataclasses",
        "datetime",
        "decimal",
        "difflib",
        "enum",
        "fractions",
        "functools",
        "graphlib",
        "hashlib",
        "heapq",
        "hmac",
        "html",
        "io",
        "itertools",
        "json",
        "keyword",
        "locale",
        "math",
        "numbers",
        "operator",
        "pprint",
        "random",
        "re",
        "statistics",
        "string",
        "struct",
        "textwrap",
        "types",
        "typing",
        "unicodedata",
        "urllib",
        "uuid",
        "zlib",
        "zoneinfo",
    ]
)
"""The modules that compute: none reaches files, processes, the network or the interpreter itself."""

_REFUSED_NAMES = frozenset(
    {"__import__", "eval", "exec", "compile", "open", "globals", "locals", "vars", "breakpoint", "input", "help", "exit", "quit",
     "__builtins__", "__loader__", "__spec__"}
)  # fmt: skip
_REFUSED_ATTRIBUTES = frozenset(
    {"__subclasses__", "__bases__", "__mro__", "__globals__", "__code__", "__closure__", "__builtins__", "__getattribute__",
     "__reduce__", "__reduce_ex__", "__import__", "__loader__", "gi_frame", "cr_frame", "f_back", "f_globals", "f_locals", "tb_frame"}
)  # fmt: skip


def faults(
    file: CodeFile, facts: Mapping[str, Any], modules: Sequence[str], allow: Sequence[str]
) -> Iterator[tuple[str, str]]:
    """Yield what is wrong with a file, and what to do instead; `modules` are those of the change itself."""
    module = file.name.removesuffix(".py")
    if file.name in facts["tests"]:
        yield f"{file.name} is one of the given tests, which cannot be changed", "Leave it out."
    elif module in sys.stdlib_module_names:
        yield f"{file.name} has the name of a module of Python itself", "Give it another name."
    elif file.name not in (*facts["wanted"], *facts["code"]):
        yield (
            f"{file.name} is neither imported by the tests nor there already",
            f"Write these files alone: {', '.join(facts['wanted'])}.",
        )
    else:
        yield from _code(file, {*ALLOWED, *modules, *allow}, allow)


def _code(file: CodeFile, known: set[str], allow: Sequence[str]) -> Iterator[tuple[str, str]]:
    try:
        tree = ast.parse(file.content)
    except SyntaxError as error:
        yield f"{file.name}, line {error.lineno}: not Python: {error.msg}", "Write the whole file again, as Python."
        return
    except (ValueError, RecursionError, MemoryError) as error:
        yield f"{file.name}: not Python: {error}", "Write the whole file again, as Python."
        return
    for node, name in imported(tree):
        if name.partition(".")[0] not in known and name not in allow:
            yield (
                f"{file.name}, line {node.lineno}: imports {name or 'a relative module'}, which this task does not allow",
                "Compute it without that module.",
            )
    for line, name in _used(tree):
        if name not in allow:
            yield f"{file.name}, line {line}: uses {name}, which this task does not allow", "Compute it without that."


def _used(tree: ast.AST) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.id in _REFUSED_NAMES:
            yield node.lineno, node.id
        elif isinstance(node, ast.Attribute) and node.attr in _REFUSED_ATTRIBUTES:
            yield node.lineno, node.attr
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in _REFUSED_ATTRIBUTES:
            yield node.lineno, node.value
