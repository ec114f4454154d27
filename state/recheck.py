"""What today's checks and rubric would change of a finished task, compared with what was saved when it ran."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple, TypeVar

from ditto.state.canonical import sha256
from ditto.state.decision import Choice
from ditto.state.domain import Domain
from ditto.state.evidence import Evidence
from ditto.state.record import Record
from ditto.state.report import Report, Round
from ditto.state.review import Finding, Proof, Verdict
from ditto.state.rubric import worth_asking

T = TypeVar("T")


class Asked(Record):
    """A question of the rubric and the text that it is about."""

    field: str
    question: str
    text: str


class ReviewToday(Record):
    """What would change of a version's review; it stays as it was given.

    Its style is `none` where the version was not reviewed. What a review by `document` was asked is not recorded, so
    that nothing can be said of it; one by `questions` has kept each question that was asked.
    """

    style: Literal["questions", "document", "none"]
    verdict: Verdict | None
    new_questions: tuple[Asked, ...] = ()
    gone_questions: tuple[Asked, ...] = ()


class VersionToday(Record):
    """One version: the findings that today's checks add and drop, its review, and a person's decision, which stays.

    `passed` and `passes` are the first gate's word then and today; None where it was not checked, or cannot be.
    """

    version: int
    draft_id: str
    passed: bool | None
    passes: bool | None
    new_findings: tuple[Finding, ...] = ()
    gone_findings: tuple[Finding, ...] = ()
    review: ReviewToday
    decision: Choice | None


class Recheck(Record):
    """The answer of `ditto recheck`: what this release would say of a finished task, and whether that is another thing.

    `no_facts` says why this release computes no facts from the sources; `accepted_passes` is None where no draft was
    accepted, `rubric_changed` where what the rubric was then is not recorded: a report that cites a calibration names it.
    """

    release: str
    request_id: str
    changed: bool
    accepted_draft_id: str | None
    accepted_by: Literal["model", "human"] | None
    accepted_passes: bool | None
    no_facts: str | None
    rubric_changed: bool | None
    versions: tuple[VersionToday, ...]


class Today(NamedTuple):
    """What this release makes of a task's files: drafts and proofs by draft id, the evidence or why there is none."""

    release: str
    domain: Domain
    drafts: Mapping[str, Any]
    proofs: Mapping[str, Proof]
    evidence: Evidence | None
    no_facts: str | None
    choices: Mapping[str, Choice]


def compare(report: Report, today: Today) -> Recheck:
    """Hold what a report states of each version against what this release finds."""
    versions = tuple(_version(one, today) for one in report.rounds)
    accepted = next((one for one in versions if one.draft_id == report.accepted_draft_id), None)
    missing_then = report.stop_reason == "missing-data"
    rubric_changed = _rubric_changed(report, today)
    return Recheck(
        release=today.release,
        request_id=report.request_id,
        changed=missing_then != (today.no_facts is not None) or rubric_changed is True or any(map(_changed, versions)),
        accepted_draft_id=report.accepted_draft_id,
        accepted_by=report.accepted_by,
        accepted_passes=accepted.passes is True if accepted else None,
        no_facts=today.no_facts,
        rubric_changed=rubric_changed,
        versions=versions,
    )


def _rubric_changed(report: Report, today: Today) -> bool | None:
    if report.calibration is None or today.evidence is None:
        return None
    return sha256(today.domain.rubric(today.evidence).encode()) != report.calibration.rubric_sha256


def _changed(one: VersionToday) -> bool:
    review = one.review
    return bool(one.new_findings or one.gone_findings or review.new_questions or review.gone_questions)


def _version(one: Round, today: Today) -> VersionToday:
    proof = today.proofs.get(one.draft_id)
    compared = proof is not None and one.check_id is not None
    return VersionToday(
        version=one.version,
        draft_id=one.draft_id,
        passed=None if one.check_id is None else not one.issues,
        passes=None if proof is None else not proof.issues,
        new_findings=_beyond(proof.issues, one.issues) if proof and compared else (),
        gone_findings=_beyond(one.issues, proof.issues) if proof and compared else (),
        review=_review(one, proof, today),
        decision=today.choices.get(one.decision_id or ""),
    )


def _review(one: Round, proof: Proof | None, today: Today) -> ReviewToday:
    if one.review is None:
        return ReviewToday(style="none", verdict=None)
    if not one.review.answers:
        return ReviewToday(style="document", verdict=one.review.verdict)
    then = [Asked(field=kept.field, question=kept.question, text=kept.text) for kept in one.review.answers]
    if proof is None or today.evidence is None:
        return ReviewToday(style="questions", verdict=one.review.verdict)
    due = worth_asking(today.domain.questions(today.drafts[one.draft_id], today.evidence), proof)
    now = [Asked(field=question.field, question=question.question, text=question.text) for question in due]
    return ReviewToday(
        style="questions",
        verdict=one.review.verdict,
        new_questions=_beyond(now, then),
        gone_questions=_beyond(then, now),
    )


def _beyond(these: Sequence[T], those: Sequence[T]) -> tuple[T, ...]:
    """Return what the first holds beyond the second, in its order, counting what stands twice."""
    left, beyond = Counter(those), list[T]()
    for one in these:
        if left[one]:
            left[one] -= 1
        else:
            beyond.append(one)
    return tuple(beyond)
