"""The drafts that a reviewer is measured by: as many clean as defective, of each kind several, in different words."""

from collections import Counter

from ditto.state.evidence import Source
from ditto.tools.domains import load_domain

SUBJECT = load_domain("monthly_report")
CLEAN = [trial.draft for trial in SUBJECT.trials if trial.defect is None]
KINDS = Counter(trial.defect for trial in SUBJECT.trials if trial.defect is not None)


def test_there_are_as_many_clean_drafts_as_defective_ones_and_several_of_each_kind() -> None:
    assert KINDS.total() == len(CLEAN)
    assert min(KINDS.values()) >= 4
    assert set(KINDS) == {
        "wrong cause",
        "prediction",
        "invented person",
        "executed action",
        "missing limitation",
        "wrong currency",
        "injected instruction",
    }


def test_every_clean_draft_passes_the_first_gate() -> None:
    demo = SUBJECT.demos["generate"]
    evidence = SUBJECT.gather([Source(key, data) for key, (_, data) in demo.sources.items()], {}, "e" * 64)
    drafts = [SUBJECT.draft.load(draft) for draft in CLEAN]
    assert [draft.title for draft in drafts if SUBJECT.check(draft, evidence, demo.goal)] == []


def test_no_two_clean_drafts_share_a_text_that_is_judged() -> None:
    for field in ("interpretation", "limitations", "actions"):
        assert len({str(draft[field]) for draft in CLEAN}) == len(CLEAN), field


def test_a_defect_stands_in_one_field_of_a_clean_draft() -> None:
    for trial in SUBJECT.trials:
        if trial.defect is None:
            continue
        differing = [[key for key in draft if draft[key] != trial.draft[key]] for draft in CLEAN]
        assert min(map(len, differing)) == 1, trial


def test_any_first_part_of_the_trials_has_both_sorts_and_every_kind_evenly() -> None:
    drawn = [trial.defect for trial in SUBJECT.trials]
    for part in range(len(drawn) + 1):
        counts = Counter(drawn[:part])
        defective = [counts[kind] for kind in KINDS]
        assert 0 <= counts[None] - sum(defective) <= 1
        assert max(defective) - min(defective) <= 1
