"""`ditto new`: read the named files and make the task directory."""

import re
from pathlib import Path
from typing import Any, NamedTuple

from ditto.cli.given_files import read_given
from ditto.cli.options import DEFAULT_DOMAIN
from ditto.cli.output import Exit, answer, say
from ditto.cli.table_options import TableOptions
from ditto.state.errors import BadRequest
from ditto.state.record import Record
from ditto.state.request import Request
from ditto.tools.artifacts import MOST_BYTES
from ditto.tools.continuation import Beginning, begun_after, begun_like
from ditto.tools.creation import NewSource, create_task
from ditto.tools.domains import load_domain
from ditto.tools.policy import MOST_SOURCE_BYTES
from ditto.tools.settings import load_settings, load_subjects
from ditto.tools.yaml_files import parse_value


class Created(Record):
    """The answer of `ditto new --json`."""

    directory: str
    fingerprint: str
    request: Request


class Wanted(NamedTuple):
    """What was asked for on the command line; None stands for the default."""

    directory: Path
    domain: str | None
    goal: str | None
    sources: tuple[str, ...]
    seed: Path | None
    periods: str | None
    given: tuple[str, ...]
    tables: TableOptions
    fixed: dict[str, Any]
    after: Path | None
    like: Path | None


def create(wanted: Wanted, config: Path | None, *, as_json: bool) -> Exit:
    """Make the task; raises a DittoError that names what does not fit."""
    subjects = load_subjects(config)
    if wanted.after is not None and wanted.like is not None:
        raise BadRequest("two tasks to begin from", where="--from and --like", expected="one of them")
    if wanted.after is not None:
        base = begun_after(wanted.after, subjects)
    elif wanted.like is not None:
        base = begun_like(wanted.like)
    else:
        base = Beginning(fixed=_limits(wanted, config))
    sources = _sources(wanted, base)
    domain = wanted.domain or base.domain or DEFAULT_DOMAIN
    request = create_task(
        wanted.directory,
        domain=domain,
        goal=wanted.goal or base.goal or next(iter(load_domain(domain, subjects).demos.values())).goal,
        sources=sources,
        seed=base.seed if wanted.seed is None else read_given(wanted.seed, MOST_BYTES),
        options=wanted.tables.options([one.id for one in sources], {**base.options, **_given(wanted)}),
        subjects=subjects,
        **{**base.fixed, **wanted.fixed},
    )
    if as_json:
        answer(Created(directory=str(wanted.directory), fingerprint=request.digest(), request=request).dump())
    else:
        say(f"made {wanted.directory}: run it with `ditto run {wanted.directory}`")
    return Exit.DONE


def _given(wanted: Wanted) -> dict[str, Any]:
    """Return the subject's options as they were given; raises BadRequest for what is not KEY=VALUE."""
    options: dict[str, Any] = {} if wanted.periods is None else {"periods": wanted.periods.split(",")}
    for one in wanted.given:
        key, found, text = one.partition("=")
        if not found or not re.fullmatch(r"[A-Za-z][A-Za-z0-9_]*", key):
            raise BadRequest("not an option of a subject", where="--option", found=one, expected="KEY=VALUE")
        options[key] = parse_value(text, f"--option {key}")
    return options


def _limits(wanted: Wanted, config: Path | None) -> dict[str, Any]:
    limits = load_settings(config).limits
    pauses = wanted.fixed.get("approval") or wanted.fixed.get("onHuman") == "pause"
    deadline = {} if pauses else {"deadlineSeconds": limits.deadline_seconds}
    return {"maxRounds": limits.max_rounds, "maxModelCalls": limits.max_model_calls, **deadline}


def _sources(wanted: Wanted, base: Beginning) -> list[NewSource]:
    """Return the given sources, else those of the task before; one without a name takes that task's, in order."""
    if not wanted.sources:
        if base.sources:
            return list(base.sources)
        raise BadRequest("a task needs a source", where="--source", expected="a file, or ID=FILE")
    names = [*base.source_ids, *[None] * len(wanted.sources)]
    return [_source(given, name) for given, name in zip(wanted.sources, names, strict=False)]


def _source(given: str, name: str | None) -> NewSource:
    named, found, file = given.partition("=")
    path = Path(file if found and re.fullmatch(r"[a-z][a-z0-9-]*", named) else given)
    stem = re.sub(r"[^a-z0-9]+", "-", path.stem.lower()).strip("-")
    source_id = named if path != Path(given) else name or stem
    if not re.fullmatch(r"[a-z][a-z0-9-]{0,63}", source_id):
        raise BadRequest(
            "a source needs a name", where="--source", found=given, expected="ID=FILE, with an id of a-z, 0-9 and -"
        )
    return NewSource(source_id, f"{source_id}{path.suffix.lower()}", read_given(path, MOST_SOURCE_BYTES))
