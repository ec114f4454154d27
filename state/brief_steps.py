"""Which step a flow takes next, and when it stops, as one ordered table (contract, section 4). Pure."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from ditto.state.brief import Action, BriefRequest, BriefState, Flow, Snapshot, Spec, Step
from ditto.state.errors import BadRequest, BriefReason


@dataclass(frozen=True, kw_only=True)
class Progress:
    """Where a task stands after a round."""

    request: BriefRequest
    spec: Spec
    snapshot: Snapshot
    rounds: int
    calls: int
    last: Action | None

    @property
    def blocked(self) -> tuple[str, ...]:
        """The missing fields with no untried source."""
        return tuple(field for field in self.snapshot.missing if not untried(self.spec, self.snapshot, field))

    @property
    def searchable(self) -> tuple[str, ...]:
        """The missing fields with an untried source."""
        return tuple(field for field in self.snapshot.missing if field not in self.blocked)

    @property
    def revisable(self) -> tuple[str, ...]:
        """The fields that do not hold and have evidence."""
        return tuple(one.field for one in self.snapshot.issues if one.field not in self.snapshot.missing)

    @property
    def affordable(self) -> bool:
        """Tell whether the next round's calls fit in the budget."""
        step = chosen(self)
        calls = 1 if step is None else cost(step, self.request.flow)
        return self.calls + calls <= self.request.model_call_budget

    @property
    def fits(self) -> bool:
        """Tell whether there is a next round that both limits admit."""
        return chosen(self) is not None and self.rounds < self.request.max_rounds and self.affordable


def untried(spec: Spec, state: BriefState, field: str) -> tuple[str, ...]:
    """Return the sources that may supply a field and were not read for it, in the catalog's order."""
    tried = {(one.field, one.source) for one in state.attempts} | {(field, one.source) for one in state.evidence}
    return tuple(entry.id for entry in spec.catalog if field in entry.fields and (field, entry.id) not in tried)


def _revision(progress: Progress) -> Step | None:
    return Step(kind="revise", fields=progress.revisable[:1]) if progress.revisable else None


def _planned(progress: Progress) -> Step | None:
    if progress.last is not None and progress.last.planned is not None:
        return progress.last.planned
    return Step(kind="plan") if moves(progress) else None


def _search(progress: Progress) -> Step | None:
    if progress.searchable:
        return Step(kind="search")
    return Step(kind="compose", fields=progress.revisable) if progress.revisable else None


_CHOICES: Mapping[Flow, Callable[[Progress], Step | None]] = {
    "bounded": _revision,
    "adaptive": _planned,
    "improvement": _revision,
    "retrieval": _search,
    "goal": _revision,
    "stop": _revision,
}


def chosen(progress: Progress) -> Step | None:
    """Return the flow's next step, or None where it has none to take."""
    return _CHOICES[progress.request.flow](progress)


def cost(step: Step, flow: Flow) -> int:
    """Return the model calls of a round; a search that is planned already costs none."""
    return 0 if step.kind == "search" and flow == "adaptive" else 1


def moves(progress: Progress) -> tuple[Step, ...]:
    """Return every step that a plan may name: a search for a missing field, a revision of one that has evidence."""
    searches = (
        Step(kind="search", fields=(field,), source=untried(progress.spec, progress.snapshot, field)[0])
        for field in progress.searchable
    )
    if progress.request.flow == "retrieval":
        return tuple(searches)
    return (*searches, *(Step(kind="revise", fields=(field,)) for field in progress.revisable))


@dataclass(frozen=True)
class Rule:
    """One reason to stop."""

    reason: BriefReason
    holds: Callable[[Progress], bool]


RULES: tuple[Rule, ...] = (
    Rule("goal", lambda p: not p.snapshot.issues),
    Rule("blocked", lambda p: bool(p.blocked) and not (p.request.keep_going and p.fits)),
    Rule("round-limit", lambda p: p.rounds >= p.request.max_rounds),
    Rule("budget", lambda p: not p.affordable),
)


def next_step(progress: Progress) -> Step:
    """Return the next step, or the end with the first rule that holds.

    Raises BadRequest where evidence is missing in a flow that does not search.
    """
    if rule := next((rule for rule in RULES if rule.holds(progress)), None):
        return Step(kind="end", fields=progress.blocked, reason=rule.reason)
    step = chosen(progress)
    if step is None or (step.kind == "revise" and progress.last is None and progress.searchable):
        raise BadRequest(
            f"the flow {progress.request.flow} needs evidence for every required field",
            where="spec.json, initialEvidence",
            found=f"no source for {', '.join(progress.searchable)}",
            expected="sources that supply them, or the flow adaptive or retrieval",
        )
    return step


def applied(state: BriefState, action: Action) -> BriefState:
    """Return the state after an action."""
    changes: dict[str, object] = {}
    if action.patch is not None:
        changes = {"draft": {**state.draft, **action.patch}, "revision": state.revision + 1}
    if action.attempt is not None:
        changes["attempts"] = (*state.attempts, action.attempt)
    if action.found is not None and action.found.source not in {one.source for one in state.evidence}:
        changes["evidence"] = (*state.evidence, action.found)
    return state.model_copy(update=changes)
