"""Making a task directory: the trusted controller's part, whole or not at all."""

import os
import secrets
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from ditto.state.canonical import NotStrict, canonical, sha256
from ditto.state.domain import Demo
from ditto.state.errors import BadRequest, BadSettings
from ditto.state.evidence import MissingData, Source, evidence_digest
from ditto.state.request import MONTH, Policy, Request
from ditto.tools.artifacts import make_folder, put_folder, write_once
from ditto.tools.domains import domain_names, load_domain
from ditto.tools.policy import MOST_SOURCE_BYTES
from ditto.tools.subjects import INSTALLED, Subjects
from ditto.tools.workspace import read_seed

DEMO_LIMITS = {"maxRounds": 6, "maxModelCalls": 16, "deadlineSeconds": 3_600}


class NewSource(NamedTuple):
    """A source to be copied into the task: its id, its file name there, and its bytes."""

    id: str
    name: str
    data: bytes


def create_task(
    directory: Path,
    *,
    domain: str,
    goal: str,
    sources: Sequence[NewSource],
    seed: bytes | None = None,
    subjects: Subjects = INSTALLED,
    **fixed: Any,
) -> Request:
    """Create the task directory and return its request; `fixed` are further fields of the request.

    `subjects` are those of the settings (`load_settings().subjects`). Raises BadRequest, BadSource or BadSettings, and
    leaves nothing behind, where anything does not fit.
    """
    if os.path.lexists(directory):
        raise BadRequest("the directory exists already", where=directory, expected="a new path")
    request = build_request(domain=domain, goal=goal, sources=sources, seed=seed, **fixed)
    _require_usable(request, sources, seed, subjects)
    put_folder(directory, "task directory", lambda made: _fill(made, request, sources, seed))
    return request


def create_demo(directory: Path | str, scenario: str = "flawed-draft", *, subjects: Subjects = INSTALLED) -> Request:
    """Create the fixture task of a scenario, with limits that suit a small model, and return its request.

    Raises BadRequest where there is no such scenario.
    """
    name, demo = find_demo(scenario, subjects)
    sources = [NewSource(key, *file) for key, file in demo.sources.items()]
    fixed = {"options": dict(demo.options), **DEMO_LIMITS}
    return create_task(
        Path(directory), domain=name, goal=demo.goal, sources=sources, seed=demo.seed, subjects=subjects, **fixed
    )


def find_demo(scenario: str, subjects: Subjects = INSTALLED) -> tuple[str, Demo]:
    """Return the first subject with this scenario, the package's own before others, which are imported only if need be.

    Raises BadRequest that names the scenarios there are, and the subjects that could not be asked.
    """
    known: list[str] = []
    for name in domain_names(subjects):
        try:
            demos = load_domain(name, subjects).demos
        except BadSettings as fault:
            known.append(f"one of {name}, which is not usable (`ditto doctor` says why: {fault.problem})")
            continue
        if demo := demos.get(scenario):
            return name, demo
        known += demos
    raise BadRequest("there is no such demo", where="demo", found=repr(scenario), expected=" or ".join(known))


def build_request(*, domain: str, goal: str, sources: Sequence[NewSource], seed: bytes | None, **fixed: Any) -> Request:
    """Return the request of a new task; raises BadRequest that names the field that does not fit."""
    if fixed.get("deadlineSeconds") is None:
        fixed["deadlineSeconds"] = MONTH if fixed.get("approval") or fixed.get("onHuman") == "pause" else 600
    document = {
        "id": secrets.token_hex(8),
        "tenant": "local",
        "principal": "analyst",
        "domain": domain,
        "goal": goal,
        "sources": [{"id": one.id, "path": f"sources/{one.name}", "sha256": sha256(one.data)} for one in sources],
        "seedSha256": None if seed is None else sha256(seed),
        **{key: value for key, value in fixed.items() if value is not None},
    }
    try:
        return Request.load(document)
    except NotStrict as cause:
        raise BadRequest("the task cannot be created", where="request", found=cause) from cause


def _require_usable(request: Request, sources: Sequence[NewSource], seed: bytes | None, subjects: Subjects) -> None:
    ids, names = [one.id for one in sources], [one.name for one in sources]
    if len(set(ids)) < len(ids) or len(set(names)) < len(names):
        raise BadRequest(
            "two sources have the same name",
            where="--source",
            found=", ".join(names),
            expected="different names, or ID=FILE",
        )
    if large := [one.name for one in sources if len(one.data) > MOST_SOURCE_BYTES]:
        raise BadRequest("a source is too large", where=large[0], expected=f"at most {MOST_SOURCE_BYTES} bytes")
    domain = load_domain(request.domain, subjects)
    if seed is not None:
        read_seed(domain, seed)
    try:
        domain.gather([Source(one.id, one.data) for one in sources], request.options, evidence_digest(request.sources))
    except MissingData:
        return  # Not a fault of the request: the task ends as missing-data and says what it needs.


def _fill(directory: Path, request: Request, sources: Sequence[NewSource], seed: bytes | None) -> None:
    policy = Policy(fingerprint=request.digest(), enabled=True, principals=(request.principal,))
    for folder in ("sources", "drafts", "checks", "reviews", "output"):
        make_folder(directory / folder)
    files: Mapping[str, bytes] = {f"sources/{one.name}": one.data for one in sources} | {
        "policy.json": canonical(policy.dump()),
        "request.json": canonical(request.dump()),
    }
    for name, data in (files | ({"seed.json": seed} if seed is not None else {})).items():
        write_once(directory / name, data)
