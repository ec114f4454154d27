"""What passes between the two processes."""

import io
from datetime import UTC, date, datetime
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ditto.tools.domains.code_change.sandboxed.wire import MOST_LINE, Gone, packed, receive, send, unpacked

SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-(10**30), 10**30)
    | st.floats(allow_nan=False)
    | st.text()
    | st.binary()
    | st.decimals(allow_nan=False)
    | st.fractions()
    | st.dates()
    | st.datetimes()
)
KEYS = st.integers() | st.text() | st.tuples(st.integers(), st.text())
VALUES = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.tuples(inner, inner)
        | st.dictionaries(KEYS, inner, max_size=3)
        | st.frozensets(SCALARS, max_size=3)
        | st.sets(st.integers(), max_size=3)
    ),
    max_leaves=10,
)


def no_hold(value: Any) -> dict[str, Any]:
    """Refuse whatever is not plain."""
    raise TypeError(type(value).__name__)


def passed(value: Any) -> Any:
    """A value after its way through a pipe."""
    pipe = io.StringIO()
    send(packed(value, no_hold), pipe)
    pipe.seek(0)
    return unpacked(receive(pipe), no_hold)


@given(VALUES)
def test_a_plain_value_arrives_as_it_was_sent_and_of_the_same_type(value: Any) -> None:
    arrived = passed(value)
    assert arrived == value
    assert repr(type(arrived)) == repr(type(value))


def test_what_equal_values_tell_apart_stays_apart() -> None:
    for one, other in (
        (1, True),
        (1, 1.0),
        ([1], (1,)),
        (Decimal(1), Fraction(1)),
        (date(2026, 1, 1), datetime(2026, 1, 1)),
    ):
        assert type(passed(one)) is not type(passed(other))
    assert passed(datetime(2026, 1, 1, tzinfo=UTC)).tzinfo is not None


@pytest.mark.parametrize("value", [type("Sub", (int,), {})(1), object(), lambda: 1, int, {"a": [object()]}])
def test_what_is_not_plain_is_held_and_never_copied(value: Any) -> None:
    with pytest.raises(TypeError):
        packed(value, no_hold)


def test_a_message_that_is_too_long_is_refused_by_both_ends() -> None:
    with pytest.raises(ValueError, match="too large"):
        send("x" * (MOST_LINE + 1), io.StringIO())
    with pytest.raises(Gone):
        receive(io.StringIO("x" * (MOST_LINE + 10)))


@pytest.mark.parametrize("line", ["", "1", "{}{}\n", "not json\n", "[" * 200_000 + "\n"])
def test_what_is_no_message_ends_the_link(line: str) -> None:
    with pytest.raises(Gone):
        receive(io.StringIO(line))
