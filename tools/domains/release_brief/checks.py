"""The check of a brief: each required field must hold exactly what its source says."""

from collections.abc import Mapping

from ditto.state.brief import BriefState, Spec
from ditto.state.review import Issue


def check(spec: Spec, state: BriefState) -> tuple[Issue, ...]:
    """Return an issue for each required field that does not hold, in the order of the spec."""
    found = ((field, _problem(state, field)) for field in spec.required)
    return tuple(Issue(field=field, message=problem) for field, problem in found if problem)


def _problem(state: BriefState, field: str) -> str | None:
    source, stated = state.supplied(field), state.draft.get(field)
    if source is None:
        return "no evidence supplies it" + (", so that what the draft says is not proven" if stated is not None else "")
    if stated is None:
        return f"not in the draft; the source {source.source} supplies it"
    return None if stated == source.facts[field] else f"differs from what the source {source.source} says"


def disagreements(state: BriefState) -> Mapping[str, Mapping[str, str]]:
    """Return the fields for which sources supply different values: each value by its source, the one that is used first."""
    fields = dict.fromkeys(field for one in state.evidence for field in one.facts)
    stated = {field: {one.source: one.facts[field] for one in state.evidence if field in one.facts} for field in fields}
    return {field: values for field, values in stated.items() if len(set(values.values())) > 1}
