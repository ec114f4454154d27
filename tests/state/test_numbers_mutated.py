"""A figure with one digit changed is reported, whatever its spelling, unless it then equals another known figure."""

from decimal import Decimal

from hypothesis import given
from hypothesis import strategies as st

from ditto.state.numbers import Known, unknown_numbers

AMOUNT = st.integers(0, 10**12)
SPELLINGS = {
    "{}": str,
    "{} cents": str,
    "{}分": str,
    "in all {:,} cents": "{:,}".format,
    "a sum of ({:,})": "{:,}".format,
}
TABLE = st.frozensets(AMOUNT, min_size=1, max_size=8)


def known(cents: frozenset[int], percents: frozenset[Decimal] = frozenset()) -> Known:
    """A table of these amounts and percentages, of two months."""
    return Known(cents, percents, frozenset({"2026-07", "2026-08"}))


def mutated(spelled: str, place: int, digit: int) -> str:
    """The spelled number with another digit at one of its digits' places."""
    places = [index for index, character in enumerate(spelled) if character.isdigit()]
    index = places[place % len(places)]
    return f"{spelled[:index]}{(int(spelled[index]) + digit) % 10}{spelled[index + 1 :]}"


@given(TABLE, st.data(), st.integers(0, 15), st.integers(1, 9), st.sampled_from(sorted(SPELLINGS)))
def test_an_amount_with_another_digit_is_reported(
    cents: frozenset[int], data: st.DataObject, place: int, digit: int, sentence: str
) -> None:
    right = SPELLINGS[sentence](data.draw(st.sampled_from(sorted(cents))))
    wrong = mutated(right, place, digit)
    frame = sentence.replace("{:,}", "{}")
    assert unknown_numbers(frame.format(right), known(cents)) == ()
    value = int(wrong.replace(",", ""))
    masked = wrong == "2026" and frame == "{}"
    readable = (wrong == "0" or not wrong.startswith("0")) and value in cents
    expected = () if readable or masked else (wrong,)
    assert [
        one.replace("cents", "").replace("分", "").strip() for one in unknown_numbers(frame.format(wrong), known(cents))
    ] == list(expected)


@given(
    st.decimals(0, 10_000, places=2),
    st.integers(0, 7),
    st.integers(1, 9),
    st.sampled_from(["{} %", "{}%", "{} percent", "百分之{}"]),
)
def test_a_percentage_with_another_digit_is_reported(percent: Decimal, place: int, digit: int, frame: str) -> None:
    wrong = mutated(str(percent), place, digit)
    table = known(frozenset({114000}), frozenset({percent}))
    assert unknown_numbers(frame.format(percent), table) == ()
    assert unknown_numbers(frame.format(wrong), table) != ()


@given(st.integers(1, 10**10), st.integers(0, 12), st.integers(1, 9))
def test_units_with_another_digit_are_reported(cents: int, place: int, digit: int) -> None:
    right = f"{cents // 100:,}.{cents % 100:02d}"
    wrong = mutated(right, place, digit)
    assert unknown_numbers(f"It was {right} in all.", known(frozenset({cents}))) == ()
    assert unknown_numbers(f"It was {wrong} in all.", known(frozenset({cents}))) == (wrong,)


@given(st.sampled_from(["2026-07", "07/2026", "2026年7月", "July 2026", "7月"]), st.integers(0, 5), st.integers(1, 9))
def test_a_period_with_another_digit_is_reported(period: str, place: int, digit: int) -> None:
    wrong = mutated(period, place, digit)
    other = {"2026-08", "08/2026", "2026年8月", "8月"}
    assert unknown_numbers(f"In {period} it grew.", known(frozenset())) == ()
    assert (unknown_numbers(f"In {wrong} it grew.", known(frozenset())) == ()) == (wrong in other)
