"""Input directories of random values, one for each flow's demo (contract, section 4)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import SystemRandom

from ditto.state.brief import CatalogEntry, Facts, Flow, Spec
from ditto.state.canonical import canonical

_RANDOM = SystemRandom()
_SOURCES = {"code": "release", "owner": "team", "deadline": "calendar"}
_LABELS = {"code": "Release code", "owner": "Responsible team", "deadline": "Deadline"}
_ABSENT = CatalogEntry(id="archive", fields=("code",))
_VALUES: Mapping[str, Callable[[], str]] = {
    "code": lambda: f"REL-{_RANDOM.randint(100, 999)}",
    "owner": lambda: f"team-{_RANDOM.randint(100, 999)}",
    "deadline": lambda: f"2026-12-{_RANDOM.randint(1, 31):02d}",
}


@dataclass(frozen=True)
class _Start:
    """What a flow's demo begins with."""

    wrong: int = 0
    right: int = 0
    evidence: bool = True
    absent: tuple[CatalogEntry, ...] = field(default=())


_STARTS: Mapping[Flow, _Start] = {
    "bounded": _Start(),
    "adaptive": _Start(evidence=False, absent=(_ABSENT,)),
    "improvement": _Start(wrong=3),
    "retrieval": _Start(evidence=False),
    "goal": _Start(wrong=1, right=2),
    "stop": _Start(),
}


def demo(flow: Flow) -> dict[str, bytes]:
    """Return an input directory as bytes by file name."""
    start = _STARTS[flow]
    facts = {name: value() for name, value in _VALUES.items()}
    entries = tuple(CatalogEntry(id=source, fields=(name,)) for name, source in _SOURCES.items())
    spec = Spec(
        required=tuple(facts),
        catalog=(*start.absent, *entries),
        initial_draft=_draft(start, facts),
        initial_evidence=tuple(entry.id for entry in entries) if start.evidence else (),
        labels=_LABELS,
    )
    files = {entry.file: canonical({"facts": {name: facts[name] for name in entry.fields}}) for entry in entries}
    return {"spec.json": canonical(spec.dump()), **files}


def _draft(start: _Start, facts: Facts) -> Facts:
    names = _RANDOM.sample(list(facts), start.wrong + start.right)
    wrong = names[: start.wrong]
    return {name: _other(name, facts[name]) if name in wrong else facts[name] for name in facts if name in names}


def _other(name: str, value: str) -> str:
    while (other := _VALUES[name]()) == value:
        pass
    return other
