"""`ditto recheck` says what this release would change of a finished task, refuses tampered files and writes nothing."""

import json
from pathlib import Path
from typing import Any

import pytest

from ditto.cli.rechecking import recheck_task
from ditto.state.canonical import canonical
from ditto.state.evidence import MissingData
from ditto.state.review import Answer, Finding, Proof, Review
from ditto.tools.policy import read_sources
from ditto.tools.workspace import Workspace
from tests.cli.commands import answered, ditto
from tests.conftest import MakeTask
from tests.scripted_model import GOOD_DRAFT
from tests.tools.finished import ENDS, finished, forge, listing
from tests.tools.reports import REVIEWER, one_round, report_of

DENIED = "The data does not give refunds."
"""A limitation that today's first gate refuses."""


def accepted_by_another_release(
    make_task: MakeTask, findings: tuple[Finding, ...] = (), answers: tuple[Answer, ...] = (), **fields: Any
) -> Path:
    """A task that ended when the checks had these findings of its one draft and the rubric these questions."""
    workspace = Workspace(make_task())
    one = one_round(workspace)
    draft = workspace.domain.draft.load({**GOOD_DRAFT, **fields})
    proof = Proof(
        evidence_sha256=workspace.check(draft).evidence_sha256, draft_id=workspace.save_draft(draft), issues=findings
    )
    review = Review(draft_id=draft.digest(), verdict="pass", issues=(), version=1, reviewer=REVIEWER, answers=answers)
    (workspace.directory / f"checks/{proof.digest()}.json").write_bytes(canonical(proof.dump()))
    (workspace.directory / "reviews/1.json").write_bytes(canonical(review.dump()))
    changed = {"draft_id": proof.draft_id, "check_id": proof.digest(), "review": review, "issues": findings}
    end = {"accepted_draft_id": None, "accepted_by": None, "status": "partial", "stop_reason": "no-progress"}
    forge(workspace, report_of(workspace, one.model_copy(update=changed), **(end if findings else {})))
    return workspace.directory


def asked(workspace: Path) -> tuple[Answer, ...]:
    """The answers to the questions that today's rubric asks of the good draft."""
    task = Workspace(workspace)
    evidence = task.files().gathered(read_sources(task.directory, task.request))
    questions = task.domain.questions(task.domain.draft.load(GOOD_DRAFT), evidence)
    return tuple(Answer(field=one.field, question=one.question, text=one.text, answer="no") for one in questions)


@pytest.mark.parametrize("end", ENDS)
def test_nothing_would_change_of_a_task_of_this_release_and_nothing_is_written(end: str, make_task: MakeTask) -> None:
    workspace, report = finished(ENDS[end], make_task)
    before = listing(workspace.directory)
    document = answered(found := ditto("recheck", workspace.directory, "--json"), "recheck")
    assert (found.returncode, found.stderr, document["changed"]) == (0, "", False)
    assert [one["version"] for one in document["versions"]] == [one.version for one in report.rounds]
    assert document["acceptedPasses"] is (True if report.accepted_draft_id else None)
    assert listing(workspace.directory) == before


def test_a_new_finding_on_the_accepted_draft_has_exit_3_where_verify_calls_it_a_contradiction(
    make_task: MakeTask,
) -> None:
    task = accepted_by_another_release(make_task, limitations=[DENIED])
    assert "comes out differently" in ditto("verify", task).stdout
    document = answered(found := ditto("recheck", task, "--json"), "recheck")
    assert (found.returncode, document["changed"], document["acceptedPasses"]) == (3, True, False)
    (version,) = document["versions"]
    assert (version["passed"], version["passes"], version["goneFindings"]) == (True, False, [])
    assert [one["field"] for one in version["newFindings"]] == ["limitations[0]"]
    told = ditto("recheck", task)
    assert (told.returncode, told.stderr) == (3, "")
    assert "new  limitations[0]: denies what the source does give" in told.stdout
    assert "the accepted draft would not pass today's first gate" in told.stdout


def test_a_finding_that_today_has_no_more_is_gone_and_has_exit_3(make_task: MakeTask) -> None:
    gone = Finding(field="title", message="is too plain", remedy="Write another title.")
    task = accepted_by_another_release(make_task, (gone,))
    document = answered(found := ditto("recheck", task, "--json"), "recheck")
    assert (found.returncode, document["acceptedPasses"]) == (3, None)
    assert (document["versions"][0]["goneFindings"], document["versions"][0]["newFindings"]) == ([gone.dump()], [])
    assert "  gone title: is too plain (the writer is told: Write another title.)" in ditto("recheck", task).stdout


def test_questions_that_the_rubric_asks_anew_and_no_more_are_told_and_have_exit_3(make_task: MakeTask) -> None:
    now = asked(make_task(name="other"))
    old = now[0].model_copy(update={"question": "Is the text polite?"})
    task = accepted_by_another_release(make_task, answers=(old, *now[1:]))
    document = answered(found := ditto("recheck", task, "--json"), "recheck")
    review = document["versions"][0]["review"]
    assert (found.returncode, review["style"], review["verdict"]) == (3, "questions", "pass")
    assert [one["question"] for one in review["newQuestions"]] == [now[0].question]
    assert [one["question"] for one in review["goneQuestions"]] == ["Is the text polite?"]
    told = ditto("recheck", task).stdout
    assert "asked then, not today: interpretation: Is the text polite?" in told
    assert f"asked today, not then: interpretation: {now[0].question}" in told


def test_the_same_questions_change_nothing(make_task: MakeTask) -> None:
    task = accepted_by_another_release(make_task, answers=asked(make_task(name="other")))
    assert ditto("recheck", task).returncode == 0


def test_of_a_review_as_one_document_it_says_that_the_rubric_of_then_is_not_recorded(make_task: MakeTask) -> None:
    workspace, _ = finished(ENDS["accepted"], make_task)
    told = ditto("recheck", workspace.directory).stdout
    assert "the review, pass: stays as it was given\n  what the rubric was then: not recorded" in told


def test_a_decision_of_a_person_stays(make_task: MakeTask) -> None:
    workspace, _ = finished(ENDS["approved"], make_task)
    assert "a person's decision, approve: stays" in ditto("recheck", workspace.directory).stdout


@pytest.mark.parametrize("folder", ["drafts", "checks", "reviews", "sources"])
def test_a_changed_file_is_refused_with_one_line(folder: str, make_task: MakeTask) -> None:
    task = accepted_by_another_release(make_task, limitations=[DENIED])
    for path in (task / folder).iterdir():
        path.write_bytes(path.read_bytes().replace(b"1", b"2"))
    refused = ditto("recheck", task)
    assert (refused.returncode, refused.stdout, len(refused.stderr.splitlines())) == (1, "", 1)
    assert folder in refused.stderr


def test_a_changed_page_that_the_manifest_lists_is_refused(make_task: MakeTask) -> None:
    task = accepted_by_another_release(make_task)
    (task / "output/report.md").write_text("Better.")
    refused = ditto("recheck", task, "--json")
    assert (refused.returncode, answered(refused, "error")["error"]) == (1, "Tampered")


def test_a_report_whose_claims_contradict_its_files_is_refused(make_task: MakeTask) -> None:
    workspace, report = ENDS["accepted"](make_task)
    forge(workspace, report.model_copy(update={"accepted_draft_id": report.rounds[0].draft_id}))
    assert "acceptance that its last round does not bear" in ditto("recheck", workspace.directory).stderr


def test_a_brief_is_refused_and_says_what_to_use() -> None:
    Path("brief/.ditto").mkdir(parents=True)
    Path("brief/.ditto/request.json").write_text("{}")
    refused = ditto("recheck", "brief", "--json")
    assert (refused.returncode, answered(refused, "error")["expected"]) == (1, "`ditto verify brief`")


def test_a_task_that_has_not_ended_and_a_folder_that_is_no_task_are_refused(make_task: MakeTask) -> None:
    assert "the task has not ended" in ditto("recheck", make_task()).stderr
    Path("empty").mkdir()
    assert json.loads(ditto("recheck", "empty", "--json").stdout)["error"] == "BadRequest"


def test_facts_that_this_release_cannot_compute_are_told_and_the_accepted_draft_does_not_pass(
    make_task: MakeTask, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def gather(*given: object) -> None:
        raise MissingData("a quarter is missing")

    workspace, _ = finished(ENDS["accepted"], make_task)
    monkeypatch.setattr("ditto.tools.domains.monthly_report.MonthlyReport.gather", gather)
    assert recheck_task(workspace.directory, None, as_json=False) == 3
    told = capsys.readouterr().out
    assert "this release computes no facts from the sources: sources: a quarter is missing" in told
    assert "today: cannot be checked" in told and "would not pass today's first gate" in told
