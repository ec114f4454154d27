"""The sources of a brief: files of the input directory, each read as its catalog entry says."""

import os
from pathlib import Path

from ditto.state.brief import CatalogEntry, SourceFacts, Spec
from ditto.state.brief_domain import BriefDomain
from ditto.state.canonical import NotStrict, sha256
from ditto.state.errors import BadRequest, BadSource, FileOutage, Tampered
from ditto.tools.artifacts import read_file

MOST_SOURCE_BYTES = 1 << 20


def read_spec(directory: Path) -> tuple[Spec, bytes]:
    """Return an input directory's spec and its bytes; raises BadRequest that names what does not fit."""
    where = directory / "spec.json"
    if not directory.is_dir():
        raise BadRequest("not an input directory", where=directory, found="no folder", expected="spec.json and sources")
    try:
        data = read_file(directory, "spec.json")
        return Spec.parse(data), data
    except Tampered as cause:
        raise BadRequest(cause.problem, where=where, found=cause.found, expected=cause.expected) from cause
    except NotStrict as cause:
        raise BadRequest("the spec cannot be read", where=where, found=cause) from cause


def read_bytes(directory: Path, entry: CatalogEntry) -> bytes | None:
    """Return a source's bytes, or None where there is no file.

    Raises BadSource for a link, what is not a regular file, and a file above 1 MiB, FileOutage where the folder is gone:
    that says nothing about the source.
    """
    if not directory.is_dir():
        raise FileOutage("the input directory is not there", where=directory)
    if not os.path.lexists(directory / entry.file):
        return None
    try:
        return read_file(directory, entry.file, MOST_SOURCE_BYTES)
    except Tampered as cause:
        raise BadSource(cause.problem, where=cause.where, found=cause.found, expected=cause.expected) from cause


def facts_of(spec: Spec, source: str, data: bytes, domain: BriefDomain) -> SourceFacts:
    """Return what a source supplies of the required fields; raises BadSource that names the file and the field at fault."""
    read = domain.read(spec.entry(source), data)
    facts = {field: value for field, value in read.items() if field in spec.required}
    return SourceFacts(source=source, sha256=sha256(data), facts=facts)


def initial_evidence(directory: Path, spec: Spec, domain: BriefDomain) -> tuple[SourceFacts, ...]:
    """Read the evidence that a task begins with.

    Raises BadSource where a file is missing or cannot be read, BadRequest where two supply different values of a field.
    """
    evidence: list[SourceFacts] = []
    for source in spec.initial_evidence:
        entry = spec.entry(source)
        if (data := read_bytes(directory, entry)) is None:
            raise BadSource("initial evidence is missing", where=directory / entry.file, expected="a file")
        evidence.append(facts_of(spec, source, data, domain))
    _require_agreement(directory, spec, evidence)
    return tuple(evidence)


def _require_agreement(directory: Path, spec: Spec, evidence: list[SourceFacts]) -> None:
    for field in spec.required:
        supplied = {one.source: one.facts[field] for one in evidence if field in one.facts}
        if len(set(supplied.values())) > 1:
            raise BadRequest(
                f"initial evidence disagrees on the field {field}",
                where=directory / "spec.json",
                found=", ".join(f"{value!r} in {source}" for source, value in supplied.items()),
                expected="one value",
            )
