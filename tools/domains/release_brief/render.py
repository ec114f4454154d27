"""brief.md: every field with its source and digest, every missing one with the reason, every text escaped."""

from collections.abc import Iterator, Mapping

from ditto.state.brief import BriefReason, BriefReport, Snapshot, Spec
from ditto.state.brief_steps import untried
from ditto.state.markdown import escape, table

from .checks import disagreements

_PROOF = (
    "A value beside a source and a SHA-256 is, character by character, what that source's bytes state; "
    "whether the source is right is not proven."
)
_REASONS: Mapping[BriefReason, str] = {
    "goal": "every required field is proven",
    "blocked": "a missing field has no source left to try",
    "round-limit": "the limit of rounds was reached",
    "budget": "the budget of model calls does not cover the next round",
}
_OUTCOMES = {"found": "was read", "no-file": "has no file", "no-fact": "does not state it"}


def render(spec: Spec, report: BriefReport) -> str:
    """Return the brief as Markdown."""
    parts = (
        "# Release brief",
        _status(spec, report),
        _PROOF,
        _fields(spec, report.snapshot),
        *_missing(spec, report.snapshot),
        *_disagreements(spec, report.snapshot),
    )
    return "\n\n".join(parts) + "\n"


def _status(spec: Spec, report: BriefReport) -> str:
    proven = sum(_is_proven(report.snapshot, field) for field in spec.required)
    return (
        f"**{report.status.capitalize()}**: {_REASONS[report.reason]}. "
        f"{proven} of {_counted(len(spec.required), 'field')} proven, "
        f"after {_counted(report.rounds, 'round')} and {_counted(report.model_calls, 'model call')}."
    )


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" + ("" if number == 1 else "s")


def _is_proven(snapshot: Snapshot, field: str) -> bool:
    return field in snapshot.draft and snapshot.draft[field] == snapshot.value(field)


def _fields(spec: Spec, snapshot: Snapshot) -> str:
    if not spec.required:
        return "No fields are required."
    rows = [(_label(spec, field), *_cells(snapshot, field)) for field in spec.required]
    return table(("Field", "Value", "Source", "SHA-256"), rows)


def _label(spec: Spec, field: str) -> str:
    return f"{spec.label(field)} ({field})" if field in spec.labels else field


def _cells(snapshot: Snapshot, field: str) -> tuple[str, str, str]:
    one = snapshot.supplied(field)
    if field not in snapshot.draft:
        return ("", "not in the draft", "")
    if one is None or not _is_proven(snapshot, field):
        return (snapshot.draft[field], "not proven", "")
    return (snapshot.draft[field], one.source, one.sha256)


def _missing(spec: Spec, snapshot: Snapshot) -> Iterator[str]:
    if snapshot.missing:
        yield "## Missing"
        yield "\n".join(f"- {escape(_label(spec, field))}: {_why(spec, snapshot, field)}" for field in snapshot.missing)


def _why(spec: Spec, snapshot: Snapshot, field: str) -> str:
    sources = [entry.id for entry in spec.catalog if field in entry.fields]
    if not sources:
        return "no source of the catalog supplies it."
    tried = {one.source: _OUTCOMES[one.outcome] for one in snapshot.attempts if one.field == field}
    tried |= {one.source: _OUTCOMES["no-fact"] for one in snapshot.evidence}
    read = ", ".join(f"{source} {tried[source]}" for source in sources if source in tried)
    left = ", ".join(untried(spec, snapshot, field))
    return f"{read or 'no source was tried'}; {f'not tried yet: {left}' if left else 'no source is left to try'}."


def _disagreements(spec: Spec, snapshot: Snapshot) -> Iterator[str]:
    found = [one for one in disagreements(snapshot) if one.field in spec.required]
    if found:
        yield "## Sources that disagree"
        rows = [(_label(spec, one.field), claim.source, claim.value) for one in found for claim in one.claims]
        yield table(("Field", "Source", "Value"), rows)
        yield "The brief takes the value of the first source of each field."
