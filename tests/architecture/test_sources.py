"""What every source file has: a place of its own, a docstring, a size that is read at once, and a telling name."""

import ast
import importlib.util
from pathlib import Path

import pytest

from tests.architecture.tree import CODE, ROOT, SOURCES, imported, module_name, python_files

MOST_LINES = 200
SAYS_NOTHING = {"utils", "util", "helpers", "helper", "common", "manager", "managers", "base", "misc"}


def named(path: Path) -> str:
    """Name a test's case by its file."""
    return path.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("path", python_files(*SOURCES), ids=named)
def test_a_source_file_says_what_it_is_for(path: Path) -> None:
    assert ast.get_docstring(ast.parse(path.read_text("utf-8")))


@pytest.mark.parametrize("path", python_files(*SOURCES), ids=named)
def test_a_source_file_is_read_at_one_sitting(path: Path) -> None:
    assert len(path.read_text("utf-8").splitlines()) <= MOST_LINES


def test_no_module_has_a_name_that_says_nothing() -> None:
    found = {
        named(path) for path in python_files(*CODE) if SAYS_NOTHING & {path.stem, *path.relative_to(ROOT).parent.parts}
    }
    assert found == set()


def test_nothing_imports_the_layers_by_their_bare_names() -> None:
    bare = {"agents", "tools", "state"}
    found = {
        named(path): names
        for path in python_files(*CODE)
        if (names := {name for name in imported(path) if name.split(".")[0] in bare})
    }
    assert found == {}


def test_notebooks_do_not_import_the_layers_by_their_bare_names() -> None:
    words = [f"{verb} {layer}" for verb in ("import", "from") for layer in ("agents", "tools", "state")]
    found = [
        path
        for path in (ROOT / "notebooks").rglob("*.ipynb")
        for word in words
        if f'"{word}' in path.read_text("utf-8")
    ]
    assert found == []


def test_every_source_file_is_importable_under_ditto_and_each_file_once() -> None:
    names = [module_name(path) for path in python_files(*SOURCES)]
    assert len(set(names)) == len(names)
    missing = [name for name in names if importlib.util.find_spec(name) is None]
    assert missing == []


def test_a_file_that_imports_a_bare_name_would_be_found(tmp_path: Path) -> None:
    (tmp_path / "bad.py").write_text(
        "import json\nfrom agents.app import open_app\n\ndef late():\n    import tools.memory\n"
    )
    assert imported(tmp_path / "bad.py") == {"json", "agents.app", "tools.memory"}
