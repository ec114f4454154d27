"""What a report claims, held against what the task's files hold: the publisher's conditions and the verifier's rules.

Each rule is a function that yields one Tampered a contradiction; what is not held was reported when it could not be read.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any, NamedTuple

from ditto.state.decision import Decision, token_of
from ditto.state.errors import Tampered
from ditto.state.report import Call, Report, Round, best_round, status_of, total
from ditto.state.request import Request
from ditto.state.review import Proof, Review

REPORT = "output/report.json"


class Held(NamedTuple):
    """What the files hold: by id, reviews by version; `proven` are the checks as they come out when they are run again."""

    request: Request
    principals: Collection[str]
    evidence_sha256: str
    seed: Any | None
    drafts: Mapping[str, Any]
    proofs: Mapping[str, Proof]
    proven: Mapping[str, Proof]
    reviews: Mapping[int, Review]
    decisions: Mapping[str, Decision]


Rule = Callable[[Report, Held], Iterator[Tampered]]


def contradictions(report: Report, held: Held) -> Iterator[Tampered]:
    """Yield everything in which the report and the files contradict each other, or a rule of the contract."""
    for rule in RULES:
        yield from rule(report, held)


def _own(report: Report, held: Held) -> Iterator[Tampered]:
    """The report is this task's, and its status is the one that goes with its reason."""
    expected = (held.request.id, status_of(report.stop_reason))
    if (found := (report.request_id, report.status)) != expected:
        yield _wrong("the report is not one that this task can end with", found=found, expected=expected)


def _order(report: Report, held: Held) -> Iterator[Tampered]:
    """Versions count from one, each after both gates spoke, none twice; only a person's edit exceeds the limit."""
    versions, ids = [one.version for one in report.rounds], [one.draft_id for one in report.rounds]
    if versions != list(range(1, len(versions) + 1)):
        yield _wrong("versions do not follow each other", found=versions)
    if len(set(ids)) < len(ids):
        yield _wrong("a version repeats an earlier one", found=ids)
    for one in report.rounds[held.request.max_rounds :]:
        if one.origin != "human":
            yield _wrong(f"version {one.version} exceeds the limit", expected=f"at most {held.request.max_rounds}")
    for one in report.rounds[:-1]:
        if one.check_id is None or (one.review or one.skipped) is None:
            yield _wrong(f"version {one.version} was followed by another before both gates had spoken")


def _origins(report: Report, held: Held) -> Iterator[Tampered]:
    """The seed is version 1, a person's edit is the draft of the decision before it, a model's version has its answer."""
    seed = None if held.seed is None else held.seed.digest()
    for before, one in zip((None, *report.rounds), report.rounds, strict=False):
        decision = held.decisions.get(before.decision_id or "") if before else None
        edit = decision.draft_id if decision else None
        expected = {"seed": seed if one.version == 1 else None, "human": edit}.get(one.origin, one.draft_id)
        if one.draft_id != expected or (one.version == 1 and seed not in (None, one.draft_id)):
            yield _wrong(f"version {one.version} is not by {one.origin}", found=one.draft_id, expected=expected or seed)
        if one.origin == "model" and not _answered(report, one.version, ("generate", "revise")):
            yield _wrong(f"version {one.version} is said to be a model's, and no call was answered with it")


def _checks(report: Report, held: Held) -> Iterator[Tampered]:
    """Each check is bound to its draft and this evidence, says what the report says, and comes out the same again."""
    for one in report.rounds:
        proof = held.proofs.get(one.check_id or "")
        if proof is None:
            continue
        where = f"checks/{one.check_id}.json"
        bound = (proof.draft_id, proof.evidence_sha256, proof.issues)
        if bound != (one.draft_id, held.evidence_sha256, one.issues):
            yield _wrong(f"the proof of version {one.version} is not that of its draft", where, found=one.check_id)
        again = held.proven.get(one.draft_id)
        if again is not None and again != proof:
            yield _wrong(
                f"the check of version {one.version} comes out differently when it is run again",
                where,
                found=f"{len(proof.issues)} issues",
                expected=f"{len(again.issues)} issues: {'; '.join(issue.field for issue in again.issues) or 'none'}",
            )


def _reviews(report: Report, held: Held) -> Iterator[Tampered]:
    """Each review is of its version's very draft, is the one that was saved, and was answered by the model it names."""
    for one in report.rounds:
        if one.review is None:
            continue
        where = f"reviews/{one.version}.json"
        if one.review.draft_id != one.draft_id or one.review.version != one.version:
            yield _wrong("a review is of another draft", where, found=one.review.draft_id, expected=one.draft_id)
        if held.reviews.get(one.version, one.review) != one.review:
            yield _wrong("a review differs from the one that was saved", where)
        reviewer = (one.review.reviewer.provider, one.review.reviewer.model, one.review.reviewer.substituted)
        answers = _answered(report, one.version, ("review",))
        if reviewer not in [(call.provider, call.model, call.substituted) for call in answers]:
            yield _wrong("a review names a model that answered no call for it", where, found=reviewer)


def _decisions(report: Report, held: Held) -> Iterator[Tampered]:
    """Each decision answers its version's own pause, by a principal, and the task went on as it says."""
    fingerprint = held.request.digest()
    for one, after in zip(report.rounds, (*report.rounds[1:], None), strict=False):
        decision = held.decisions.get(one.decision_id or "")
        if decision is None:
            continue
        where = f"decisions/{one.decision_id}.json"
        token = token_of(fingerprint, one.version, one.draft_id, one.check_id or "", one.review)
        if (decision.fingerprint, decision.version, decision.token) != (fingerprint, one.version, token):
            yield _wrong("a decision answers another pause", where, found=decision.token, expected=token)
        if held.principals and decision.actor not in held.principals:
            yield _wrong("a decision is by nobody whom the policy lists", where, found=decision.actor)
        if not _followed(decision, after, report):
            yield _wrong(f"the task did not go on as version {one.version} was decided", where, found=decision.choice)


def _followed(decision: Decision, after: Round | None, report: Report) -> bool:
    match decision.choice:
        case "approve":
            return after is None and report.accepted_by == "human"
        case "stop":
            return after is None and report.stop_reason == "needs-human"
        case "edit":
            return after is not None and after.origin == "human"
        case "revise":
            return after.origin == "model" if after else report.stop_reason != "completed"


def _acceptance(report: Report, held: Held) -> Iterator[Tampered]:
    """Only a completed task has an accepted draft: the last, on a clean check, passed by the reviewer or a person."""
    claimed = (report.accepted_draft_id, report.accepted_by, report.decision_id)
    if report.status != "completed":
        if claimed != (None, None, None):
            yield _wrong("a task that was not completed names an accepted draft", found=claimed)
        return
    last = report.rounds[-1] if report.rounds else None
    clean = last is not None and last.check_id is not None and not last.issues
    by_model = last is not None and last.accepted and not held.request.approval and last.decision_id is None
    by_human = last is not None and _approved(last, held)
    expected = (last.draft_id, "human", last.decision_id) if last and by_human else None
    if last is not None and by_model:
        expected = (last.draft_id, "model", None)
    if not clean or claimed != expected:
        yield _wrong("the report claims an acceptance that its last round does not bear", found=claimed)


def _approved(last: Round, held: Held) -> bool:
    decision = held.decisions.get(last.decision_id or "")
    return decision is not None and decision.choice == "approve"


def _named(report: Report, held: Held) -> Iterator[Tampered]:
    """The latest draft is the last, the best one the accepted or the one with the fewest issues."""
    last, best = report.rounds[-1] if report.rounds else None, best_round(report.rounds)
    if report.latest_draft_id != (last.draft_id if last else None):
        yield _wrong("the latest draft is not that of the last version", found=report.latest_draft_id)
    if report.best_draft_id != (report.accepted_draft_id or (best.draft_id if best else None)):
        yield _wrong("the best draft is not the one with the fewest issues", found=report.best_draft_id)


def _usage(report: Report, held: Held) -> Iterator[Tampered]:
    """Calls are counted right and within the limit, and a spent limit is spent where the task says that it ended on it."""
    usage, request = report.usage, held.request
    if usage.model_calls != len(usage.calls) or usage.tokens != total(usage.calls):
        yield _wrong("the calls are not counted right", found=usage.model_calls, expected=len(usage.calls))
    if len(usage.calls) > request.max_model_calls:
        yield _wrong("more calls than the limit", found=len(usage.calls), expected=f"at most {request.max_model_calls}")
    spent = {
        "max-rounds": len(report.rounds) >= request.max_rounds,
        "max-model-calls": len(usage.calls) >= request.max_model_calls,
    }
    if not spent.get(report.stop_reason, True):
        yield _wrong("the task says that it ended on a limit that is not spent", found=report.stop_reason)


def _answered(report: Report, version: int, purposes: Collection[str]) -> list[Call]:
    return [
        call
        for call in report.usage.calls
        if call.version == version and call.purpose in purposes and call.outcome == "answered"
    ]


def _wrong(problem: str, where: str = REPORT, *, found: object = None, expected: object = None) -> Tampered:
    return Tampered(problem, where=where, found=found, expected=expected)


RULES: tuple[Rule, ...] = (_own, _order, _origins, _checks, _reviews, _decisions, _acceptance, _named, _usage)
