"""A round of a brief in lines: what was tried, what it changed, what is left."""

from ditto.cli.output import shortened, tell
from ditto.state.brief import Action, RoundRecord, Step
from ditto.state.plan import word_of


def told_round(record: RoundRecord) -> None:
    """Tell what a round did and what is left."""
    if record.action is not None:
        tell(f"round {record.round}: {_did(record.action)}")
        for field, value in (record.action.patch or {}).items():
            tell(f"  {field}: {shortened(value)}")
    else:
        tell(
            f"begins with {len(record.snapshot.draft)} fields in the draft, {len(record.snapshot.evidence)} sources read"
        )
    left = [issue.field for issue in record.snapshot.issues]
    tell(f"  left: {', '.join(left) or 'nothing'}; next: {in_words(record.next)}")


def _did(action: Action) -> str:
    if action.planned is not None:
        return f"planned {in_words(action.planned)}"
    if action.attempt is not None:
        return f"searched {action.attempt.field} in {action.attempt.source}: {action.attempt.told}"
    return in_words(action.step)


def in_words(step: Step) -> str:
    """Return a step as people read it."""
    if step.reason is not None:
        return f"end, {step.reason}"
    return word_of(step) + (f" in {step.source}" if step.source else "")
