"""What is published names and binds every file that a finished task rests on, and no other."""

import json
from collections.abc import Sequence
from typing import Any

import pytest

from ditto.state.canonical import sha256
from ditto.state.errors import Tampered
from ditto.state.manifest import Manifest, chained, signature
from ditto.state.review import Finding
from ditto.tools.domains.monthly_report import MonthlyReport
from ditto.tools.publication import listed, manifest_of, publish
from ditto.tools.workspace import Workspace
from tests.conftest import MakeTask
from tests.tools.finished import ENDS, accepted, approved, finished, partial
from tests.tools.reports import PARTIAL, one_round, output, report_of

ASKED, SOURCE = ["request.json", "policy.json"], "sources/sales.csv"
OUTPUT = ["output/report.json", "output/report.md"]
GATES = ["drafts/1", "checks/1", "reviews/1"]
BOTH = [*GATES, "drafts/2", "checks/2", "reviews/2"]
DECIDED = [*GATES, "decisions/1", "drafts/2", "checks/2", "reviews/2", "decisions/2"]
RESTS_ON: dict[str, list[str]] = {
    "accepted": [*ASKED, SOURCE, *BOTH, *OUTPUT, "output/analysis.json"],
    "seeded": [*ASKED, SOURCE, "seed.json", *BOTH, *OUTPUT, "output/analysis.json"],
    "approved": [*ASKED, SOURCE, *DECIDED, *OUTPUT, "output/analysis.json"],
    "stopped": [*ASKED, SOURCE, *GATES, "decisions/1", *OUTPUT],
    "partial": [*ASKED, SOURCE, *GATES, *OUTPUT],
    "missing_data": [*ASKED, SOURCE, *OUTPUT],
    "invalid_draft": [*ASKED, SOURCE, *OUTPUT],
}


@pytest.mark.parametrize("name", ENDS)
def test_the_manifest_lists_every_file_in_the_order_of_the_history(name: str, make_task: MakeTask) -> None:
    workspace, report = finished(ENDS[name], make_task)
    manifest = Manifest.parse((workspace.directory / "output/manifest.json").read_bytes())
    names: dict[str | None, str] = {}
    for one in report.rounds:
        for record in (one.draft_id, one.check_id, one.decision_id):
            names[record] = str(one.version)
    folders = [entry.path.removesuffix(".json").partition("/") for entry in manifest.entries]
    found = [
        f"{folder}/{names.get(rest, rest)}" if folder in ("drafts", "checks", "reviews", "decisions") else entry.path
        for (folder, _, rest), entry in zip(folders, manifest.entries, strict=True)
    ]
    assert found == RESTS_ON[name]


def test_the_manifest_is_bound_to_its_task_and_to_the_bytes_of_each_file(make_task: MakeTask) -> None:
    workspace, report = finished(approved, make_task)
    manifest = Manifest.parse((workspace.directory / "output/manifest.json").read_bytes())
    assert (manifest.request_id, manifest.fingerprint) == (workspace.request.id, workspace.fingerprint)
    paths = listed(workspace.files(), report)
    files = [(path, sha256((workspace.directory / path).read_bytes())) for path in paths]
    assert manifest.entries == chained(workspace.fingerprint, files)


def test_a_source_may_be_larger_than_a_record(make_task: MakeTask) -> None:
    workspace, report = finished(partial, make_task)
    files = workspace.files()
    (workspace.directory / SOURCE).write_bytes(b"x" * (5 << 20))
    assert manifest_of(files, report).entries[2].sha256 == sha256(b"x" * (5 << 20))


def test_a_key_signs_the_manifest_and_nothing_else_changes(make_task: MakeTask) -> None:
    workspace, report = finished(accepted, make_task, key="secret")
    files = output(workspace)
    assert files.pop("manifest.hmac") == f"{signature(files['manifest.json'], 'secret')}\n".encode()
    (workspace.directory / "output/manifest.hmac").unlink()
    publish(workspace, report)
    assert output(workspace) == files


def test_another_key_does_not_sign_over_a_signature(make_task: MakeTask) -> None:
    workspace, report = finished(accepted, make_task, key="secret")
    with pytest.raises(Tampered, match=r"output/manifest\.hmac: a file that is written once holds other bytes"):
        publish(workspace, report, "other")


def analysis(workspace: Workspace) -> dict[str, Any]:
    """The published analysis."""
    return json.loads(output(workspace)["analysis.json"])


def test_the_analysis_holds_the_last_draft_its_check_and_who_accepted_it(make_task: MakeTask) -> None:
    workspace, report = finished(approved, make_task)
    last, found = report.rounds[-1], analysis(workspace)
    assert found.pop("draft")["title"] == "Our two months"
    assert found == {
        "requestId": workspace.request.id,
        "draftId": last.draft_id,
        "checkId": last.check_id,
        "acceptedBy": "human",
    }


@pytest.mark.parametrize("versions", [1, 3])
def test_the_analysis_is_the_last_version_whichever_it_is(versions: int, make_task: MakeTask) -> None:
    workspace = Workspace(make_task())
    flawed = [one_round(workspace, number, title=f"Title {'I' * number}") for number in range(1, versions)]
    report = report_of(workspace, *flawed, one_round(workspace, versions))
    publish(workspace, report)
    assert (analysis(workspace)["draftId"], analysis(workspace)["acceptedBy"]) == (report.rounds[-1].draft_id, "model")


def test_an_analysis_that_may_not_be_there_is_named(make_task: MakeTask) -> None:
    workspace = Workspace(make_task())
    path = workspace.directory / "output/analysis.json"
    path.write_bytes(b"{}")
    with pytest.raises(Tampered) as refused:
        publish(workspace, report_of(workspace, one_round(workspace, 1, limitations=[]), **PARTIAL))
    assert refused.value.where == str(path)


def test_publishing_runs_the_check_of_the_accepted_draft_alone_again(
    make_task: MakeTask, monkeypatch: pytest.MonkeyPatch
) -> None:
    workspace, report = accepted(make_task)
    checked: list[str] = []
    check = MonthlyReport.check

    def counted(domain: MonthlyReport, draft: Any, *rest: Any) -> Sequence[Finding]:
        checked.append(draft.digest())
        return check(domain, draft, *rest)

    monkeypatch.setattr(MonthlyReport, "check", counted)
    publish(workspace, report)
    assert checked == [report.accepted_draft_id]
