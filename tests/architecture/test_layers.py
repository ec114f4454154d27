"""Imports point one way: command line, agents, tools, state."""

import subprocess
import sys
from pathlib import Path

from tests.architecture.tree import ROOT, imported, module_name, python_files


def test_the_declared_contracts_hold() -> None:
    linter = Path(sys.executable).with_name("lint-imports")
    result = subprocess.run([linter, "--no-cache"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert "0 broken" in result.stdout, result.stdout[-2000:]
    assert result.returncode == 0


def test_no_node_imports_another_and_no_flow_imports_another() -> None:
    for folder in ("agents/nodes", "agents/flows"):
        names = {module_name(path) for path in python_files(folder)}
        found = {path.name: imported(path) & names for path in python_files(folder) if path.stem != "__init__"}
        assert not {name: others for name, others in found.items() if others}, folder


def test_every_subject_is_loaded_by_its_name_alone() -> None:
    subjects = {
        path.name for path in (ROOT / "tools/domains").iterdir() if path.is_dir() and not path.name.startswith("__")
    }
    assert "monthly_report" in subjects
    for path in python_files("agents", "state"):
        assert not [subject for subject in subjects if subject in path.read_text("utf-8")], path
