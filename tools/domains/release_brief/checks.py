"""The deterministic gate: a field holds where the draft has, character by character, what its source supplies."""

from collections.abc import Iterator
from typing import NamedTuple

from ditto.state.brief import BriefState, Spec
from ditto.state.plan import difference
from ditto.state.review import Issue


class Claim(NamedTuple):
    """A source and the value that it supplies."""

    source: str
    value: str


class Disagreement(NamedTuple):
    """A field for which sources supply different values, in the order in which they became evidence."""

    field: str
    claims: tuple[Claim, ...]


def check(spec: Spec, state: BriefState) -> tuple[Issue, ...]:
    """Return an issue for each required field that does not hold, in their order."""
    return tuple(issue for field in spec.required for issue in _issue(field, state))


def disagreements(state: BriefState) -> tuple[Disagreement, ...]:
    """Return the fields for which the evidence supplies different values, each with every source's own."""
    claims: dict[str, list[Claim]] = {}
    for one in state.evidence:
        for field, value in one.facts.items():
            claims.setdefault(field, []).append(Claim(one.source, value))
    return tuple(
        Disagreement(field, tuple(stated))
        for field, stated in claims.items()
        if len({claim.value for claim in stated}) > 1
    )


def _issue(field: str, state: BriefState) -> Iterator[Issue]:
    one = state.supplied(field)
    if one is None:
        yield Issue(field=field, message="no evidence: no source that was read supplies a value")
    elif field not in state.draft:
        yield Issue(field=field, message=f"not in the draft, the source {one.source} supplies its value")
    elif (found := state.draft[field]) != (right := one.facts[field]):
        yield Issue(field=field, message=f"differs from what the source {one.source} says {difference(found, right)}")
