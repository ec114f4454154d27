"""The repository's own files, as the tests of its architecture read them."""

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
SOURCES = ("state", "tools", "agents", "src/ditto")
CODE = (*SOURCES, "tests", "bench")


def python_files(*folders: str) -> list[Path]:
    """Return the Python files below these folders, each once, without following links."""
    found = [path for folder in folders for path in _below(ROOT / folder)]
    assert found, folders
    return found


def _below(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.iterdir()):
        if path.is_dir() and not path.is_symlink() and not path.name.startswith((".", "__pycache__")):
            yield from _below(path)
        elif path.suffix == ".py":
            yield path


def imported(path: Path) -> set[str]:
    """Return the names of the modules that a file imports absolutely."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            names.add(node.module)
    return names


def module_name(path: Path) -> str:
    """Return the name under which a source file is imported."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    named = parts[2:] if parts[:2] == ("src", "ditto") else parts
    return ".".join(("ditto", *named)).removesuffix(".__init__")
