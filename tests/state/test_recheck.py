"""What a recheck calls new, gone and changed follows from the two sets of findings alone."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from ditto.state.recheck import Recheck, Today, compare
from ditto.state.report import Report, Round, Tokens, Usage
from ditto.state.review import Finding, Proof

DRAFT = "d" * 64
FINDINGS = st.lists(
    st.builds(Finding, field=st.sampled_from("abc"), message=st.sampled_from("xy"), remedy=st.just("r")), max_size=5
).map(tuple)


def compared(then: tuple[Finding, ...] | None, now: tuple[Finding, ...] | None, **fields: Any) -> Recheck:
    """Compare one version's findings then and now; None where it was not checked, or cannot be."""
    one = Round(
        version=1,
        draft_id=DRAFT,
        origin="model",
        check_id=None if then is None else "c" * 64,
        review=None,
        issues=then or (),
    )
    ended = {"status": "partial", "stop_reason": "no-progress", "accepted_draft_id": None, "accepted_by": None}
    rest = {"request_id": "r", "detail": "d", "latest_draft_id": DRAFT, "best_draft_id": DRAFT, "generated_at": "t"}
    usage = Usage(model_calls=0, started_at="t", tokens=Tokens(), calls=())
    report = Report.model_validate({**ended, **rest, "rounds": (one,), "usage": usage, **fields})
    proof = None if now is None else Proof(evidence_sha256="e" * 64, draft_id=DRAFT, issues=now)
    subject: Any = None  # without reviews it is not asked
    why = "a month is missing" if now is None else None
    return compare(report, Today("2", subject, {}, {DRAFT: proof} if proof else {}, None, why, {}))


@given(FINDINGS, FINDINGS)
def test_what_is_new_and_what_is_gone_turn_the_findings_of_then_into_those_of_today(
    then: tuple[Finding, ...], now: tuple[Finding, ...]
) -> None:
    (version,) = compared(then, now).versions
    kept = [*then]
    for one in version.gone_findings:
        kept.remove(one)
    assert sorted(map(str, (*kept, *version.new_findings))) == sorted(map(str, now))
    assert not set(version.new_findings) & set(version.gone_findings)


@given(FINDINGS, FINDINGS)
def test_something_changes_where_the_findings_are_not_the_same_in_any_order(
    then: tuple[Finding, ...], now: tuple[Finding, ...]
) -> None:
    assert compared(then, now).changed == (sorted(map(str, then)) != sorted(map(str, now)))


def test_a_version_that_was_never_checked_has_nothing_new_and_the_word_of_today() -> None:
    finding = Finding(field="a", message="x", remedy="r")
    found = compared(None, (finding,))
    assert (found.changed, found.versions[0].passed, found.versions[0].passes) == (False, None, False)
    assert found.versions[0].new_findings == ()


def test_facts_that_this_release_cannot_compute_are_a_change_and_the_accepted_draft_does_not_pass() -> None:
    end = {"status": "completed", "stop_reason": "completed", "accepted_draft_id": DRAFT, "accepted_by": "model"}
    found = compared((), None, **end)
    assert (found.changed, found.accepted_passes, found.versions[0].passes) == (True, False, None)


def test_data_that_was_missing_then_and_is_not_today_is_a_change() -> None:
    end = {"status": "needs-human", "stop_reason": "missing-data", "rounds": (), "best_draft_id": None}
    assert compared((), (), **end).changed
    assert not compared((), None, **end).changed
