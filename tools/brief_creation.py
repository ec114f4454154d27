"""Making a brief's output directory: whole or not at all, and only where the task can begin."""

import os
import secrets
from collections.abc import Mapping
from pathlib import Path

from ditto.state.brief import BriefRequest, BriefState, Flow, InitialSource
from ditto.state.brief_rounds import first_round
from ditto.state.canonical import NotStrict, canonical, sha256
from ditto.state.errors import BadRequest
from ditto.tools.artifacts import make_folder, put_folder, write_once
from ditto.tools.brief_files import PRIVATE
from ditto.tools.brief_sources import initial_evidence, read_spec
from ditto.tools.domains import load_brief

DOMAIN = "release_brief"


def create_brief(
    source: Path,
    output: Path,
    flow: Flow,
    *,
    max_rounds: int = 24,
    model_call_budget: int = 24,
    keep_going: bool = False,
) -> BriefRequest:
    """Create the output directory of a new task and return its request.

    Raises BadRequest or BadSource, and leaves nothing behind, where anything does not fit.
    """
    if os.path.lexists(output):
        raise BadRequest(
            "the output directory exists already",
            where=output,
            expected=f"a new path, or `ditto brief resume --output {output}`",
        )
    domain = load_brief(DOMAIN)
    spec, data = read_spec(source)
    evidence = initial_evidence(source, spec, domain)
    request = _request(
        flow=flow,
        input=str(source.resolve()),
        specSha256=sha256(data),
        evidence=[InitialSource(id=one.source, sha256=one.sha256).dump() for one in evidence],
        maxRounds=max_rounds,
        modelCallBudget=model_call_budget,
        keepGoing=keep_going,
    )
    first_round(request, spec, BriefState(draft=spec.initial_draft, evidence=evidence), domain.check)
    put_folder(output, "output directory", lambda made: _fill(made, data, request))
    return request


def create_brief_demo(directory: Path, flow: Flow) -> None:
    """Write the input directory of a flow's demo, its values drawn at random; raises BadRequest where it exists."""
    write_input(directory, load_brief(DOMAIN).demo(flow))


def write_input(directory: Path, files: Mapping[str, bytes]) -> None:
    """Write a new input directory, whole or not at all; raises BadRequest where it exists."""
    if os.path.lexists(directory):
        raise BadRequest("the directory exists already", where=directory, expected="a new path")

    def fill(made: Path) -> None:
        for name, data in files.items():
            write_once(made / name, data)

    put_folder(directory, "input directory", fill)


def _request(**fields: object) -> BriefRequest:
    try:
        return BriefRequest.load({"id": secrets.token_hex(8), "domain": DOMAIN, **fields})
    except NotStrict as cause:
        raise BadRequest("the task cannot be created", where="request", found=cause) from cause


def _fill(made: Path, spec: bytes, request: BriefRequest) -> None:
    make_folder(made / PRIVATE)
    write_once(made / PRIVATE / "request.json", canonical(request.dump()))
    write_once(made / "spec.json", spec)
