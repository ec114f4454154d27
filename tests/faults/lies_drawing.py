"""Drawing the tables of the lies by a seed: sizes, periods, currencies and languages differ."""

import random

from tests.faults.lies_stage import CURRENCIES, Case, Sums


def drawn(seed: int) -> Case:
    """Return the case of a seed; no two of its figures are the same."""
    draw = random.Random(seed)
    currency = list(CURRENCIES)[seed % len(CURRENCIES)]
    quarterly = currency is not None and draw.random() < 0.4
    first, rows = draw.randrange(2018 * 12, 2026 * 12), draw.randint(2, 5)
    names = [_quarter(first // 3 + one) if quarterly else _month(first + one) for one in range(rows)]
    counted, scale = currency is not None and draw.random() < 0.5, draw.choice([10**4, 10**6, 10**8])
    case = Case(seed, seed // len(CURRENCIES) % 2 == 1, currency, quarterly, counted, draw.random() < 0.3, {})
    while not _distinct(case := case._replace(held={name: _sums(draw, scale, currency) for name in names})):
        pass
    return case


def _month(number: int) -> str:
    return f"{number // 12}-{number % 12 + 1:02}"


def _quarter(number: int) -> str:
    return f"{number // 4}-Q{number % 4 + 1}"


def _sums(draw: random.Random, scale: int, currency: str | None) -> Sums:
    gross = draw.randint(scale, 9 * scale)
    discount = draw.randint(scale // 50, scale // 20) if currency else 0
    return Sums(gross, draw.randint(scale // 50, scale // 10), discount, draw.randint(200, 9999))


def _distinct(case: Case) -> bool:
    figures = [figure for sums in case.held.values() for figure in (*sums, sums.net) if figure]
    before, after = case.both
    changes = [after.net - before.net, *(two - one for one, two in zip(before, after, strict=True))]
    every = [*figures, *(abs(change) for change in changes if change)]
    return len(set(every)) == len(every) and abs(case.growth) > 1
