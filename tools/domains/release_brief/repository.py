"""Asking git, and only git, about a repository: by argument list, with no shell, hook, pager or network."""

import os
import shutil
import subprocess
from pathlib import Path

from ditto.state.characters import is_hidden
from ditto.state.errors import BadRequest, FileOutage
from ditto.state.markdown import plain

_SECONDS = 60
_MARK = "= "
"""Begins a line of a subject; git writes lines with ids between them."""
# What a repository's own configuration could start or change is switched off.
_SETTINGS = (
    "core.quotepath=off",
    "core.hooksPath=/dev/null",
    "core.fsmonitor=false",
    "i18n.logOutputEncoding=UTF-8",
)
_OPTIONS = ("--no-pager", "--no-replace-objects", *(word for setting in _SETTINGS for word in ("-c", setting)))
_ENVIRONMENT = {"LC_ALL": "C", "GIT_TERMINAL_PROMPT": "0", "GIT_OPTIONAL_LOCKS": "0", "GIT_ALLOW_PROTOCOL": "none"}


class Repository:
    """A repository of which a whole history is there."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        found = self._run("rev-parse", "--is-shallow-repository")
        if found.returncode:
            raise BadRequest(
                "not a git repository", where=folder, found=_first_line(found.stderr), expected="a repository's folder"
            )
        if found.stdout.strip() == b"true":
            raise BadRequest(
                "the history is cut short", where=folder, found="a shallow clone", expected="`git fetch --unshallow`"
            )

    def commit(self, name: str) -> str:
        """Return the id of the commit that a tag or another revision names; raises BadRequest where there is none."""
        revision = f"refs/tags/{name}" if self.is_tag(name) else name
        found = self._found("rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
        if found is None:
            raise BadRequest("no such revision", where=self._folder, found=repr(name), expected="a tag or a commit")
        return found

    def is_tag(self, name: str) -> bool:
        """Tell whether a tag has that name."""
        return self._found("show-ref", "--verify", "--hash", "--end-of-options", f"refs/tags/{name}") is not None

    def tag_before(self, name: str) -> str | None:
        """Return the nearest tag before a revision, or None where it is the first."""
        parent = f"{self.commit(name)}^"
        return self._found("describe", "--tags", "--abbrev=0", "--end-of-options", parent)

    def date(self, name: str) -> str:
        """Return the day of the commit that a revision names."""
        return self._lines("rev-list", "--max-count=1", "--format=%cs", self.commit(name))[1]

    def subjects(self, start: str | None, end: str) -> tuple[str, ...]:
        """Return the subjects of the changes after one revision up to another, the oldest first, each once, no merge."""
        since = () if start is None else (f"^{self.commit(start)}",)
        options = ("--no-merges", "--reverse", "--topo-order", f"--format={_MARK}%at %s")
        lines = self._lines("rev-list", *options, self.commit(end), *since)
        # A cherry-picked change keeps its subject and the time at which it was written.
        changes = dict.fromkeys(line for line in lines if line.startswith(_MARK))
        stated = (one_line(line.removeprefix(_MARK).partition(" ")[2]) for line in changes)
        return tuple(subject for subject in stated if subject)

    def _lines(self, *words: str) -> list[str]:
        found = self._run(*words)
        if found.returncode:
            raise FileOutage("git failed", where=self._folder, found=_first_line(found.stderr))
        return found.stdout.decode("utf-8", "replace").removesuffix("\n").split("\n")

    def _found(self, *words: str) -> str | None:
        found = self._run(*words)
        return None if found.returncode else found.stdout.decode("utf-8", "replace").strip()

    def _run(self, *words: str) -> subprocess.CompletedProcess[bytes]:
        program = shutil.which("git")
        if program is None:
            raise FileOutage("git is not installed", where="PATH", expected="the program git")
        kept = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
        command = [program, *_OPTIONS, "-C", str(self._folder), *words]
        try:
            return subprocess.run(
                command,
                env=kept | _ENVIRONMENT,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                timeout=_SECONDS,
                check=False,
            )
        except (OSError, ValueError, subprocess.TimeoutExpired) as cause:
            raise FileOutage("git could not be run", where=self._folder, found=cause) from cause


def one_line(text: str) -> str:
    """Return the text with a space for each run of spaces and of control, format and bidi characters."""
    spaced = (" " if is_hidden(one) else one for one in text)
    return " ".join("".join(spaced).split())


def _first_line(stderr: bytes) -> str:
    return plain(stderr.decode("utf-8", "replace").strip().partition("\n")[0])[:200]
