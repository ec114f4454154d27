"""Specs, states and requests for tests of the rules, without a task on disk."""

from typing import Any

from ditto.state.brief import Action, Attempt, BriefRequest, BriefState, CatalogEntry, SourceFacts, Spec, Step
from ditto.state.brief_rounds import snapshot_of
from ditto.state.brief_steps import Progress
from ditto.tools.domains.release_brief.checks import check

SHA = "0" * 64
RIGHT = {"code": "REL-1", "owner": "team-a", "deadline": "2026-12-01"}


def spec(*required: str, without: tuple[str, ...] = ()) -> Spec:
    """Return a spec with one source a field, but none for those of `without`."""
    named = required or tuple(RIGHT)
    entries = tuple(CatalogEntry(id=f"{field}-source", fields=(field,)) for field in named if field not in without)
    return Spec(required=named, catalog=entries)


def request(flow: str = "bounded", **limits: Any) -> BriefRequest:
    """Return a request."""
    return BriefRequest.load(
        {"id": "1", "flow": flow, "domain": "release_brief", "input": "/", "specSha256": SHA, "evidence": [], **limits}
    )


def facts(*fields: str) -> tuple[SourceFacts, ...]:
    """Return what the sources of fields supply."""
    return tuple(SourceFacts(source=f"{field}-source", sha256=SHA, facts={field: RIGHT[field]}) for field in fields)


def attempt(field: str, outcome: Any = "no-file") -> Attempt:
    """Return an attempt at a field's source."""
    return Attempt(field=field, source=f"{field}-source", outcome=outcome)


def stands(
    given: Spec,
    state: BriefState,
    asked: BriefRequest | None = None,
    *,
    rounds: int = 0,
    calls: int = 0,
    last: Action | None = None,
) -> Progress:
    """Return where a task stands."""
    return Progress(
        request=asked or request(),
        spec=given,
        snapshot=snapshot_of(given, state, check),
        rounds=rounds,
        calls=calls,
        last=last,
    )


def words(step: Step) -> str:
    """Return a step in a line: its kind, fields, and the reason of an end."""
    return " ".join((step.kind, *step.fields, *([step.reason] if step.reason else [])))
