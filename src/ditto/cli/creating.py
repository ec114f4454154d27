"""`ditto new`: read the named files and make the task directory."""

import re
from pathlib import Path
from typing import Any, NamedTuple

from ditto.cli.output import Exit, answer, say
from ditto.state.errors import BadRequest
from ditto.state.record import Record
from ditto.state.request import Request
from ditto.tools.creation import NewSource, create_task
from ditto.tools.domains import load_domain
from ditto.tools.policy import MOST_SOURCE_BYTES
from ditto.tools.settings import load_settings


class Created(Record):
    """The answer of `ditto new --json`."""

    directory: str
    fingerprint: str
    request: Request


class Wanted(NamedTuple):
    """What was asked for on the command line; None stands for the default."""

    directory: Path
    domain: str
    goal: str | None
    sources: tuple[str, ...]
    seed: Path | None
    periods: str | None
    ignored_columns: str | None
    fixed: dict[str, Any]


def create(wanted: Wanted, config: Path | None, *, as_json: bool) -> Exit:
    """Make the task; raises a DittoError that names what does not fit."""
    limits = load_settings(config).limits
    defaults = {
        "maxRounds": limits.max_rounds,
        "maxModelCalls": limits.max_model_calls,
        "deadlineSeconds": _deadline(wanted, limits.deadline_seconds),
    }
    request = create_task(
        wanted.directory,
        domain=wanted.domain,
        goal=wanted.goal or next(iter(load_domain(wanted.domain).demos.values())).goal,
        sources=[_source(given) for given in wanted.sources],
        seed=None if wanted.seed is None else _read(wanted.seed),
        options=_options(wanted),
        **{**defaults, **{key: value for key, value in wanted.fixed.items() if value is not None}},
    )
    if as_json:
        answer(Created(directory=str(wanted.directory), fingerprint=request.digest(), request=request).dump())
    else:
        say(f"made {wanted.directory}: run it with `ditto run {wanted.directory}`")
    return Exit.DONE


def _deadline(wanted: Wanted, configured: int) -> int | None:
    pauses = wanted.fixed["approval"] or wanted.fixed["onHuman"] == "pause"
    return None if pauses else configured


def _options(wanted: Wanted) -> dict[str, Any]:
    options: dict[str, Any] = {}
    if wanted.periods is not None:
        options["periods"] = wanted.periods.split(",")
    if wanted.ignored_columns is not None:
        options["ignoredColumns"] = wanted.ignored_columns.split(",")
    return options


def _source(given: str) -> NewSource:
    named, found, file = given.partition("=")
    path = Path(file if found and re.fullmatch(r"[a-z][a-z0-9-]*", named) else given)
    stem = re.sub(r"[^a-z0-9]+", "-", path.stem.lower()).strip("-")
    source_id = named if path != Path(given) else stem
    if not re.fullmatch(r"[a-z][a-z0-9-]{0,63}", source_id):
        raise BadRequest(
            "a source needs a name", where="--source", found=given, expected="ID=FILE, with an id of a-z, 0-9 and -"
        )
    return NewSource(source_id, f"{source_id}{path.suffix.lower()}", _read(path))


def _read(path: Path) -> bytes:
    try:
        if not path.is_file():
            raise BadRequest("not a file", where=path, expected="a regular file")
        if (size := path.stat().st_size) > MOST_SOURCE_BYTES:
            raise BadRequest(
                "a file is too large", where=path, found=f"{size} bytes", expected=f"at most {MOST_SOURCE_BYTES}"
            )
        return path.read_bytes()
    except OSError as cause:
        raise BadRequest("a file cannot be read", where=path, found=cause.strerror) from cause
