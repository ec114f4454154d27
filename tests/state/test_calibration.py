"""What is counted of a reviewer follows from the judgements: missed, false alarms, invalid, and what both gates miss."""

from hypothesis import given
from hypothesis import strategies as st

from ditto.state.calibration import Calibration, Judgement, Outcome, Setup, TrialResult, calibration
from ditto.state.report import Tokens

SETUP = Setup(
    release="1",
    domain="d",
    provider="p",
    model="m",
    style="questions",
    substituted=True,
    rubric_sha256="a" * 64,
    trials_sha256="b" * 64,
    runs=1,
)


def trial(defect: str | None, *outcomes: Outcome, found: bool = False, prompt: int | None = 3) -> TrialResult:
    """A judged trial, two calls and one second a run."""
    told = [Judgement(outcome=one, models=("m",), calls=2, tokens=Tokens(prompt=prompt), seconds=1) for one in outcomes]
    return TrialResult(defect=defect, draft_id="c" * 64, found=("title",) if found else (), judgements=tuple(told))


def counted(*results: TrialResult) -> Calibration:
    """The calibration of these trials."""
    return calibration(SETUP, results, len(results))


def test_a_defect_that_the_reviewer_passes_is_missed_and_by_both_where_the_first_gate_finds_nothing() -> None:
    found = counted(trial("a", "passed"), trial("a", "passed", found=True), trial("a", "objected"))
    (kind,) = found.kinds
    assert (kind.trials, kind.missed.count, kind.missed.of) == (3, 2, 3)
    assert (kind.found_by_first_gate, kind.missed_by_both.count, kind.missed_by_both.of) == (1, 1, 3)


def test_an_objection_to_a_clean_draft_is_a_false_alarm_and_no_share_of_the_defective() -> None:
    found = counted(trial(None, "objected"), trial(None, "passed", found=True))
    assert (found.clean.trials, found.clean.false_alarms.count, found.clean.refused_by_first_gate) == (2, 1, 1)
    assert (found.kinds, found.defective.trials, found.defective.missed.of) == ((), 0, 0)


def test_an_invalid_answer_is_shown_and_is_neither_a_miss_nor_a_catch_nor_an_alarm() -> None:
    found = counted(trial("a", "invalid"), trial("a", "passed"), trial(None, "invalid"), trial(None, "passed"))
    assert (found.defective.invalid, found.defective.missed.count, found.defective.missed.of) == (1, 1, 1)
    assert (found.clean.invalid, found.clean.false_alarms.count, found.clean.false_alarms.of) == (1, 0, 1)


def test_of_several_runs_the_worst_counts_so_that_repetition_does_not_narrow_an_interval() -> None:
    found = counted(trial("a", "objected", "passed", "invalid"), trial(None, "passed", "objected", "invalid"))
    assert (found.defective.missed.count, found.defective.missed.of) == (1, 1)
    assert (found.clean.false_alarms.count, found.clean.false_alarms.of) == (1, 1)


def test_calls_tokens_and_seconds_are_added_up_over_runs_and_unknown_tokens_stay_unknown() -> None:
    found = counted(trial("a", "passed", "passed"), trial(None, "passed"))
    assert (found.calls, found.seconds, found.tokens) == (6, 3, Tokens(prompt=9, completion=None))
    assert counted(trial("a", "passed", prompt=None)).tokens.prompt is None


def test_it_is_complete_once_every_trial_was_judged() -> None:
    results = [trial("a", "passed"), trial(None, "passed")]
    assert [calibration(SETUP, results[:judged], 2).complete for judged in (0, 1, 2)] == [False, False, True]


OUTCOMES = st.sampled_from(["passed", "objected", "invalid"])


@given(st.lists(st.builds(trial, st.sampled_from(["a", "b", None]), OUTCOMES, found=st.booleans())))
def test_the_kinds_add_up_to_the_whole_and_the_record_reads_itself(results: list[TrialResult]) -> None:
    found = counted(*results)
    for name in ("trials", "invalid", "found_by_first_gate"):
        assert sum(getattr(kind, name) for kind in found.kinds) == getattr(found.defective, name)
    assert sum(kind.missed.count for kind in found.kinds) == found.defective.missed.count
    assert found.defective.missed_by_both.count <= found.defective.missed.count <= found.defective.missed.of
    assert found.defective.trials + found.clean.trials == len(results)
    assert Calibration.load(found.dump()) == found
