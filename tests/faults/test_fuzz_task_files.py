"""Whatever becomes of a file of a task, a command says so in one line, or does what it did before."""

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ditto.agents.runner import run
from ditto.state.canonical import digest
from ditto.state.decision import Pause, Response
from ditto.state.report import Report
from ditto.tools.settings import Settings
from ditto.tools.verification import verify
from tests.conftest import MakeTask
from tests.faults.fuzz_bytes import Mutation, mutations, put
from tests.faults.fuzz_commands import Answer, ditto
from tests.faults.fuzz_oracle import faults
from tests.faults.machine_snapshot import kept
from tests.faults.machine_tally import count, profile
from tests.scripted_model import ScriptedModel, review

DATABASES = ("memory.sqlite", "checkpoints.sqlite")
pytestmark = pytest.mark.timeout(600)


@pytest.fixture
def paused(make_task: MakeTask, shared_settings: Settings, model: ScriptedModel) -> Path:
    """A task that waits for an approval, with a seed, two versions and two reviews."""
    task = make_task("flawed-draft", "paused", approval=True)
    model.script = [review("revise", ("title", "Say it calmer."))]
    assert isinstance(run(task, settings=shared_settings), Pause)
    return task


@pytest.fixture
def finished(paused: Path, shared_settings: Settings, model: ScriptedModel) -> Path:
    """That task, approved, with everything that a task can hold."""
    pause = run(paused, settings=shared_settings)
    assert isinstance(pause, Pause)
    report = run(paused, Response(token=pause.token, actor="analyst", choice="approve"), settings=shared_settings)
    assert isinstance(report, Report)
    assert report.status == "completed"
    model.requests.clear()
    return paused


def tried(
    request: pytest.FixtureRequest, task: Path, names: list[str], examples: tuple[int, int], hold: Callable[..., None]
) -> None:
    """Spoil one of the files in copies of the task, and hold what the commands make of it against the rules."""
    cases = 0

    @profile(request, *examples)
    @given(name=st.sampled_from(names), mutation=mutations())
    def each(name: str, mutation: Mutation) -> None:
        nonlocal cases
        copy = task.with_name("spoiled")
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(task, copy)
        right = (copy / name).read_bytes()
        put(copy / name, mutation.of(right))
        hold(copy, name, mutation.of(right) == right)
        cases += 1

    each()
    count(request, cases)


def test_a_finished_task_verifies_only_with_the_very_bytes_that_it_ended_with(
    request: pytest.FixtureRequest, finished: Path
) -> None:
    def hold(copy: Path, name: str, same: bool) -> None:
        answer = ditto("verify", copy)
        assert (answer.code == 0) == same, (name, answer)
        assert same or answer.refused

    tried(request, finished, kept(finished), (200, 1_200), hold)


def test_a_finished_task_is_replayed_only_on_the_files_that_it_rests_on(
    request: pytest.FixtureRequest, finished: Path, shared_config: Path, model: ScriptedModel
) -> None:
    right = ditto("run", finished, "--config", shared_config).document
    before = {name: (finished / name).read_bytes() for name in kept(finished)}

    def hold(copy: Path, name: str, same: bool) -> None:
        answer = ditto("run", copy, "--config", shared_config)
        assert answer.code == 1 or answer.document == right, (name, answer)
        assert answer.code == 1 or name in ("request.json", "policy.json", *DATABASES) or same
        assert model.requests == []
        others = {one: data for one, data in before.items() if one != name}
        assert {one: (copy / one).read_bytes() for one in others} == others

    tried(request, finished, [*before, "checkpoints.sqlite"], (30, 200), hold)


def test_a_task_that_waits_shows_what_waits_or_says_what_is_wrong(
    request: pytest.FixtureRequest, paused: Path, shared_config: Path, model: ScriptedModel
) -> None:
    right = ditto("run", paused, "--config", shared_config).document
    model.requests.clear()

    def hold(copy: Path, name: str, same: bool) -> None:
        answers = [ditto("review", copy), ditto("show", copy), ditto("run", copy, "--config", shared_config)]
        shown = (answers[0].document.get("pause"), answers[2].document)
        for document, answer in zip(shown, (answers[0], answers[2]), strict=True):
            assert answer.refused or document == right, (name, answer)
        assert model.requests == []

    files = [name for name in kept(paused) if not name.startswith(("drafts", "checks", "reviews"))]
    tried(request, paused, files, (25, 150), hold)


def _approval(task: Path, config: Path) -> tuple[dict[str, Any], tuple[str | Path, ...]]:
    """Return what waits, and the arguments that approve it."""
    pause = ditto("review", task).document["pause"]
    return pause, ("--token", pause["token"], "--actor", "analyst", "--approve", "--config", config)


def test_a_waiting_task_is_published_with_what_was_approved_or_not_at_all(
    request: pytest.FixtureRequest, paused: Path, shared_config: Path
) -> None:
    right, approval = _approval(paused, shared_config)

    def hold(copy: Path, name: str, same: bool) -> None:
        answer = ditto("review", copy, *approval)
        assert answer.code in (0, 1)
        assert (answer.code == 0) == (copy / "output/manifest.json").exists()
        assert faults(copy) == []
        if answer.code == 0:
            assert answer.document["acceptedDraftId"] == right["draftId"]
            assert verify(copy).verified, name

    tried(request, paused, kept(paused), (25, 150), hold)


def test_a_memory_that_went_wrong_is_refused_or_still_true(
    request: pytest.FixtureRequest, paused: Path, shared_config: Path
) -> None:
    def hold(copy: Path, name: str, same: bool) -> None:
        shown = ditto("review", copy)
        _held_together(shown)
        ditto("show", copy)
        token = (shown.document.get("pause") or {}).get("token", "0" * 64)
        ditto("review", copy, "--token", token, "--actor", "analyst", "--approve", "--config", shared_config)
        assert faults(copy) == []
        assert not (copy / "output/manifest.json").exists() or verify(copy).verified

    tried(request, paused, ["memory.sqlite"], (30, 200), hold)


def _held_together(shown: Answer) -> None:
    pause: dict[str, Any] | None = shown.document.get("pause")
    if pause is not None:
        assert digest(pause["draft"]) == pause["draftId"]


def test_checkpoints_that_went_wrong_are_refused_or_of_no_consequence(
    request: pytest.FixtureRequest, paused: Path, shared_config: Path
) -> None:
    right, approval = _approval(paused, shared_config)

    def hold(copy: Path, name: str, same: bool) -> None:
        answer = ditto("review", copy, *approval)
        if answer.refused:
            (copy / name).unlink()
            again = ditto("review", copy, *approval)  # refused where the approval was kept before
            answer = ditto("run", copy, "--config", shared_config) if again.refused else again
        assert answer.document["acceptedDraftId"] == right["draftId"]
        assert verify(copy).verified

    tried(request, paused, ["checkpoints.sqlite"], (30, 200), hold)
