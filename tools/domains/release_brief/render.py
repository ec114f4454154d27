"""A brief as Markdown: each field with its source and digest, each missing one with the reason; every text escaped."""

from collections.abc import Mapping

from ditto.state.brief import Attempt, BriefReason, BriefReport, Snapshot, Spec
from ditto.state.brief_steps import untried
from ditto.state.markdown import escape, table

from .checks import disagreements

_WHY: Mapping[BriefReason, str] = {
    "goal": "Completed: every required field holds.",
    "blocked": "Stopped: a required field has no source left that could supply it.",
    "round-limit": "Stopped: all rounds are made.",
    "budget": "Stopped: the next round's model calls do not fit in the budget.",
}
_OUTCOME = {"found": "was read", "no-file": "does not exist", "no-fact": "does not say"}


def render(spec: Spec, report: BriefReport) -> str:
    """Return brief.md."""
    snapshot = report.snapshot
    parts = [
        "# Release brief",
        f"{_WHY[report.reason]} Rounds {report.rounds}, model calls {report.model_calls}, revisions {snapshot.revision}.",
        "## Fields",
        _fields(spec, snapshot),
        "A value that is proven equals, character by character, what the named source says; the digest is that of the "
        "source's bytes. Whether the source is right was not checked.",
    ]
    if snapshot.missing:
        parts += ["## Missing", "\n".join(_missing(spec, snapshot, field) for field in snapshot.missing)]
    if disagreeing := disagreements(snapshot):
        parts += ["## Sources that disagree", _disagreements(spec, disagreeing)]
    return "\n\n".join(parts)


def _fields(spec: Spec, snapshot: Snapshot) -> str:
    rows = [_row(spec, snapshot, field) for field in spec.required]
    return table(("Field", "Value", "State", "Source", "SHA-256 of the source"), rows) if rows else "None is required."


def _row(spec: Spec, snapshot: Snapshot, field: str) -> tuple[str, ...]:
    source, stated = snapshot.supplied(field), snapshot.draft.get(field)
    proven = source is not None and stated == source.facts[field]
    state = "proven" if proven else "not in the draft" if stated is None else "not proven"
    return (_named(spec, field), stated or "", state, source.source if source else "", source.sha256 if source else "")


def _named(spec: Spec, field: str) -> str:
    return field if field not in spec.labels else f"{spec.labels[field]} ({field})"


def _missing(spec: Spec, snapshot: Snapshot, field: str) -> str:
    tried = [_tried(one) for one in snapshot.attempts if one.field == field]
    left = untried(spec, snapshot, field)
    why = f"tried: {', '.join(tried)}" if tried else "no source was tried"
    could = f"{', '.join(map(escape, left))} could supply it" if left else "no source is left that could supply it"
    return f"- {escape(_named(spec, field))}: {why}; {could}."


def _tried(one: Attempt) -> str:
    return f"{escape(one.source)} {_OUTCOME[one.outcome]}"


def _disagreements(spec: Spec, found: Mapping[str, Mapping[str, str]]) -> str:
    rows = [
        (_named(spec, field), source, value, "used" if number == 0 else "not used")
        for field, values in found.items()
        for number, (source, value) in enumerate(values.items())
    ]
    return table(("Field", "Source", "Value", ""), rows)
