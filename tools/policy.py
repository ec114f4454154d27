"""Who may act on a task, and whether it is still the task that was asked for (contract, section 1).

An integration boundary, not an authentication service: a deployment injects an identity that it has authenticated.
"""

from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from ditto.state.canonical import NotStrict, sha256
from ditto.state.errors import BadRequest, Denied, Tampered
from ditto.state.evidence import Source
from ditto.state.request import Identity, Policy, Request, SourceRef
from ditto.tools.artifacts import read_file
from ditto.tools.brief_files import is_brief

MOST_SOURCE_BYTES = 256 << 20


class Task(NamedTuple):
    """A task as its files state it, read and checked just now."""

    request: Request
    sources: tuple[Source, ...]
    seed: bytes | None
    principals: tuple[str, ...]


def read_request(directory: Path) -> Request:
    """Return the request of a task directory; raises BadRequest that names what does not fit."""
    return _digested_request(directory)[0]


def _digested_request(directory: Path) -> tuple[Request, str]:
    if not (directory / "request.json").exists():
        raise BadRequest(
            "not a task directory",
            where=directory,
            found="no request.json",
            expected=f"`ditto brief resume --output {directory}`, since it is a brief"
            if is_brief(directory)
            else "a folder made by `ditto new` or `ditto demo`",
        )
    try:
        return _parsed_request(read_file(directory, "request.json"))
    except NotStrict as cause:
        raise BadRequest("the request cannot be read", where=directory / "request.json", found=cause) from cause


# The files are read at every tool; what the same bytes mean is worked out once.
@lru_cache(maxsize=16)
def _parsed_request(data: bytes) -> tuple[Request, str]:
    request = Request.parse(data)
    return request, request.digest()


@lru_cache(maxsize=16)
def _parsed_policy(data: bytes) -> Policy:
    return Policy.parse(data)


def authorize(directory: Path, identity: Identity, fingerprint: str) -> Task:
    """Re-read request, policy, sources and seed, and return them.

    Raises Tampered where any differs from what the fingerprint fixed, Denied where the policy does not let this
    identity act.
    """
    request, found = _digested_request(directory)
    if found != fingerprint:
        raise Tampered("task request changed", where=directory / "request.json", found=found, expected=fingerprint)
    principals = _permitted(directory, identity, request.tenant, fingerprint)
    return Task(request, read_sources(directory, request), read_seed_file(directory, request), principals)


def read_policy(directory: Path) -> Policy:
    """Return the policy of a task directory; raises BadRequest that names what does not fit."""
    try:
        return _parsed_policy(read_file(directory, "policy.json"))
    except NotStrict as cause:
        raise BadRequest("the policy cannot be read", where=directory / "policy.json", found=cause) from cause


def _permitted(directory: Path, identity: Identity, tenant: str, fingerprint: str) -> tuple[str, ...]:
    where, policy = directory / "policy.json", read_policy(directory)
    if policy.fingerprint != fingerprint:
        raise Denied(
            "the policy is that of another request", where=where, found=policy.fingerprint, expected=fingerprint
        )
    if not policy.enabled:
        raise Denied("permission revoked", where=where, found="enabled: false")
    if identity.principal not in policy.principals:
        raise Denied(
            "the principal is not listed",
            where=where,
            found=identity.principal,
            expected=" or ".join(policy.principals),
        )
    if identity.tenant != tenant:
        raise Denied("the tenant is another one", where=where, found=identity.tenant, expected=tenant)
    return policy.principals


def read_sources(directory: Path, request: Request) -> tuple[Source, ...]:
    """Return the sources; raises Tampered where one is not what the request fixes."""
    return tuple(Source(ref.id, _unchanged(directory, ref)) for ref in request.sources)


def _unchanged(directory: Path, ref: SourceRef) -> bytes:
    data = read_file(directory, ref.path, MOST_SOURCE_BYTES)
    if (found := sha256(data)) != ref.sha256:
        raise Tampered(
            "source changed: a new source needs a new task",
            where=directory / ref.path,
            found=found,
            expected=ref.sha256,
        )
    return data


def read_seed_file(directory: Path, request: Request) -> bytes | None:
    """Return the seed's bytes, or None; raises Tampered where they are not what the request fixes."""
    if request.seed_sha256 is None:
        return None
    data = read_file(directory, "seed.json")
    if (found := sha256(data)) != request.seed_sha256:
        raise Tampered(
            "seed changed: a new seed needs a new task",
            where=directory / "seed.json",
            found=found,
            expected=request.seed_sha256,
        )
    return data
