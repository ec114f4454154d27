"""What a task saved is read back as its name says, or not at all."""

import json
from pathlib import Path
from typing import Any

import pytest

from ditto.state.canonical import NotStrict, canonical, sha256
from ditto.state.errors import BadRequest, Tampered
from ditto.state.evidence import MissingData
from ditto.state.review import Review, Reviewer
from ditto.tools.workspace import Workspace
from tests.conftest import MakeTask
from tests.scripted_model import GOOD_DRAFT


@pytest.fixture
def workspace(make_task: MakeTask) -> Workspace:
    """The workspace of a fresh task."""
    return Workspace(make_task())


def draft(workspace: Workspace, **fields: Any) -> Any:
    """The good draft with these fields in place of its own."""
    return workspace.domain.draft.load({**GOOD_DRAFT, **fields})


def test_a_draft_is_named_by_the_digest_of_its_file(workspace: Workspace) -> None:
    draft_id = workspace.save_draft(draft(workspace))
    file = workspace.directory / f"drafts/{draft_id}.json"
    assert draft_id == sha256(file.read_bytes())
    assert workspace.files().draft(draft_id) == draft(workspace)


def test_a_proof_holds_evidence_draft_and_issues_and_is_named_by_its_digest(workspace: Workspace) -> None:
    proof = workspace.check(draft(workspace, limitations=[]))
    assert sha256((workspace.directory / f"checks/{proof.digest()}.json").read_bytes()) == proof.digest()
    assert workspace.files().proof(proof.digest()) == proof
    assert proof.evidence_sha256 == workspace.evidence().sha256
    assert (proof.draft_id, [issue.field for issue in proof.issues]) == (
        draft(workspace, limitations=[]).digest(),
        ["limitations"],
    )


def test_a_review_is_named_by_its_version_and_written_once(workspace: Workspace) -> None:
    reviewer = Reviewer(provider="p", model="m", substituted=True)
    review = Review(draft_id="a" * 64, verdict="pass", issues=(), version=1, reviewer=reviewer)
    workspace.save_review(review)
    workspace.save_review(review)
    assert workspace.files().review(1) == review
    with pytest.raises(Tampered, match=r"reviews/1\.json: a file that is written once"):
        workspace.save_review(review.model_copy(update={"draft_id": "b" * 64}))


@pytest.mark.parametrize("growth", [1e15, -1e15, 9007199254740991.0, 1e-7, 0.1, 1e20, 2.0**53, 1e300])
def test_a_draft_that_can_be_read_can_be_saved_and_read_again(growth: float, workspace: Workspace) -> None:
    document = {**GOOD_DRAFT, "metrics": {**GOOD_DRAFT["metrics"], "growthPercent": growth}}
    try:
        read = workspace.domain.draft.parse(json.dumps(document))
    except NotStrict:
        assert growth >= 2**53
        return
    assert workspace.files().draft(workspace.save_draft(read)) == read


EDITS = {
    "another draft": canonical({**GOOD_DRAFT, "title": "Other"}),
    "the same draft with a line break": canonical(GOOD_DRAFT) + b"\n",
    "a draft of another form": b'{"title":"T"}',
    "not JSON": b"\xff",
    "nothing": b"",
}


@pytest.mark.parametrize("data", EDITS.values(), ids=EDITS)
def test_an_edited_draft_is_refused(data: bytes, workspace: Workspace) -> None:
    draft_id = workspace.save_draft(draft(workspace))
    (workspace.directory / f"drafts/{draft_id}.json").write_bytes(data)
    with pytest.raises(Tampered, match=f"drafts/{draft_id}.json: a saved record"):
        workspace.files().draft(draft_id)


def test_a_link_in_the_place_of_the_drafts_folder_is_neither_written_to_nor_read(
    workspace: Workspace, tmp_path: Path
) -> None:
    draft_id = workspace.save_draft(draft(workspace))
    (workspace.directory / "drafts").rename(tmp_path / "elsewhere")
    (workspace.directory / "drafts").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(Tampered, match="leaves the task directory"):
        workspace.files().draft(draft_id)
    with pytest.raises(Tampered, match="not a folder"):
        workspace.save_draft(draft(workspace, title="Other"))


def test_a_table_of_one_period_is_missing_data(make_task: MakeTask) -> None:
    with pytest.raises(MissingData, match="needs two periods, the source holds 2026-08"):
        Workspace(make_task("missing-data")).evidence()


def test_a_folder_without_a_request_is_no_task(tmp_path: Path) -> None:
    with pytest.raises(BadRequest, match="not a task directory"):
        Workspace(tmp_path)
