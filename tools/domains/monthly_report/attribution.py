"""Which amount stands for what: one that a sentence binds to a period or to a role must be an amount of it.

Every other reading of a number (a share, a count, a target of the goal) is left alone, and so is what can be meant in two ways.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from ditto.state.numbers import Known, known_in

from .bindings import Kind, bindings
from .folding import Folded, Part, folded
from .metrics import declared
from .money import written

Facts = Mapping[str, Any]

_ROLES = ("net", "gross", "refund", "discount")
_NAMES = {"net": "net revenue", "gross": "gross revenue", "refund": "refunds", "discount": "discounts"}


def stated_amounts(facts: Facts) -> frozenset[int]:
    """Return every amount that prose may state."""
    nets = {facts["baselineNetCents"], facts["currentNetCents"]}
    return frozenset(nets | _amounts(facts, facts["held"]) | set(facts["changeCents"]) | _others(facts, None))


def misattributed(text: str, known: Known, facts: Facts) -> Iterator[str]:
    """Yield what is wrong with each amount that a sentence binds to a period or role of which it is none."""
    read = folded(text, known, facts["held"], facts["periods"])
    bound: dict[tuple[str, Kind], list[frozenset[str]]] = {}
    for one in bindings(read.text):
        if means := read.parts[one.of].means:
            bound.setdefault((one.number, one.kind), []).append(means)
    fits = _Fits(read, known, facts)
    for (number, kind), said in bound.items():
        place = read.parts[number]
        if not any(fits(place, kind, means) for means in said):
            yield _told(read.plain[place.start : place.end].strip(), kind, said[0], facts)


class _Fits:
    """Tell whether a number can be read as an amount of what is said; the text is read once for each."""

    def __init__(self, read: Folded, known: Known, facts: Facts) -> None:
        self._read, self._known, self._facts = read, known, facts
        self._starts: dict[tuple[Kind, frozenset[str]], list[int]] = {}

    def __call__(self, place: Part, kind: Kind, means: frozenset[str]) -> bool:
        if (kind, means) not in self._starts:
            allowed = replace(self._known, cents=_allowed(self._facts, kind, means))
            self._starts[kind, means] = [match.start() for match in known_in(self._read.plain, allowed)]
        return any(place.start <= start < place.end for start in self._starts[kind, means])


def _allowed(facts: Facts, kind: Kind, means: Collection[str]) -> frozenset[int]:
    if kind == "change":
        return frozenset({change for _, change in _changes(facts, means)} | _others(facts, None))
    if kind == "period":
        return frozenset(_amounts(facts, means) | set(facts["changeCents"]) | _others(facts, means))
    return frozenset(_amounts(facts, facts["held"], means) | set(facts["changeCents"]) | _others(facts, None))


def _amounts(facts: Facts, periods: Iterable[str], roles: Collection[str] | None = None) -> set[int]:
    """Return the sums of these periods, of these roles or of all."""
    named = [of for period in periods for of in facts["amounts"][period].items()]
    return {amount for role, amounts in named if roles is None or role in roles for amount in amounts}


def _others(facts: Facts, periods: Collection[str] | None) -> set[int]:
    """Return the declared metrics, and what a previous report stated, of these periods or of all, and of none."""
    previous = facts["previous"]
    stated = [(previous["period"], previous["netCents"]), (None, previous["restatedBy"])] if previous else []
    stated += [(one["period"], one["value"]) for one in declared(facts, "money")]
    return {amount for period, amount in stated if period is None or periods is None or period in periods}


def _changes(facts: Facts, roles: Collection[str]) -> list[tuple[str, int]]:
    return [(role, change) for role, change in zip(_ROLES, facts["changeCents"], strict=False) if role in roles]


def _told(number: str, kind: Kind, means: Collection[str], facts: Facts) -> str:
    if kind == "period":
        held = [one for period in sorted(means) for one in _sums(facts["amounts"][period])]
        return f"says {number} of {' and '.join(sorted(means))}, whose amounts are {_listed(held, facts)}"
    (role,) = means
    if kind == "change":
        return f"says {number} of the change in {_NAMES[role]}, which is {_listed(_changes(facts, means), facts)}"
    held = [(period, facts["amounts"][period].get(role, [0])[0]) for period in facts["periods"]]
    return f"says {number} of {_NAMES[role]}, which is {_listed(held, facts)}"


def _sums(amounts: Mapping[str, list[int]]) -> list[tuple[str, int]]:
    # In an order of its own: facts that Memory kept have their keys in another one than facts just computed.
    names = [role for role in _ROLES if role in amounts]
    return [(name, amounts[name][0]) for name in (*names, *sorted(amounts.keys() - set(_ROLES)))]


def _listed(amounts: Iterable[tuple[str, int]], facts: Facts) -> str:
    return ", ".join(f"{name} {written(amount, facts['currency'])}" for name, amount in amounts)
