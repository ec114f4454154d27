"""Finished tasks of every end, written by the workspace and the publisher alone: no model, no database, no graph."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from ditto.state.canonical import canonical
from ditto.state.decision import Decision, token_of
from ditto.state.report import Report, Round
from ditto.state.review import Issue, Review
from ditto.tools.artifacts import make_folder
from ditto.tools.publication import manifest_of, publish, rendered
from ditto.tools.workspace import Workspace
from tests.conftest import MakeTask
from tests.scripted_model import GOOD_DRAFT
from tests.tools.reports import PARTIAL, REVIEWER, one_round, report_of

Build = Callable[[MakeTask], tuple[Workspace, Report]]
STOPPED = {**PARTIAL, "status": "needs-human", "stop_reason": "needs-human"}
OF_NOTHING = {"rounds": (), "latest_draft_id": None, "best_draft_id": None}


def asked(workspace: Workspace) -> Round:
    """Save a first version on which the reviewer asks for a person."""
    one = one_round(workspace)
    issues = (Issue(field="title", message="Is this the tone?"),)
    review = Review(draft_id=one.draft_id, verdict="needs-human", issues=issues, version=1, reviewer=REVIEWER)
    (workspace.directory / "reviews/1.json").write_bytes(canonical(review.dump()))
    return one.model_copy(update={"review": review})


def decided(workspace: Workspace, one: Round, choice: str, after: Round | None = None) -> Round:
    """Save what the analyst decided on a version, and return its round with the decision."""
    token = token_of(workspace.fingerprint, one.version, one.draft_id, one.check_id or "", one.review)
    bound = {"fingerprint": workspace.fingerprint, "version": one.version, "token": token, "actor": "analyst"}
    said = {"choice": choice, "issues": (), "draft_id": after.draft_id if after else None, "note": "As agreed."}
    decision = Decision.model_validate({**bound, **said, "decided_at": "2026-09-01T09:00:00+00:00"})
    workspace.save_decision(decision)
    return one.model_copy(update={"decision_id": decision.digest()})


def accepted(make_task: MakeTask) -> tuple[Workspace, Report]:
    """A flawed version, and one that both gates passed."""
    workspace = Workspace(make_task())
    return workspace, report_of(workspace, one_round(workspace, 1, limitations=[]), one_round(workspace, 2))


def seeded(make_task: MakeTask) -> tuple[Workspace, Report]:
    """A seed with its findings, and a version that both gates passed."""
    workspace = Workspace(make_task("flawed-draft"))
    seed = workspace.seed()
    assert seed is not None
    first = one_round(workspace, 1, **seed.dump()).model_copy(update={"origin": "seed"})
    return workspace, report_of(workspace, first, one_round(workspace, 2))


def approved(make_task: MakeTask) -> tuple[Workspace, Report]:
    """A person's edit of a person's doubt, approved."""
    workspace = Workspace(make_task(approval=True))
    second = one_round(workspace, 2).model_copy(update={"origin": "human"})
    edited = workspace.domain.draft.load({**GOOD_DRAFT, "title": "Our two months"})
    proof, first = workspace.check(edited), asked(workspace)
    review = Review(draft_id=edited.digest(), verdict="pass", issues=(), version=2, reviewer=REVIEWER)
    (workspace.directory / "reviews/2.json").write_bytes(canonical(review.dump()))
    changed = {"draft_id": workspace.save_draft(edited), "check_id": proof.digest(), "review": review}
    last = decided(workspace, second.model_copy(update=changed), "approve")
    by_person = {"accepted_by": "human", "decision_id": last.decision_id}
    return workspace, report_of(workspace, decided(workspace, first, "edit", last), last, **by_person)


def stopped(make_task: MakeTask) -> tuple[Workspace, Report]:
    """A version that a person stopped."""
    workspace = Workspace(make_task(approval=True))
    return workspace, report_of(workspace, decided(workspace, one_round(workspace), "stop"), **STOPPED)


def partial(make_task: MakeTask) -> tuple[Workspace, Report]:
    """A flawed version, and no progress."""
    workspace = Workspace(make_task())
    return workspace, report_of(workspace, one_round(workspace, 1, limitations=[]), **PARTIAL)


def missing_data(make_task: MakeTask) -> tuple[Workspace, Report]:
    """A table of one month."""
    workspace = Workspace(make_task("missing-data"))
    return workspace, without_versions(workspace, "needs-human", "missing-data")


def invalid_draft(make_task: MakeTask) -> tuple[Workspace, Report]:
    """An answer that was no draft."""
    workspace = Workspace(make_task())
    return workspace, without_versions(workspace, "partial", "invalid-draft")


def without_versions(workspace: Workspace, status: str, reason: str) -> Report:
    """A report of a task that ended before its first version."""
    other: Any = {**PARTIAL, **OF_NOTHING, "status": status, "stop_reason": reason}
    scratch = Round.model_validate(
        {"version": 1, "draft_id": "0" * 64, "origin": "seed", "check_id": None, "review": None, "issues": ()}
    )
    return report_of(workspace, scratch, **other)


ENDS: dict[str, Build] = {
    build.__name__: build for build in (accepted, seeded, approved, stopped, partial, missing_data, invalid_draft)
}


def finished(build: Build, make_task: MakeTask, key: str | None = None) -> tuple[Workspace, Report]:
    """Build a task and publish it."""
    workspace, report = build(make_task)
    publish(workspace, report, key)
    return workspace, report


def forge(workspace: Workspace, report: Report) -> None:
    """Write the whole output of a report over what is there, as a forger would: nothing is verified."""
    files, output = workspace.files(), workspace.directory / "output"
    make_folder(output)
    for name, data in rendered(files, report).items():
        (output / name).write_bytes(data)
    (output / "manifest.json").write_bytes(canonical(manifest_of(files, report).dump()))


def listing(directory: Path) -> dict[str, tuple[int, int, bytes]]:
    """Everything below a folder: mode, time of change and bytes."""
    paths = [directory, *sorted(directory.rglob("*"))]
    return {
        str(path): (path.lstat().st_mode, path.lstat().st_mtime_ns, b"" if path.is_dir() else path.read_bytes())
        for path in paths
    }
