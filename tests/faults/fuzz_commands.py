"""The command line in this process: what it answered, and that it never answered with a traceback."""

import json
from typing import Any, NamedTuple

from typer.testing import CliRunner

from ditto.cli.app import app

CODES = (0, 1, 2, 3, 4, 5)
"""Those of the README, but for that of a cancelled run."""


class Answer(NamedTuple):
    """The exit code, the JSON document of stdout, and the last line of stderr."""

    code: int
    document: dict[str, Any]
    error: str

    @property
    def refused(self) -> bool:
        """Tell whether the command was refused or failed."""
        return self.code in (1, 2, 5)


def ditto(*arguments: object) -> Answer:
    """Run a command with --json; a refusal must be one line, and everything else is a failure of the test."""
    ended = CliRunner().invoke(app, [*map(str, arguments), "--json"])
    if ended.exception is not None and not isinstance(ended.exception, SystemExit):
        raise ended.exception
    assert ended.exit_code in CODES, ended.output
    document = json.loads(ended.stdout)
    lines = ended.stderr.strip().splitlines()
    if "error" in document:
        assert ended.exit_code in (1, 5)
        assert lines[-1].startswith("ditto: ")
        assert sum(line.startswith("ditto: ") for line in lines) == 1
    assert "Traceback" not in ended.output
    return Answer(ended.exit_code, document, lines[-1] if lines else "")
