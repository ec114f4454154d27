"""What commands print, and the exit codes that people script against."""

import json
import sys
from collections.abc import Callable, Mapping
from enum import IntEnum
from typing import Any, Literal, cast

import typer

from ditto.state.canonical import Json
from ditto.state.errors import Busy, DittoError
from ditto.state.markdown import plain
from ditto.state.record import Record
from ditto.state.report import Status

_MOST_SHOWN = 100


class Exit(IntEnum):
    """The exit codes of every command."""

    DONE = 0
    REFUSED = 1
    USAGE = 2
    NOT_ACCEPTED = 3
    NEEDS_HUMAN = 4
    BUSY = 5
    CANCELLED = 130


OF_STATUS: Mapping[Status | Literal["checkpoint", "paused", "stopped"], Exit] = {
    "completed": Exit.DONE,
    "checkpoint": Exit.DONE,
    "paused": Exit.NEEDS_HUMAN,
    "partial": Exit.NOT_ACCEPTED,
    "stopped": Exit.NOT_ACCEPTED,
    "needs-human": Exit.NEEDS_HUMAN,
}


class Failure(Record):
    """The `--json` answer of a command that failed."""

    error: str
    message: str
    where: str | None
    found: str | None
    expected: str | None


def say(text: str = "") -> None:
    """Print one line of a result, without control characters from documents."""
    print(plain(text))


def tell(text: str) -> None:
    """Print one line of progress."""
    print(plain(text), file=sys.stderr, flush=True)


def shortened(value: Any) -> str:
    """Return a value as one line of at most a hundred characters."""
    if value in ([], None, ""):
        return "nothing"
    if isinstance(value, list):
        return "; ".join(shortened(item) for item in cast(list[Any], value))
    text = " / ".join(map(str, cast(Json, value).values())) if isinstance(value, dict) else str(value)
    return text if len(text) <= _MOST_SHOWN else text[: _MOST_SHOWN - 1] + "…"


def answer(document: Mapping[str, Any]) -> None:
    """Print the one JSON document of a `--json` command."""
    print(json.dumps(document, ensure_ascii=False, indent=2))


def reported(act: Callable[[], Exit], *, as_json: bool) -> None:
    """Run a command and leave with its exit code; an error is one line on stderr."""
    try:
        code = act()
    except DittoError as error:
        code = _failed(error, as_json)
    except OSError as error:
        code = _failed(DittoError("the system refused", where=error.filename, found=error.strerror or error), as_json)
    raise typer.Exit(code)


def _failed(error: DittoError, as_json: bool) -> Exit:
    if as_json:
        kind = type(error).__name__
        answer(
            Failure(
                error=kind, message=str(error), where=error.where, found=error.found, expected=error.expected
            ).dump()
        )
    tell(f"ditto: {error}")
    return Exit.BUSY if isinstance(error, Busy) else Exit.REFUSED
