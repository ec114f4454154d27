"""Importing Ditto does nothing but import, and what is quick to need is quick to import."""

import json
import subprocess
import sys
from pathlib import Path

from tests.architecture.tree import ROOT, SOURCES, module_name, python_files

# Runs in a process of its own: imports every module, listing what was opened for writing or made on the way.
PROBE = """
import importlib, json, os, sys

WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
touched = []

def watch(event, arguments):
    if event == "open" and arguments[2] is not None and arguments[2] & WRITING and arguments[0] != os.devnull:
        touched.append(f"open {arguments[0]}")
    elif event in ("os.mkdir", "os.rename", "os.remove", "os.link", "os.symlink", "subprocess.Popen", "socket.connect"):
        touched.append(f"{event} {arguments[0]}")

sys.addaudithook(watch)
for name in json.loads(sys.argv[1]):
    importlib.import_module(name)
print(json.dumps({"touched": touched, "loaded": sorted({name.split(".")[0] for name in sys.modules})}), file=sys.stderr)
"""


def probe(names: list[str], folder: Path) -> tuple[str, list[str], set[str]]:
    """Import the modules and return what was printed, what was touched, and which packages are loaded."""
    command = [sys.executable, "-B", "-c", PROBE, json.dumps(names)]
    result = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr[-2000:]
    *words, last = result.stderr.splitlines()
    found = json.loads(last)
    return result.stdout + "\n".join(words), found["touched"], set(found["loaded"])


def modules() -> list[str]:
    """Return the names of all modules, without those that are programs."""
    return [name for path in python_files(*SOURCES) if not (name := module_name(path)).endswith("__main__")]


def test_importing_any_module_prints_nothing_and_writes_nothing(tmp_path: Path) -> None:
    printed, touched, loaded = probe(modules(), tmp_path)
    assert (printed, touched) == ("", [])
    assert "langgraph" in loaded
    assert list(tmp_path.iterdir()) == []


def test_the_probe_sees_what_a_module_prints_and_writes(tmp_path: Path) -> None:
    (tmp_path / "loud.py").write_text("print('hello'); open('made', 'w').close()")
    printed, touched, _ = probe(["loud"], tmp_path)
    assert (printed, touched) == ("hello\n", ["open made"])


def test_what_runs_no_graph_loads_no_graph_and_no_client(tmp_path: Path) -> None:
    named = [name for name in modules() if name.startswith(("ditto.state", "ditto.tools"))]
    quick = [
        name for name in named if name != "ditto.tools.checkpoint_saver"
    ]  # a part of the graph: none of these loads it
    _, _, loaded = probe(["ditto", *quick, "ditto.agents.runner"], tmp_path)
    assert "pydantic" in loaded
    assert loaded & {"langgraph", "langchain_openai", "openai", "xllamacpp", "httpx", "httpx2", "redis"} == set()


def test_the_package_itself_is_found_where_the_sources_stand() -> None:
    import ditto

    assert Path(ditto.__file__).resolve().is_relative_to(ROOT / "src")
