"""What a reviewer makes of drafts of known worth, and what that says of the second gate and of both."""

from collections.abc import Collection, Sequence
from typing import Literal

from ditto.state.binomial import Share
from ditto.state.record import Record, Sha256
from ditto.state.report import Cited, Tokens
from ditto.state.review import Review

Outcome = Literal["passed", "objected", "invalid"]

_WORST: dict[bool, tuple[Outcome, ...]] = {
    True: ("passed", "invalid", "objected"),
    False: ("objected", "invalid", "passed"),
}


class Setup(Record):
    """What was measured: a reviewer with its style, and the rubric and trials of a subject under one release."""

    release: str
    domain: str
    provider: str
    model: str
    style: Literal["document", "questions"]
    substituted: bool
    rubric_sha256: Sha256
    trials_sha256: Sha256
    runs: int


class Judgement(Record):
    """One review of a trial: `fields` are those objected to, `cause` says why an answer was invalid."""

    outcome: Outcome
    fields: tuple[str, ...] = ()
    cause: str | None = None
    models: tuple[str, ...]
    calls: int
    tokens: Tokens
    seconds: float


class TrialResult(Record):
    """What both gates say of a trial, each by itself: `found` are the fields that the first gate finds wrong."""

    defect: str | None
    draft_id: Sha256
    found: tuple[str, ...]
    judgements: tuple[Judgement, ...]

    @property
    def outcome(self) -> Outcome:
        """The worst of its runs: a defect passed once is missed, a clean draft objected to once is a false alarm."""
        seen = {one.outcome for one in self.judgements}
        return next(outcome for outcome in _WORST[self.defect is not None] if outcome in seen)


class Kind(Record):
    """The trials with one kind of defect, or with any: what the reviewer passes, what the first gate finds, what both miss.

    A trial whose review was invalid is in no share: its task would end.
    """

    kind: str
    trials: int
    invalid: int
    missed: Share
    found_by_first_gate: int
    missed_by_both: Share


class Clean(Record):
    """The trials without a defect: what the reviewer objects to, and what the first gate refuses."""

    trials: int
    invalid: int
    false_alarms: Share
    refused_by_first_gate: int


class Calibration(Record):
    """A reviewer measured on a subject's trials; `complete` where every trial was judged in every run.

    Counts are of what was answered: a call whose answer was lost is not among them.
    """

    setup: Setup
    complete: bool
    calls: int
    tokens: Tokens
    seconds: float
    kinds: tuple[Kind, ...]
    defective: Kind
    clean: Clean
    trials: tuple[TrialResult, ...]


def calibration(setup: Setup, results: Sequence[TrialResult], of: int) -> Calibration:
    """Count what was found in the trials that were judged, out of `of` in all."""
    judgements = [one for result in results for one in result.judgements]
    defective = [one for one in results if one.defect is not None]
    kinds = dict.fromkeys(one.defect for one in defective if one.defect)
    return Calibration(
        setup=setup,
        complete=len(results) == of,
        calls=sum(one.calls for one in judgements),
        tokens=added([one.tokens for one in judgements]),
        seconds=round(sum(one.seconds for one in judgements), 3),
        kinds=tuple(_kind(kind, [one for one in defective if one.defect == kind]) for kind in kinds),
        defective=_kind("all", defective),
        clean=_clean([one for one in results if one.defect is None]),
        trials=tuple(results),
    )


def cited(known: Calibration, review: Review, rubric_sha256: str) -> Cited | None:
    """Return what a report may cite of a calibration: nothing where another reviewer, style or rubric was measured."""
    setup = known.setup
    models = {model for trial in known.trials for one in trial.judgements for model in one.models}
    measured = (setup.provider, models, setup.substituted, setup.style, setup.rubric_sha256)
    reviewer, style = review.reviewer, "questions" if review.answers else "document"
    if not known.complete or measured != (
        reviewer.provider,
        {reviewer.model},
        reviewer.substituted,
        style,
        rubric_sha256,
    ):
        return None
    return Cited(
        calibration_sha256=known.digest(),
        provider=reviewer.provider,
        model=reviewer.model,
        rubric_sha256=rubric_sha256,
        trials_sha256=setup.trials_sha256,
        missed=known.defective.missed,
        missed_by_both=known.defective.missed_by_both,
        false_alarms=known.clean.false_alarms,
    )


def added(tokens: Collection[Tokens]) -> Tokens:
    """Add up tokens; None where nobody counted any."""
    prompt = [one.prompt for one in tokens if one.prompt is not None]
    completion = [one.completion for one in tokens if one.completion is not None]
    return Tokens(prompt=sum(prompt) if prompt else None, completion=sum(completion) if completion else None)


def _kind(kind: str, trials: Sequence[TrialResult]) -> Kind:
    judged = [one for one in trials if one.outcome != "invalid"]
    missed = [one for one in judged if one.outcome == "passed"]
    return Kind(
        kind=kind,
        trials=len(trials),
        invalid=len(trials) - len(judged),
        missed=Share.seen(len(missed), len(judged)),
        found_by_first_gate=sum(bool(one.found) for one in trials),
        missed_by_both=Share.seen(sum(not one.found for one in missed), len(judged)),
    )


def _clean(trials: Sequence[TrialResult]) -> Clean:
    judged = [one for one in trials if one.outcome != "invalid"]
    return Clean(
        trials=len(trials),
        invalid=len(trials) - len(judged),
        false_alarms=Share.seen(sum(one.outcome == "objected" for one in judged), len(judged)),
        refused_by_first_gate=sum(bool(one.found) for one in trials),
    )
