"""Follow docs/new-subject.md to the letter: write its files, run its commands, and hold their output against the page.

    python examples/follow_new_subject.py [FOLDER]

FOLDER (default ./new-subject) must not exist. The commands run in an environment of the folder's own, which sees Ditto and
what it needs where they are now, so that nothing is installed anywhere else. Ends with 1 where the page is not right.
"""

import os
import re
import shlex
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import ditto

PAGE = Path(__file__).parents[1] / "docs" / "new-subject.md"
BLOCK = re.compile(r"^```(?P<kind>\w+)(?: (?P<file>\S+))?\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
PROGRAMS = {"ditto": "from ditto.cli import main", "pip": "from pip._internal.cli.main import main"}


class Block(NamedTuple):
    """A fenced block: a file where it names one, else commands (sh) or what they must print (text)."""

    kind: str
    file: str | None
    text: str


def blocks(page: str) -> Iterator[Block]:
    """Yield the page's blocks in order."""
    return (Block(found["kind"], found["file"], found["text"]) for found in BLOCK.finditer(page))


def missing(printed: str, expected: str) -> list[str]:
    """Return the expected lines that were not printed; `…` stands for anything."""
    lines = [".*".join(map(re.escape, line.split("…"))) for line in expected.splitlines()]
    return [line for line in lines if not re.search(f"^{line}$", printed, re.MULTILINE)]


def environment(folder: Path) -> dict[str, str]:
    """Make an environment that sees what this one does, and return the variables that choose it."""
    venv.create(folder, with_pip=False)
    python = folder / "bin" / "python"
    site = sysconfig.get_path("purelib", vars={"base": str(folder), "platbase": str(folder)})
    here = [str(Path(ditto.__file__).parents[1]), f"import site; site.addsitedir({sysconfig.get_path('purelib')!r})"]
    Path(site, "seen.pth").write_text("\n".join(here) + "\n", "utf-8")
    for name, line in PROGRAMS.items():
        program = python.with_name(name)
        program.write_text(f"#!{python}\nimport sys\n{line}\nsys.exit(main())\n", "utf-8")
        program.chmod(0o755)
    kept = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "PYTHONHOME")}
    return kept | {"VIRTUAL_ENV": str(folder), "PATH": f"{python.parent}{os.pathsep}{os.environ['PATH']}"}


def follow(page: str, folder: Path) -> None:
    """Do what the page says in a new folder; raises SystemExit that names what is not as the page says."""
    folder.mkdir(parents=True)
    variables, printed = environment(folder.resolve() / ".venv"), ""
    for block in blocks(page):
        if block.file is not None:
            path = folder / block.file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(block.text, "utf-8")
        elif block.kind == "sh":
            printed = "".join(run(line, folder, variables) for line in block.text.splitlines())
        elif left := missing(printed, block.text):
            sys.exit(f"the page promises what was not printed: {left[0]}")


def run(line: str, folder: Path, variables: dict[str, str]) -> str:
    """Run one command, show it with what it prints, and return its standard output."""
    print(f"$ {line}", flush=True)
    ended = subprocess.run(shlex.split(line), cwd=folder, env=variables, stdout=subprocess.PIPE, text=True, check=False)
    print(ended.stdout, flush=True)
    if ended.returncode != 0:
        sys.exit(f"`{line}` ended with {ended.returncode}, the page says with 0")
    return ended.stdout


if __name__ == "__main__":
    follow(PAGE.read_text("utf-8"), Path(sys.argv[1] if len(sys.argv) > 1 else "new-subject"))
    print("the page is right")
