"""The set of the lies: every one about several tables, the same ones in every run."""

import random
from collections.abc import Iterator
from typing import NamedTuple, cast

from ditto.state.canonical import NotStrict
from ditto.state.evidence import Source
from ditto.tools.domains import load_domain
from tests.faults import (  # noqa: F401  (each registers its lies)
    lies_answers,
    lies_figures,
    lies_injected,
    lies_numbers,
    lies_places,
    lies_quotes,
    lies_reviews,
    lies_structure,
    lies_units,
    lies_words,
)
from tests.faults.lies_drawing import drawn
from tests.faults.lies_stage import Draft
from tests.faults.lies_telling import LIES, TABLES, Lie, Told

EACH = 3
"""Tables that each lie is told about."""


def _lies() -> list[Lie]:
    """Return every lie in an order that does not depend on which file was imported first."""
    return sorted(LIES, key=lambda one: (one.kind, one.name))


class Task(NamedTuple):
    """One task of the set: a lie and what it makes of a table."""

    lie: Lie
    seed: int
    told: Told


def tasks() -> Iterator[Task]:
    """Yield every task of the set, the same ones in every run."""
    for place, one in enumerate(_lies()):
        seeds = [seed for step in range(TABLES) if one.fits(drawn(seed := (7 * place + step) % TABLES))]
        yield from (Task(one, seed, one.tell(drawn(seed), random.Random(1000 * place + seed))) for seed in seeds[:EACH])


def further(tables: int) -> Iterator[Task]:
    """Yield every lie of a writer's draft about so many tables that no task is about."""
    for place, one in enumerate(_lies()):
        for seed in range(TABLES + place, TABLES + place + tables):
            if one.fits(drawn(seed)):
                told = one.tell(drawn(seed), random.Random(1000 * place + seed))
                if told.review == "pass" and isinstance(told.draft, dict):
                    yield Task(one, seed, told)


def refused(told: Told) -> bool:
    """Tell whether a draft does not fit its form, or the first gate finds something."""
    case, domain = told.case, load_domain("monthly_report")
    evidence = domain.gather([Source("sales", case.csv)], case.options, "0" * 64)
    try:
        return bool(domain.check(domain.draft.load(cast(Draft, told.draft)), evidence, case.goal))
    except NotStrict:
        return True
