"""An input directory from a repository: what its tags and commits say of a release, and nothing else."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from ditto.state.brief import CatalogEntry, Facts, Spec
from ditto.state.canonical import canonical
from ditto.state.errors import BadRequest
from ditto.state.markdown import plain

from .changes import fields_of
from .repository import Repository, one_line

_MOST_FIELDS = 16
_LABELS = {
    "version": "Version",
    "previous": "Previous version",
    "date": "Date",
    "changes": "Number of changes",
    "breaking": "Breaking changes",
    "features": "Features",
    "fixes": "Fixes",
    "other": "Other changes",
}


def sources_from_git(repository: Path, range_: str) -> dict[str, bytes]:
    """Return spec.json and the sources `tags` and `commits` of a range of tags, or of a tag since the one before it.

    Raises BadRequest for what is no repository, an unknown revision, and a range that is empty or too large; FileOutage
    where git cannot be run.
    """
    opened = Repository(repository)
    start, end = _ends(opened, range_)
    subjects = opened.subjects(start, end)
    if not subjects:
        raise BadRequest("the range holds no change", where=range_, found="no commit", expected="at least one commit")
    facts = {"tags": _tags(opened, start, end), "commits": fields_of(subjects)}
    if (count := sum(map(len, facts.values()))) > _MOST_FIELDS:
        raise BadRequest(
            "the range holds more than a brief can: narrow it",
            where=range_,
            found=f"{len(subjects)} changes, {count} fields of at most 2,000 characters",
            expected=f"at most {_MOST_FIELDS} fields",
        )
    return _directory({source: stated for source, stated in facts.items() if stated})


def _ends(repository: Repository, range_: str) -> tuple[str | None, str]:
    start, dots, end = range_.partition("..")
    unfit = not start or start.startswith("-") or end.startswith((".", "-")) or plain(range_) != range_
    if unfit or (dots and not end):
        raise BadRequest("not a range", where="the range", found=repr(range_), expected="v1.0..v1.1, or one tag")
    for name in (start, end) if dots else (start,):
        repository.commit(name)
    return (start, end) if dots else (repository.tag_before(start), start)


def _tags(repository: Repository, start: str | None, end: str) -> Facts:
    named = {"version": end, "previous": start}
    tags = {field: one_line(name) for field, name in named.items() if name is not None and repository.is_tag(name)}
    return {**tags, "date": repository.date(end)}


def _directory(facts: Mapping[str, Facts]) -> dict[str, bytes]:
    entries = [CatalogEntry(id=source, fields=tuple(stated)) for source, stated in facts.items()]
    required = tuple(field for stated in facts.values() for field in stated)
    spec = Spec(
        required=required,
        catalog=tuple(entries),
        initial_evidence=tuple(facts),
        labels=dict(_labels(required)),
    )
    files = {entry.file: canonical({"facts": facts[entry.id]}) for entry in entries}
    return {"spec.json": canonical(spec.dump()), **files}


def _labels(fields: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    for field in fields:
        name, _, number = field.partition("-")
        yield field, f"{_LABELS[name]}, part {number}" if number else _LABELS[name]
