"""The wheel, built from a copy of the sources and installed into an empty environment outside the repository."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PARTS = ("agents", "tools", "state", "src", "pyproject.toml", "ditto.yaml", "README.md", "LICENSE", "NOTICE")


def run(*command: object, cwd: Path | None = None) -> str:
    """Run a command and return what it prints; a failure shows all of it."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    ended = subprocess.run([*map(str, command)], capture_output=True, text=True, check=False, cwd=cwd, env=environment)
    assert ended.returncode == 0, f"{command}\n{ended.stdout}\n{ended.stderr}"
    return ended.stdout


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built wheel."""
    sources = tmp_path_factory.mktemp("sources")
    for part in PARTS:
        here = ROOT / part
        if here.is_dir():
            shutil.copytree(
                here, sources / part, symlinks=True, ignore=shutil.ignore_patterns("__pycache__", "*.egg-info")
            )
        else:
            shutil.copy2(here, sources / part)
    run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", sources / "dist", sources)
    return next((sources / "dist").glob("*.whl"))


@pytest.fixture(scope="session")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The interpreter of an environment that holds the wheel, its locked dependencies, and openai-agents."""
    folder = tmp_path_factory.mktemp("installed")
    run(sys.executable, "-m", "venv", folder)
    python = folder / "bin" / "python"
    pip = (python, "-m", "pip", "--disable-pip-version-check", "install", "--quiet", "--progress-bar", "off")
    run(*pip, "--require-hashes", "--requirement", ROOT / "requirements" / "local.txt")
    run(*pip, "--require-hashes", "--requirement", ROOT / "requirements" / "beside.txt")
    run(*pip, "--no-deps", wheel)
    return python
