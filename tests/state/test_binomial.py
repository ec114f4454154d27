"""The interval of a share is that of Clopper and Pearson."""

from fractions import Fraction
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ditto.state.binomial import interval

COUNTS = st.integers(1, 60).flatmap(lambda of: st.tuples(st.integers(0, of), st.just(of)))


def at_least(count: int, of: int, share: float) -> Fraction:
    """The exact probability of at least so many."""
    exact = Fraction(share)
    return sum((comb(of, k) * exact**k * (1 - exact) ** (of - k) for k in range(count, of + 1)), Fraction(0))


@pytest.mark.parametrize(
    ("count", "of", "low", "high"),
    [
        (0, 10, 0, 0.3085),
        (5, 10, 0.1871, 0.8129),
        (10, 10, 0.6915, 1),
        (1, 20, 0.0013, 0.2487),
        (3, 35, 0.0180, 0.2306),
        (0, 0, 0, 1),
        (0, 1, 0, 0.975),
        (500, 1000, 0.4685, 0.5315),
    ],
)
def test_the_bounds_are_those_of_the_published_tables(count: int, of: int, low: float, high: float) -> None:
    assert interval(count, of) == pytest.approx((low, high), abs=5e-5)


@given(COUNTS)
def test_at_each_bound_what_was_seen_is_as_unlikely_as_the_confidence_leaves(counts: tuple[int, int]) -> None:
    count, of = counts
    low, high = interval(count, of)
    assert 0 <= low <= count / of <= high <= 1
    if count > 0:
        assert float(at_least(count, of, low)) == pytest.approx(0.025, abs=1e-9)
    if count < of:
        assert float(1 - at_least(count + 1, of, high)) == pytest.approx(0.025, abs=1e-9)


@given(COUNTS)
def test_what_was_not_seen_has_the_mirrored_interval(counts: tuple[int, int]) -> None:
    count, of = counts
    low, high = interval(count, of)
    assert interval(of - count, of) == pytest.approx((1 - high, 1 - low), abs=1e-9)


@pytest.mark.parametrize(("count", "of"), [(-1, 3), (4, 3)])
def test_more_than_all_and_less_than_none_are_refused(count: int, of: int) -> None:
    with pytest.raises(ValueError, match=f"{count} of {of}"):
        interval(count, of)
