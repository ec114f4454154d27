"""What so many of so many say of the true share: the exact interval of Clopper and Pearson."""

from collections.abc import Callable
from math import exp, fsum, lgamma, log
from typing import Self

from ditto.state.record import Record

_HALVINGS = 60


class Share(Record):
    """So many of so many, with the exact 95 % interval of the true share."""

    count: int
    of: int
    low: float
    high: float

    @classmethod
    def seen(cls, count: int, of: int) -> Self:
        """Return the share with its interval."""
        low, high = interval(count, of)
        return cls(count=count, of=of, low=round(low, 6), high=round(high, 6))


def interval(count: int, of: int, confidence: float = 0.95) -> tuple[float, float]:
    """Return the bounds of the share of which `count` of `of` were seen; nothing seen says nothing: 0 to 1."""
    if not 0 <= count <= of:
        raise ValueError(f"{count} of {of}")
    beyond = (1 - confidence) / 2
    low = 0.0 if count == 0 else _crossing(lambda share: 1 - _at_most(count - 1, of, share) < beyond)
    high = 1.0 if count == of else _crossing(lambda share: _at_most(count, of, share) > beyond)
    return low, high


def _crossing(below: Callable[[float], bool]) -> float:
    """Return where a condition ceases to hold, which holds for small shares alone."""
    low, high = 0.0, 1.0
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if below(middle) else (low, middle)
    return (low + high) / 2


def _at_most(count: int, of: int, share: float) -> float:
    """Return the probability of at most `count` of `of` under a share between 0 and 1."""
    return fsum(
        exp(lgamma(of + 1) - lgamma(k + 1) - lgamma(of - k + 1) + k * log(share) + (of - k) * log(1 - share))
        for k in range(count + 1)
    )
