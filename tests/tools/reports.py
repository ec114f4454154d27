"""Saved rounds and the reports that are made of them, for the tests of publication."""

from typing import Any

from ditto.state.report import Call, Report, Round, Tokens, Usage
from ditto.state.review import Issue, Review, Reviewer
from ditto.tools.workspace import Workspace
from tests.scripted_model import GOOD_DRAFT

REVIEWER = Reviewer(provider="scripted", model="scripted", substituted=True)


def one_round(workspace: Workspace, version: int = 1, **fields: Any) -> Round:
    """Save a version with its proof and review, and return its round."""
    draft = workspace.domain.draft.load({**GOOD_DRAFT, **fields})
    proof = workspace.check(draft)
    verdict = "revise" if fields else "pass"
    issues = (Issue(field="title", message="m"),) if fields else ()
    review = Review(draft_id=draft.digest(), verdict=verdict, issues=issues, version=version, reviewer=REVIEWER)
    workspace.save_review(review)
    return Round(
        version=version,
        draft_id=workspace.save_draft(draft),
        origin="model",
        check_id=proof.digest(),
        review=review,
        issues=proof.issues,
    )


def report_of(workspace: Workspace, *rounds: Round, **fields: Any) -> Report:
    """A completed report of these rounds, with these fields in place of its own."""
    last = rounds[-1].draft_id
    calls = tuple(call for one in rounds for call in calls_of(one.version))
    started = "2026-09-01T08:00:00+00:00"
    usage = Usage(model_calls=len(calls), started_at=started, tokens=Tokens(), calls=calls)
    ends = {"status": "completed", "stop_reason": "completed", "detail": "passed both gates", "accepted_by": "model"}
    ids = {"latest_draft_id": last, "best_draft_id": last, "accepted_draft_id": last}
    rest = {"request_id": workspace.request.id, "usage": usage, "generated_at": "2026-09-01T08:01:00+00:00"}
    return Report.model_validate({**ends, **ids, **rest, "rounds": rounds, **fields})


def calls_of(version: int) -> tuple[Call, Call]:
    """The answered calls that wrote and reviewed a version."""
    who: dict[str, Any] = {**REVIEWER.model_dump(), "version": version, "attempt": 1, "run": "r", "reserved_at": "t"}
    wrote = Call(
        purpose="revise" if version > 1 else "generate", part="draft", node="writer", outcome="answered", **who
    )
    return wrote, Call(purpose="review", part="document", node="critic", outcome="answered", **who)


PARTIAL = {"status": "partial", "stop_reason": "no-progress", "accepted_draft_id": None, "accepted_by": None}


def output(workspace: Workspace) -> dict[str, bytes]:
    """The published files."""
    return {path.name: path.read_bytes() for path in (workspace.directory / "output").iterdir()}
