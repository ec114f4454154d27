"""How a kind of lie is written down: a small function that makes a lie of a right case."""

import random
from collections.abc import Callable
from typing import Any, NamedTuple

from tests.faults.lies_stage import Case, Draft

TABLES = 36
"""How many different tables the lies are told about."""


class Told(NamedTuple):
    """What is made of a case: what the writer answers, how the reviewer does, and the case with what was put into it."""

    draft: Draft | str
    case: Case
    review: str = "pass"
    finish: str = "stop"


class Lie(NamedTuple):
    """A named way to lie, of one kind, and the cases that it can be told about."""

    kind: str
    name: str
    tell: Callable[[Case, random.Random], Told]
    fits: Callable[[Case], bool]


LIES: list[Lie] = []
Tell = Callable[[Case, random.Random], Told]


def lie(kind: str, fits: Callable[[Case], bool] = lambda case: True) -> Callable[[Tell], Tell]:
    """Register a lie of a kind."""

    def named(tell: Tell) -> Tell:
        LIES.append(Lie(kind, tell.__name__.strip("_").replace("_", " "), tell, fits))
        return tell

    return named


def with_text(case: Case, field: str, text: str) -> Told:
    """Return the right draft with a sentence added to a field, or a field that is this text alone."""
    draft = case.draft()
    if field == "interpretation":
        draft["interpretation"] += case.pick(" ", "") + text
    elif field == "limitations":
        draft["limitations"].append(text)
    elif field in ("owner", "task"):
        draft["actions"][0][field] = text
    else:
        draft[field] = text
    return Told(draft, case)


def said(case: Case, english: str, chinese: str, field: str = "interpretation") -> Told:
    """Return the right draft with a sentence in the goal's language."""
    return with_text(case, field, case.pick(english, chinese))


def altered(case: Case, **fields: Any) -> Told:
    """Return the right draft with other fields."""
    return Told({**case.draft(), **fields}, case)


def measured(case: Case, **metrics: Any) -> Told:
    """Return the right draft with other metrics."""
    draft = case.draft()
    draft["metrics"].update(metrics)
    return Told(draft, case)
