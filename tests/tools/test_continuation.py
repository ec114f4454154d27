"""A new task takes over what an ended one leaves: its best draft and sources, or its settings alone."""

import json
from pathlib import Path

import pytest

from ditto.state.errors import BadRequest, Tampered
from ditto.tools.continuation import begun_after, begun_like
from ditto.tools.creation import create_task
from ditto.tools.workspace import Workspace
from tests.conftest import MakeTask
from tests.scripted_model import GOOD_DRAFT
from tests.tools.finished import ENDS, Build, accepted, finished, invalid_draft, listing, missing_data, partial
from tests.tools.reports import PARTIAL, one_round, report_of

SETTINGS = {
    "tenant": "acme",
    "principal": "ann",
    "maxRounds": 3,
    "maxModelCalls": 9,
    "deadlineSeconds": 77,
    "approval": True,
    "onHuman": "pause",
}
OPTIONS = {"periods": ["2026-07", "2026-08"], "ignoredColumns": ["note"]}


@pytest.mark.parametrize("name", ["accepted", "seeded", "approved", "stopped", "partial"])
def test_the_seed_is_the_best_draft_of_the_task_before(name: str, make_task: MakeTask) -> None:
    workspace, report = finished(ENDS[name], make_task)
    begun = begun_after(workspace.directory)
    assert begun.seed == (workspace.directory / f"drafts/{report.best_draft_id}.json").read_bytes()


def test_the_best_draft_need_not_be_the_latest(make_task: MakeTask) -> None:
    def build(make_task: MakeTask) -> tuple[Workspace, object]:
        workspace = Workspace(make_task())
        rounds = one_round(workspace, 1, title="Better"), one_round(workspace, 2, limitations=[], actions=[])
        return workspace, report_of(workspace, *rounds, **PARTIAL, best_draft_id=rounds[0].draft_id)

    workspace, _ = finished(build, make_task)  # pyright: ignore[reportArgumentType]
    assert json.loads(begun_after(workspace.directory).seed or b"") == {**GOOD_DRAFT, "title": "Better"}


def test_sources_are_copied_under_their_ids_and_names(make_task: MakeTask) -> None:
    workspace, _ = finished(accepted, make_task)
    (source,) = begun_after(workspace.directory).sources
    data = (workspace.directory / "sources/sales.csv").read_bytes()
    assert (source.id, source.name, source.data) == ("sales", "sales.csv", data)


def with_settings(make_task: MakeTask) -> Path:
    """A task that differs from the defaults in everything."""
    return make_task(**SETTINGS, options=OPTIONS, goal="Write it otherwise.")


def test_every_setting_is_repeated_after_a_task(make_task: MakeTask) -> None:
    workspace = Workspace(with_settings(make_task))
    report = report_of(workspace, one_round(workspace, 1, limitations=[]), **PARTIAL)
    begun = begun_after(finished(lambda _: (workspace, report), make_task)[0].directory)
    assert (begun.domain, begun.goal, begun.fixed, begun.options) == (
        "monthly_report",
        "Write it otherwise.",
        SETTINGS,
        OPTIONS,
    )


def test_like_a_task_repeats_settings_and_ids_and_leaves_what_belongs_to_its_data(make_task: MakeTask) -> None:
    begun = begun_like(with_settings(make_task))
    assert (begun.domain, begun.goal, begun.fixed) == ("monthly_report", "Write it otherwise.", SETTINGS)
    assert (begun.options, list(begun.source_ids)) == ({"ignoredColumns": ["note"]}, ["sales"])
    assert (begun.seed, list(begun.sources)) == (None, [])


@pytest.mark.parametrize("build", ENDS.values(), ids=ENDS)
def test_the_task_before_is_only_read(build: Build, make_task: MakeTask) -> None:
    workspace, report = finished(build, make_task)
    before = listing(workspace.directory)
    begun_like(workspace.directory)
    if report.rounds:
        begun_after(workspace.directory)
    assert listing(workspace.directory) == before


@pytest.mark.parametrize("build", [missing_data, invalid_draft])
def test_a_task_without_a_draft_has_nothing_to_go_on_from(build: Build, make_task: MakeTask) -> None:
    workspace, report = finished(build, make_task)
    with pytest.raises(BadRequest, match=f"the task ended without a draft: found {report.stop_reason}"):
        begun_after(workspace.directory)


def test_a_task_that_has_not_ended_is_refused(make_task: MakeTask) -> None:
    workspace, _ = accepted(make_task)
    with pytest.raises(BadRequest, match=r"the task has not ended: expected a task with output/report.json"):
        begun_after(workspace.directory)


def test_a_task_that_does_not_verify_is_refused_with_its_first_finding(make_task: MakeTask) -> None:
    workspace, _ = finished(partial, make_task)
    (workspace.directory / "notes.txt").write_bytes(b"x")
    with pytest.raises(
        Tampered, match=r"the task does not verify: found notes.txt: a file that the task does not rest on"
    ):
        begun_after(workspace.directory)


@pytest.mark.parametrize("begin", [begun_after, begun_like])
def test_a_folder_that_is_no_task_is_refused(begin: object, tmp_path: Path) -> None:
    assert callable(begin)
    with pytest.raises(BadRequest, match="not a task directory"):
        begin(tmp_path)


def test_what_was_taken_over_makes_a_whole_task(make_task: MakeTask, tmp_path: Path) -> None:
    workspace, _ = finished(partial, make_task)
    begun = begun_after(workspace.directory)
    request = create_task(
        tmp_path / "next",
        domain=begun.domain or "",
        goal=begun.goal or "",
        sources=begun.sources,
        seed=begun.seed,
        options=dict(begun.options),
        **begun.fixed,
    )
    old, new = workspace.request.dump(), request.dump()
    assert {key for key in old if old[key] != new[key]} == {"id", "seedSha256"}
    assert Workspace(tmp_path / "next").seed().dump()["limitations"] == []  # pyright: ignore[reportOptionalMemberAccess]
