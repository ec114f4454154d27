"""Every tool call re-reads request, policy and fingerprints, and refuses with the reason."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ditto.state.decision import Decision
from ditto.state.errors import BadRequest, Denied, DittoError, Tampered
from ditto.state.request import Identity
from ditto.state.review import Review, Reviewer
from ditto.tools.domains.monthly_report.schema import Draft
from ditto.tools.policy import authorize, read_request
from ditto.tools.workspace import Workspace
from tests.conftest import MakeTask
from tests.scripted_model import GOOD_DRAFT

ANALYST = Identity(tenant="local", principal="analyst")


@pytest.fixture
def task(make_task: MakeTask) -> Path:
    """A task with a seed draft."""
    return make_task("flawed-draft")


def edit(path: Path, **fields: Any) -> None:
    """Change fields of a JSON file in place."""
    path.write_text(json.dumps({**json.loads(path.read_text()), **fields}))


def test_an_untouched_task_is_authorized_with_its_sources_and_seed(task: Path) -> None:
    allowed = authorize(task, ANALYST, read_request(task).digest())
    assert [source.id for source in allowed.sources] == ["sales"]
    assert allowed.sources[0].data == (task / "sources/sales.csv").read_bytes()
    assert allowed.seed == (task / "seed.json").read_bytes()


Spoil = Callable[[Path], object]
REFUSALS: dict[str, tuple[Spoil, type[DittoError], str]] = {
    "request changed": (
        lambda task: edit(task / "request.json", goal="Another goal."),
        Tampered,
        "task request changed: found .* expected ",
    ),
    "limit raised": (lambda task: edit(task / "request.json", maxModelCalls=100), Tampered, "task request changed"),
    "request unreadable": (lambda task: (task / "request.json").write_text("{"), BadRequest, "request cannot be read"),
    "request missing": (lambda task: (task / "request.json").unlink(), BadRequest, "not a task directory"),
    "policy of another request": (
        lambda task: edit(task / "policy.json", fingerprint="0" * 64),
        Denied,
        "policy is that of another request: found 0000",
    ),
    "permission revoked": (lambda task: edit(task / "policy.json", enabled=False), Denied, "permission revoked"),
    "principal not listed": (
        lambda task: edit(task / "policy.json", principals=["auditor"]),
        Denied,
        "principal is not listed: found analyst, expected auditor",
    ),
    "nobody listed": (lambda task: edit(task / "policy.json", principals=[]), Denied, "principal is not listed"),
    "policy unreadable": (lambda task: (task / "policy.json").write_text("[]"), BadRequest, "policy cannot be read"),
    "policy missing": (lambda task: (task / "policy.json").unlink(), Tampered, r"policy\.json: a file is missing"),
    "policy with an unknown key": (lambda task: edit(task / "policy.json", admin=True), BadRequest, "admin: this key"),
    "source changed": (
        lambda task: (task / "sources/sales.csv").write_bytes(b"month,grossCents,refundCents\n"),
        Tampered,
        r"sources/sales\.csv: source changed: a new source needs a new task",
    ),
    "source missing": (lambda task: (task / "sources/sales.csv").unlink(), Tampered, "a file is missing"),
    "seed changed": (lambda task: (task / "seed.json").write_bytes(b"{}"), Tampered, "seed changed"),
    "seed missing": (lambda task: (task / "seed.json").unlink(), Tampered, r"seed\.json: a file is missing"),
}


@pytest.mark.parametrize(("spoil", "error", "reason"), REFUSALS.values(), ids=REFUSALS)
def test_a_task_is_refused(spoil: Spoil, error: type[DittoError], reason: str, task: Path) -> None:
    fingerprint = read_request(task).digest()
    spoil(task)
    with pytest.raises(error, match=reason) as refused:
        authorize(task, ANALYST, fingerprint)
    assert type(refused.value) is error


@pytest.mark.parametrize(
    ("identity", "reason"),
    [
        (Identity(tenant="local", principal="Analyst"), "principal is not listed"),
        (Identity(tenant="other", principal="analyst"), "the tenant is another one: found other, expected local"),
    ],
)
def test_another_identity_is_refused(identity: Identity, reason: str, task: Path) -> None:
    with pytest.raises(Denied, match=reason):
        authorize(task, identity, read_request(task).digest())


def test_a_link_to_the_same_bytes_is_not_the_source(task: Path, tmp_path: Path) -> None:
    (task / "sources/sales.csv").rename(tmp_path / "moved.csv")
    (task / "sources/sales.csv").symlink_to(tmp_path / "moved.csv")
    with pytest.raises(Tampered, match="not a regular file"):
        authorize(task, ANALYST, read_request(task).digest())


DRAFT = Draft.load(GOOD_DRAFT)
REVIEW = Review(
    draft_id=DRAFT.digest(),
    verdict="pass",
    issues=(),
    version=1,
    reviewer=Reviewer(provider="p", model="m", substituted=True),
)
DECISION = Decision(
    fingerprint="0" * 64,
    version=1,
    token="0" * 64,
    actor="analyst",
    choice="approve",
    note=None,
    issues=(),
    draft_id=None,
    decided_at="2026-09-01T08:00:00+00:00",
)
TOOLS: dict[str, Callable[[Workspace], object]] = {
    "evidence": lambda workspace: workspace.evidence(),
    "seed": lambda workspace: workspace.seed(),
    "check": lambda workspace: workspace.check(DRAFT),
    "files": lambda workspace: workspace.files(),
    "save_decision": lambda workspace: workspace.save_decision(DECISION),
    "save_draft": lambda workspace: workspace.save_draft(DRAFT),
    "save_review": lambda workspace: workspace.save_review(REVIEW),
}


@pytest.mark.parametrize("tool", TOOLS)
def test_a_tool_that_was_allowed_is_refused_once_permission_is_revoked(tool: str, task: Path) -> None:
    workspace = Workspace(task)
    TOOLS[tool](workspace)
    written = sorted(task.rglob("*"))
    edit(task / "policy.json", enabled=False)
    with pytest.raises(Denied, match="permission revoked"):
        TOOLS[tool](workspace)
    assert sorted(task.rglob("*")) == written
