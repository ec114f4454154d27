"""A report that claims more than its rounds bear is not published."""

from collections.abc import Callable

import pytest

from ditto.state.canonical import canonical
from ditto.state.errors import Tampered
from ditto.state.report import Report, Round
from ditto.state.review import Proof, Review
from ditto.tools.publication import publish
from ditto.tools.workspace import Workspace
from tests.conftest import MakeTask
from tests.tools.reports import REVIEWER, one_round, output, report_of


@pytest.fixture
def workspace(make_task: MakeTask) -> Workspace:
    """The workspace of a fresh task."""
    return Workspace(make_task())


CLAIMS: dict[str, Callable[[Workspace], Report]] = {
    "another task's request": lambda workspace: report_of(workspace, one_round(workspace), request_id="another"),
    "a status of another reason": lambda workspace: report_of(
        workspace, one_round(workspace), stop_reason="max-rounds"
    ),
    "no rounds": lambda workspace: report_of(workspace, one_round(workspace), rounds=()),
    "a draft with open issues": lambda workspace: report_of(workspace, one_round(workspace, 1, actions=[])),
    "another accepted draft": lambda workspace: report_of(workspace, one_round(workspace), accepted_draft_id="0" * 64),
    "another latest draft": lambda workspace: report_of(workspace, one_round(workspace), latest_draft_id="0" * 64),
    "an earlier version": lambda workspace: report_of(
        workspace, one_round(workspace, 1), one_round(workspace, 2, title="Other")
    ),
    "no review": lambda workspace: report_of(workspace, one_round(workspace).model_copy(update={"review": None})),
    "no check": lambda workspace: report_of(workspace, one_round(workspace).model_copy(update={"check_id": None})),
    "issues left out": lambda workspace: report_of(
        workspace, one_round(workspace, 1, actions=[]).model_copy(update={"issues": ()})
    ),
    "another draft's proof": lambda workspace: report_of(
        workspace,
        one_round(workspace, 1).model_copy(update={"check_id": one_round(workspace, 2, title="Other").check_id}),
    ),
    "another draft's review": lambda workspace: report_of(
        workspace, one_round(workspace).model_copy(update={"review": _foreign(workspace)})
    ),
    "an earlier version's issues left out": lambda workspace: report_of(
        workspace,
        one_round(workspace, 1, limitations=[]).model_copy(update={"issues": ()}),
        one_round(workspace, 2),
    ),
    "a later proof for an earlier version": lambda workspace: _with_the_last_proof(
        workspace, one_round(workspace, 1, limitations=[]), one_round(workspace, 2)
    ),
    "a forged proof": lambda workspace: _with_a_forged_proof(workspace, one_round(workspace, 1, actions=[])),
}


def _with_the_last_proof(workspace: Workspace, first: Round, last: Round) -> Report:
    return report_of(workspace, first.model_copy(update={"check_id": last.check_id, "issues": ()}), last)


def _with_a_forged_proof(workspace: Workspace, flawed: Round) -> Report:
    """A proof without issues, whole and rightly named, and a passing review of a draft that has no actions."""
    proof = Proof(evidence_sha256=workspace.evidence().sha256, draft_id=flawed.draft_id, issues=())
    review = Review(draft_id=flawed.draft_id, verdict="pass", issues=(), version=1, reviewer=REVIEWER)
    (workspace.directory / f"checks/{proof.digest()}.json").write_bytes(canonical(proof.dump()))
    (workspace.directory / "reviews/1.json").write_bytes(canonical(review.dump()))
    forged = {"check_id": proof.digest(), "issues": (), "review": review}
    return report_of(workspace, flawed.model_copy(update=forged))


def _foreign(workspace: Workspace) -> Review:
    review = Review(draft_id="0" * 64, verdict="pass", issues=(), version=1, reviewer=REVIEWER)
    (workspace.directory / "reviews/1.json").write_bytes(canonical(review.dump()))
    return review


@pytest.mark.parametrize("claim", CLAIMS.values(), ids=CLAIMS)
def test_a_report_that_claims_what_its_rounds_do_not_bear_is_refused(
    claim: Callable[[Workspace], Report], workspace: Workspace
) -> None:
    claimed = claim(workspace)
    with pytest.raises(Tampered):
        publish(workspace, claimed)
    assert output(workspace) == {}
