"""Right reports of every kind of end, each with the records that it rests on."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from ditto.state.claims import Held
from ditto.state.decision import Decision, token_of
from ditto.state.record import Line, Record
from ditto.state.report import Call, Report, Round, Tokens, Usage, best_round, status_of, total
from ditto.state.request import Request
from ditto.state.review import Finding, Issue, Proof, Review, Reviewer

EVIDENCE = "e" * 64
REVIEWER = Reviewer(provider="p", model="m", substituted=False)
ISSUE = Finding(field="title", message="m", remedy="r")


class Note(Record):
    """A small draft."""

    title: Line


class Case(NamedTuple):
    """A report, and what the files hold."""

    report: Report
    held: Held


def request(**fields: Any) -> Request:
    """A request with these fields in place of its own."""
    source = {"id": "sales", "path": "sources/sales.csv", "sha256": "5" * 64}
    rest = {
        "id": "task",
        "tenant": "local",
        "principal": "analyst",
        "domain": "notes",
        "goal": "Write.",
        "sources": [source],
    }
    return Request.load({**rest, **fields})


def proof_of(title: str, *issues: Finding) -> Proof:
    """The proof of a note."""
    return Proof(evidence_sha256=EVIDENCE, draft_id=Note(title=title).digest(), issues=issues)


def version(number: int, title: str, verdict: str | None = "pass", origin: str = "model", issues: int = 0) -> Round:
    """A version with what both gates said of it; no verdict stands for no review."""
    proof = proof_of(title, *[ISSUE] * issues)
    said = () if verdict == "pass" else (Issue(field="title", message="n"),)
    bound: dict[str, Any] = {"draft_id": proof.draft_id, "version": number, "reviewer": REVIEWER}
    review = Review(verdict=verdict, issues=said, **bound) if verdict else None
    gates = {"check_id": proof.digest(), "review": review, "issues": proof.issues}
    return Round.model_validate({"version": number, "draft_id": proof.draft_id, "origin": origin, **gates})


def decided(asked: Request, one: Round, choice: str, after: Round | None = None) -> Decision:
    """What the analyst decided on a version; an edit brought the version after it."""
    fingerprint = asked.digest()
    token = token_of(fingerprint, one.version, one.draft_id, one.check_id or "", one.review)
    issues = (Issue(field="title", message="Calmer."),) if choice == "revise" else ()
    edit = after.draft_id if choice == "edit" and after else None
    bound = {"fingerprint": fingerprint, "version": one.version, "token": token, "actor": "analyst", "note": None}
    said = {"choice": choice, "issues": issues, "draft_id": edit, "decided_at": "2026-09-01T09:00:00+00:00"}
    return Decision.model_validate({**bound, **said})


def call(number: int, purpose: str, **fields: Any) -> Call:
    """An answered call."""
    what = {"purpose": purpose, "version": number, "part": "draft", "attempt": 1, "node": "n", "run": "r"}
    who = {**REVIEWER.model_dump(), "reserved_at": "t", "outcome": "answered", "tokens": Tokens(prompt=3, completion=2)}
    return Call.model_validate({**what, **who, **fields})


def calls_for(one: Round) -> list[Call]:
    """The calls that made and judged a version."""
    wrote = [call(one.version, "generate" if one.version == 1 else "revise")] if one.origin == "model" else []
    return [*wrote, *([call(one.version, "review")] if one.review else [])]


def usage(calls: Sequence[Call]) -> Usage:
    """What was spent on these calls."""
    every = tuple(calls)
    return Usage(model_calls=len(every), started_at="t", tokens=total(every), calls=every)


def ended(reason: str, *rounds: Round, choices: Sequence[str] = (), seed: str | None = None, **fields: Any) -> Case:
    """A task that ended for this reason; `choices` are what a person decided on each version, empty for nothing."""
    asked = request(**fields)
    decisions: list[Decision | None] = [
        decided(asked, one, choice, after) if choice else None
        for one, choice, after in zip(rounds, choices, [*rounds[1:], None], strict=False)
    ]
    named = [one.digest() if one else None for one in [*decisions, *[None] * (len(rounds) - len(decisions))]]
    told = tuple(one.model_copy(update={"decision_id": name}) for one, name in zip(rounds, named, strict=True))
    last, best = told[-1] if told else None, best_round(told)
    done = last if reason == "completed" else None
    approved = bool(done and done.decision_id)
    report = Report.model_validate(
        {
            "request_id": asked.id,
            "status": status_of(reason),  # pyright: ignore[reportArgumentType]
            "stop_reason": reason,
            "detail": "d",
            "rounds": told,
            "latest_draft_id": last.draft_id if last else None,
            "best_draft_id": (done or best).draft_id if best else None,  # pyright: ignore[reportOptionalMemberAccess]
            "accepted_draft_id": done.draft_id if done else None,
            "accepted_by": ("human" if approved else "model") if done else None,
            "decision_id": done.decision_id if done else None,
            "usage": usage([one for made in told for one in calls_for(made)]),
            "generated_at": "t",
        }
    )
    proofs = {
        one.check_id: Proof(evidence_sha256=EVIDENCE, draft_id=one.draft_id, issues=one.issues)
        for one in told
        if one.check_id
    }
    held = Held(
        request=asked,
        principals=("analyst",),
        evidence_sha256=EVIDENCE,
        seed=Note(title=seed) if seed else None,
        drafts={},
        proofs=proofs,
        proven={proof.draft_id: proof for proof in proofs.values()},
        reviews={one.version: one.review for one in told if one.review},
        decisions={one.digest(): one for one in decisions if one},
    )
    return Case(report, held)


FLAWED, MENDED = version(1, "A", "revise", issues=1), version(2, "B")
ASKED = version(1, "A", "needs-human")
UNREVIEWED = version(2, "B", None, "human").model_copy(update={"skipped": "all versions are spent"})

CASES: dict[str, Case] = {
    "accepted": ended("completed", FLAWED, MENDED),
    "seeded": ended("completed", version(1, "A", "revise", "seed", 1), MENDED, seed="A"),
    "seed accepted": ended("completed", version(1, "A", origin="seed"), seed="A"),
    "approved": ended("completed", version(1, "A"), choices=["approve"], approval=True),
    "approved over a verdict": ended("completed", ASKED, choices=["approve"], onHuman="pause"),
    "edited": ended("completed", ASKED, version(2, "B", origin="human"), choices=["edit"], onHuman="pause"),
    "edited and approved": ended(
        "completed", ASKED, version(2, "B", origin="human"), choices=["edit", "approve"], approval=True
    ),
    "edited over the limit": ended("completed", ASKED, UNREVIEWED, choices=["edit", "approve"], approval=True, maxRounds=1),
    "approved later": ended("completed", FLAWED, MENDED, choices=["", "approve"], approval=True),
    "revised": ended("completed", ASKED, MENDED, choices=["revise"], onHuman="pause"),
    "revised without end": ended("deadline", ASKED, choices=["revise"], onHuman="pause"),
    "stopped": ended("needs-human", version(1, "A"), choices=["stop"], approval=True),
    "needs a human": ended("needs-human", ASKED),
    "max-rounds": ended("max-rounds", FLAWED, version(2, "B", "revise"), maxRounds=2),
    "max-model-calls": ended("max-model-calls", FLAWED, maxModelCalls=2),
    "no-progress": ended("no-progress", FLAWED),
    "invalid-review": ended("invalid-review", version(1, "A", None)),
    "invalid-draft": ended("invalid-draft"),
    "missing-data": ended("missing-data"),
}  # fmt: skip
