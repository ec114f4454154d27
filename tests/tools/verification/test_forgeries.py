"""A forgery that keeps report, output and manifest in step is still found where another record contradicts it."""

from collections.abc import Callable

import pytest

from ditto.state.canonical import canonical
from ditto.state.report import Report
from ditto.state.request import Policy
from ditto.state.review import Proof, Review
from ditto.tools.verification import verify
from ditto.tools.workspace import Workspace
from tests.conftest import MakeTask
from tests.tools.finished import Build, accepted, approved, finished, forge, missing_data, stopped, without_versions
from tests.tools.reports import REVIEWER

Forge = Callable[[Workspace, Report], Report]


def write(workspace: Workspace, name: str, record: Review | Proof | Policy) -> None:
    """Put a record in a file's place."""
    (workspace.directory / name).write_bytes(canonical(record.dump()))


def with_round(report: Report, index: int, **fields: object) -> Report:
    """A report in which one round differs."""
    rounds = list(report.rounds)
    rounds[index] = rounds[index].model_copy(update=fields)
    return report.model_copy(update={"rounds": tuple(rounds)})


def weaker_check(workspace: Workspace, report: Report) -> Report:
    """The flawed version is said to have passed its check, with a proof of the right name."""
    proof = Proof(evidence_sha256=workspace.evidence().sha256, draft_id=report.rounds[0].draft_id, issues=())
    (workspace.directory / f"checks/{report.rounds[0].check_id}.json").unlink()
    write(workspace, f"checks/{proof.digest()}.json", proof)
    return with_round(report, 0, check_id=proof.digest(), issues=())


def softer_review(workspace: Workspace, report: Report) -> Report:
    """The review of the flawed version passes in its file alone."""
    review = Review(draft_id=report.rounds[0].draft_id, verdict="pass", issues=(), version=1, reviewer=REVIEWER)
    write(workspace, "reviews/1.json", review)
    return report


def foreign_review(workspace: Workspace, report: Report) -> Report:
    """The last version is passed by a model that nobody asked."""
    other = REVIEWER.model_copy(update={"model": "better"})
    review = Review(draft_id=report.rounds[1].draft_id, verdict="pass", issues=(), version=2, reviewer=other)
    write(workspace, "reviews/2.json", review)
    return with_round(report, 1, review=review)


def by_a_person(workspace: Workspace, report: Report) -> Report:
    """A person is said to have accepted what a model did."""
    return report.model_copy(update={"accepted_by": "human"})


def fewer_calls(workspace: Workspace, report: Report) -> Report:
    """A call is left out of the count and of the list."""
    usage = report.usage.model_copy(update={"calls": report.usage.calls[:-1], "model_calls": 3})
    return report.model_copy(update={"usage": usage})


def completed(workspace: Workspace, report: Report) -> Report:
    """A stopped task is said to be completed."""
    last = report.rounds[-1].draft_id
    ends = {"status": "completed", "stop_reason": "completed", "accepted_draft_id": last, "accepted_by": "model"}
    return report.model_copy(update=ends)


FORGED: dict[str, tuple[Build, Forge, str]] = {
    "a weaker check": (accepted, weaker_check, "the check of version 1 comes out differently when it is run again"),
    "a softer review": (accepted, softer_review, "reviews/1.json: a review differs from the one that was saved"),
    "a foreign review": (accepted, foreign_review, "reviews/2.json: a review names a model that answered no call"),
    "a person for a model": (accepted, by_a_person, "an acceptance that its last round does not bear"),
    "fewer calls": (accepted, fewer_calls, "reviews/2.json: a review names a model that answered no call"),
    "a stop made a completion": (stopped, completed, "the task did not go on as version 1 was decided"),
}


@pytest.mark.parametrize(("build", "change", "finding"), FORGED.values(), ids=FORGED)
def test_a_consistent_forgery_is_contradicted_by_another_record(
    build: Build, change: Forge, finding: str, make_task: MakeTask
) -> None:
    workspace, report = finished(build, make_task)
    forge(workspace, change(workspace, report))
    found = verify(workspace.directory)
    assert not found.verified
    assert [one for one in found.findings if finding in one], found.findings
    assert not [one for one in found.findings if "manifest" in one or "output/report.md" in one]


def test_a_decision_by_someone_whom_the_policy_does_not_list_is_found(make_task: MakeTask) -> None:
    workspace, _ = finished(approved, make_task)
    policy = Policy(fingerprint=workspace.fingerprint, enabled=True, principals=("editor",))
    write(workspace, "policy.json", policy)
    findings = verify(workspace.directory).findings
    assert len([one for one in findings if "by nobody whom the policy lists" in one]) == 2


def test_a_source_that_no_longer_gives_what_was_checked_is_found(make_task: MakeTask) -> None:
    workspace, _ = finished(accepted, make_task)
    path = workspace.directory / "sources/sales.csv"
    path.write_bytes(path.read_bytes().replace(b"120000", b"120001"))
    findings = verify(workspace.directory).findings
    assert [one for one in findings if one.startswith("sources/sales.csv: source changed")]


def test_data_that_is_said_to_be_missing_and_is_there_is_found(make_task: MakeTask) -> None:
    workspace = Workspace(make_task())
    forge(workspace, without_versions(workspace, "needs-human", "missing-data"))
    assert verify(workspace.directory).findings == (
        "output/report.json: the task ended for missing data, and its sources hold it",
    )


@pytest.mark.parametrize("name", ["report.md", "analysis.json"])
def test_output_that_does_not_follow_from_the_report_is_found_though_the_manifest_lists_it(
    name: str, make_task: MakeTask
) -> None:
    workspace, report = finished(accepted, make_task)
    path = workspace.directory / "output" / name
    path.write_bytes(path.read_bytes().replace(b"revenue", b"profits"))
    data = path.read_bytes()
    forge(workspace, report)
    path.write_bytes(data)
    findings = verify(workspace.directory).findings
    assert f"output/{name}: not what follows from the report and its drafts" in findings


def test_a_report_in_another_form_is_found(make_task: MakeTask) -> None:
    workspace, _ = finished(missing_data, make_task)
    path = workspace.directory / "output/report.json"
    path.write_bytes(path.read_bytes() + b"\n")
    found = verify(workspace.directory)
    assert found.findings == ("output/report.json: the report is not in its canonical form",)
    assert (found.status, found.versions) == (None, 0)
