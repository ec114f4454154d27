"""The stop rules are one ordered table: the first that holds gives the reason."""

from dataclasses import asdict, replace

import pytest

from ditto.state.errors import StopReason
from ditto.state.stopping import RULES, Standing, first_rule

EVERYTHING = Standing(
    repeated=1, accepted=True, approval=True, verdict="needs-human", skipped="all 8 calls are spent", version=4, max_rounds=4, writes=True,
    calls=8, max_calls=8, asks=True, elapsed=600.0, deadline=600.0,
)  # fmt: skip
ORDER: list[tuple[StopReason, dict[str, object]]] = [
    ("no-progress", {"repeated": None}),
    ("needs-human", {"approval": False}),
    ("completed", {"accepted": False}),
    ("needs-human", {"verdict": "revise"}),
    ("needs-human", {"skipped": None}),
    ("max-rounds", {"version": 3}),
    ("max-model-calls", {"calls": 7}),
    ("deadline", {"elapsed": 599.9}),
]


def reason(standing: Standing) -> StopReason | None:
    """The reason of the first rule that holds."""
    rule = first_rule(standing)
    return rule.reason if rule else None


@pytest.mark.parametrize("place", range(len(ORDER)))
def test_of_several_rules_the_earlier_one_gives_the_reason(place: int) -> None:
    earlier = {key: value for _, gone in ORDER[:place] for key, value in gone.items()}
    assert reason(replace(EVERYTHING, **earlier)) == ORDER[place][0]


def test_where_no_rule_holds_the_task_goes_on() -> None:
    gone = {key: value for _, change in ORDER for key, value in change.items()}
    assert reason(replace(EVERYTHING, **gone)) is None
    assert reason(Standing()) is None


def test_the_table_holds_the_rules_in_this_order() -> None:
    assert [rule.reason for rule in RULES] == [reason for reason, _ in ORDER]


ALONE: list[tuple[StopReason | None, Standing]] = [
    ("no-progress", Standing(repeated=2, version=3, max_rounds=9)),
    ("completed", Standing(accepted=True, version=1)),
    ("needs-human", Standing(accepted=True, approval=True, version=1)),
    (None, Standing(approval=True, verdict="pass", version=1)),
    ("needs-human", Standing(verdict="needs-human", version=1)),
    (None, Standing(verdict="pass", version=1)),
    ("needs-human", Standing(skipped="spent", version=1)),
    (None, Standing(verdict="revise", version=4, max_rounds=4)),
    ("max-rounds", Standing(writes=True, version=4, max_rounds=4)),
    (None, Standing(writes=True, version=3, max_rounds=4)),
    ("max-model-calls", Standing(asks=True, calls=1, max_calls=1)),
    (None, Standing(writes=True, calls=1, max_calls=1, max_rounds=2)),
    ("deadline", Standing(asks=True, elapsed=1.0, deadline=1.0)),
    (None, Standing(elapsed=9e9, deadline=1.0)),
]


@pytest.mark.parametrize(("expected", "standing"), ALONE)
def test_a_limit_stops_only_the_action_that_it_limits(expected: StopReason | None, standing: Standing) -> None:
    assert reason(standing) == expected


def test_the_detail_names_what_the_rule_rests_on() -> None:
    assert [rule.detail(EVERYTHING) for rule in RULES] == [
        "version 4 is identical to version 1",
        "version 4 passed both gates and waits for the approval that the request asks for",
        "version 4 passed both gates",
        "the reviewer asks for a person to decide on version 4",
        "version 4 was not reviewed: all 8 calls are spent",
        "version 4 of at most 4 is not accepted",
        "all 8 model calls are spent",
        "600 of 600 seconds have passed since the task's start",
    ]


def test_what_is_not_known_yet_speaks_neither_for_a_stop_nor_for_a_pause() -> None:
    unknown = {"repeated": None, "skipped": None, "verdict": None}
    flags = dict.fromkeys(("accepted", "approval", "pauses", "edited", "writes", "asks"), False)
    limits = {"version": 0, "max_rounds": 1, "calls": 0, "max_calls": 1, "elapsed": 0.0, "deadline": 1.0}
    assert asdict(Standing()) == {**unknown, **flags, **limits}


PAUSES: list[tuple[bool, Standing]] = [
    (True, Standing(accepted=True, approval=True, version=1)),
    (False, Standing(accepted=True, version=1)),
    (False, Standing(verdict="needs-human", version=1)),
    (True, Standing(verdict="needs-human", pauses=True, version=1)),
    (True, Standing(verdict="needs-human", edited=True, version=1)),
    (True, Standing(skipped="spent", edited=True, version=1)),
    (False, Standing(repeated=1, edited=True, pauses=True, version=2)),
    *[
        (edited, Standing(edited=edited, pauses=True, version=1, **spent))
        for edited in (True, False)
        for spent in ({"writes": True}, {"asks": True, "calls": 1}, {"asks": True, "elapsed": 1.0})
    ],
]


@pytest.mark.parametrize(("pauses", "standing"), PAUSES)
def test_a_rule_asks_a_person_where_the_request_says_so_or_the_version_is_a_persons(
    pauses: bool, standing: Standing
) -> None:
    rule = first_rule(standing)
    assert rule is not None
    assert rule.pauses(standing) is pauses


def test_the_reason_for_a_skipped_review_is_told() -> None:
    rule = first_rule(Standing(skipped="all 8 model calls are spent", version=3))
    assert rule is not None
    assert rule.detail(Standing(skipped="all 8 model calls are spent", version=3)) == (
        "version 3 was not reviewed: all 8 model calls are spent"
    )
