"""The deterministic gate: every figure recomputed, every quote compared, every text read."""

from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import Any

from ditto.state.evidence import Evidence
from ditto.state.numbers import Known, amounts, unknown_numbers
from ditto.state.review import Finding

from . import house_rules
from .attribution import misattributed, stated_amounts
from .description import compared_rows, named
from .metrics import declared, stated
from .money import digits_of, spellings, written
from .prose import faults, says_below_zero
from .schema import Citation, Draft


def check(draft: Draft, evidence: Evidence, goal: str) -> tuple[Finding, ...]:
    """Return every deterministic issue of a draft; none means that figures, quotes and structure are proven."""
    return (
        *_metrics(draft, evidence),
        *_interpretation(draft, evidence),
        *_texts(draft, evidence, goal),
        *_required(draft),
        *_citations(draft, evidence),
        *house_rules.check(draft.sections, draft.texts(), house_rules.of(evidence.facts)),
    )


def known_numbers(evidence: Evidence, goal: str) -> Known:
    """Return the numbers that prose may hold: facts, changes, sums of the source, names of its periods, and the goal's own."""
    facts = evidence.facts
    return Known(
        cents=stated_amounts(facts),
        percents=frozenset({Decimal(facts["growthPercent"]), *map(stated, declared(facts, "percent"))}),
        counts=frozenset(map(stated, declared(facts, "number"))),
        periods=frozenset(facts["held"]),
        digits=digits_of(facts["currency"]),
        currencies=spellings(facts["currency"]),
        goal=goal,
    )


def _metrics(draft: Draft, evidence: Evidence) -> Iterator[Finding]:
    facts, metrics = evidence.facts, _numbers(draft)
    expected = {
        "baselineNetCents": Decimal(facts["baselineNetCents"]),
        "currentNetCents": Decimal(facts["currentNetCents"]),
        "growthPercent": Decimal(facts["growthPercent"]),
    } | {f"declared.{fact['key']}": stated(fact) for fact in declared(facts)}
    for name, right in expected.items():
        found = metrics.pop(name, "missing")
        if found == "missing" or Decimal(repr(found)) != right:
            message = f"{name} is {found}, recomputed from the source it is {right}"
            yield Finding(field=f"metrics.{name}", message=message, remedy=f"{name} must be {right}, not {found}.")
    for name in metrics:
        yield Finding(
            field=f"metrics.{name}", message=f"{name} is no metric of the request", remedy=f"Leave out {name}."
        )


def _numbers(draft: Draft) -> dict[str, Any]:
    """Return every metric of the draft by its path."""
    metrics = draft.metrics.dump()
    own = metrics.pop("declared", {})
    return metrics | {f"declared.{key}": value for key, value in own.items()}


def _interpretation(draft: Draft, evidence: Evidence) -> Iterator[Finding]:
    facts, currency = evidence.facts, evidence.facts["currency"]
    stated = amounts(draft.interpretation, digits_of(currency), spellings(currency))
    missing = [facts[name] for name in ("baselineNetCents", "currentNetCents") if abs(facts[name]) not in stated]
    if missing:
        worded = [str(amount) if currency is None else written(amount, currency) for amount in missing]
        message = f"the net revenue of both periods must be stated, missing: {', '.join(worded)}"
        yield Finding(field="interpretation", message=message, remedy=_rewrite(evidence))
    elif facts["currentNetCents"] < 0 and not says_below_zero(draft.interpretation):
        message = (
            f"net revenue is below zero, {written(facts['currentNetCents'], currency)}, and the text does not say so"
        )
        yield Finding(field="interpretation", message=message, remedy=_rewrite(evidence))


def _texts(draft: Draft, evidence: Evidence, goal: str) -> Iterator[Finding]:
    known = known_numbers(evidence, goal)
    for field, text in draft.texts().items():
        for message in _unknown(unknown_numbers(text, known)):
            yield Finding(field=field, message=message, remedy=_remedy(field, evidence))
        for fault in (*faults(field, text, evidence, goal), *misattributed(text, known, evidence.facts)):
            yield Finding(field=field, message=fault, remedy=_remedy(field, evidence))


def _unknown(numbers: Sequence[str]) -> Iterator[str]:
    figures = [one for one in numbers if any(character.isdigit() for character in one)]
    if figures:
        yield f"not a figure of the source or computed from it: {', '.join(figures)}"
    if words := [one for one in numbers if one not in figures]:
        yield f"spelled in words, which cannot be verified, digits can: {', '.join(words)}"


def _required(draft: Draft) -> Iterator[Finding]:
    for field in ("limitations", "actions"):
        items = getattr(draft, field)
        if not items:
            yield Finding(field=field, message=f"{field} are missing, at least one is required", remedy=_worded(field))
        elif len(set(items)) < len(items):
            yield Finding(
                field=field,
                message=f"{field} repeat themselves",
                remedy=f"Each of the {field} must say something else.",
            )


def _citations(draft: Draft, evidence: Evidence) -> Iterator[Finding]:
    for index, citation in enumerate(draft.citations):
        if fault := _misquoted(citation, evidence):
            yield Finding(field=f"citations[{index}]", message=fault, remedy=_quote_both(evidence))
    if len(set(draft.citations)) < len(draft.citations):
        yield Finding(field="citations", message="citations repeat themselves", remedy=_quote_both(evidence))
    cited = {citation.source_id for citation in draft.citations}
    for row_id in evidence.facts["rowIds"]:
        if row_id not in cited:
            yield Finding(field="citations", message=f"the row {row_id} is not quoted", remedy=_quote_both(evidence))


def _misquoted(citation: Citation, evidence: Evidence) -> str | None:
    row = evidence.row(citation.source_id)
    if row is None:
        return f"{citation.source_id!r} is not a row of the source"
    return (
        None
        if row.quote == citation.quote
        else f"{citation.quote!r} is not the row {row.id}, which reads {row.quote!r}"
    )


def _quote_both(evidence: Evidence) -> str:
    return "Quote exactly: " + "; ".join(named(row) for row in compared_rows(evidence)) + "."


def _rewrite(evidence: Evidence) -> str:
    facts = evidence.facts
    (before, after), change = facts["periods"], facts["changeCents"][0]
    was, now = (written(facts[name], facts["currency"]) for name in ("baselineNetCents", "currentNetCents"))
    moved = "grew" if change > 0 else "fell" if change < 0 else "did not change"
    return (
        f"Write a new sentence from these figures alone: net revenue {moved}, {was} in {before}, "
        f"{now} in {after}, {facts['growthPercent']} %."
    )


def _remedy(field: str, evidence: Evidence) -> str:
    return _rewrite(evidence) if field == "interpretation" else _worded(field)


def _worded(field: str) -> str:
    if field.startswith("limitations"):
        return "Write one new sentence that begins with: The data does not show"
    if field.endswith(".owner"):
        return "Name a role, such as Finance manager or Data analyst."
    if field.startswith("actions"):
        return "Write a new task for a role, such as checking the refund amounts against the accounting records, without any number."
    if field.startswith("sections"):
        return "Write a new sentence for the section, from the facts alone."
    return "Write a short title without any number."
