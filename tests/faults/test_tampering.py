"""What was changed between two steps is found before anything is published; once it is put right, the task goes on."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from ditto.agents.app import open_app
from ditto.agents.runner import StopAfter, run_reflection
from ditto.state.canonical import canonical
from ditto.state.errors import Denied, Refused, Tampered
from ditto.tools.settings import Settings
from tests.agents.running import advance, finish
from tests.conftest import MakeTask
from tests.scripted_model import ScriptedModel


def put(path: Path, data: bytes) -> None:
    """Replace a file."""
    path.unlink(missing_ok=True)
    path.write_bytes(data)


def only(folder: Path) -> Path:
    """Return the one file of a folder."""
    (file,) = folder.iterdir()
    return file


async def refused(task: Path, settings: Settings, error: type[Refused], words: str) -> None:
    """The next run is refused for that reason and publishes nothing."""
    with pytest.raises(error, match=words):
        await advance(task, settings)
    assert not list((task / "output").iterdir())


@pytest.mark.parametrize("stage", ["draft", "review", "report"])
async def test_a_changed_source_is_refused_before_another_call(
    make_task: MakeTask, settings: Settings, model: ScriptedModel, stage: StopAfter
) -> None:
    task = make_task("generate")
    await advance(task, settings, stage)
    asked, source = len(model.requests), task / "sources/sales.csv"
    right = source.read_bytes()
    put(source, right.replace(b"150000", b"190000"))
    await refused(task, settings, Tampered, "source changed")
    assert len(model.requests) == asked
    put(source, right)
    assert (await finish(task, settings)).status == "completed"


async def test_a_changed_seed_is_refused(make_task: MakeTask, settings: Settings, model: ScriptedModel) -> None:
    task = make_task("flawed-draft")
    await advance(task, settings, "review")
    put(task / "seed.json", (task / "seed.json").read_bytes() + b"\n")
    await refused(task, settings, Tampered, "seed changed")
    assert len(model.requests) == 1


@pytest.mark.parametrize("stage", ["draft", "review", "report"])
async def test_a_revoked_permission_is_refused_before_another_call(
    make_task: MakeTask, settings: Settings, model: ScriptedModel, stage: StopAfter
) -> None:
    task = make_task()
    await advance(task, settings, stage)
    asked, right = len(model.requests), (task / "policy.json").read_bytes()
    put(task / "policy.json", canonical({**json.loads(right), "enabled": False}))
    await refused(task, settings, Denied, "permission revoked")
    assert len(model.requests) == asked
    put(task / "policy.json", right)
    assert (await finish(task, settings)).status == "completed"


async def test_the_policy_of_another_request_is_refused(make_task: MakeTask, settings: Settings) -> None:
    task, other = make_task(), make_task("flawed-draft", "other")
    put(task / "policy.json", (other / "policy.json").read_bytes())
    await refused(task, settings, Denied, "the policy is that of another request")


def tampered(file: Path, change: Callable[[bytes], bytes] | None) -> bytes:
    """Change the file, or remove it, and return what stood in it."""
    right = file.read_bytes()
    file.unlink()
    if change:
        file.write_bytes(change(right))
    return right


def title(data: bytes) -> bytes:
    """Reword a draft."""
    return canonical({**json.loads(data), "title": "Better than ever"})


def cut(data: bytes) -> bytes:
    """Keep the first byte of a record."""
    return data[:1]


def spaced(data: bytes) -> bytes:
    """Say the same in other bytes."""
    return data + b" "


def no_issues(data: bytes) -> bytes:
    """Take every issue out of a proof or a review."""
    return canonical({**json.loads(data), "issues": []})


def waved_through(data: bytes) -> bytes:
    """Make a review pass."""
    return canonical({**json.loads(data), "issues": [], "verdict": "pass", "version": 7})


@pytest.mark.parametrize("change", [title, cut, spaced, None])
@pytest.mark.parametrize("stage", ["draft", "report"])
async def test_a_tampered_draft_is_never_published(
    make_task: MakeTask, settings: Settings, stage: StopAfter, change: Callable[[bytes], bytes] | None
) -> None:
    task = make_task()
    await advance(task, settings, stage)
    await mended(task, settings, only(task / "drafts"), change)


@pytest.mark.parametrize(
    ("folder", "change"), [("checks", no_issues), ("checks", None), ("reviews", waved_through), ("reviews", None)]
)
async def test_a_tampered_check_or_review_is_never_published(
    make_task: MakeTask, settings: Settings, folder: str, change: Callable[[bytes], bytes] | None
) -> None:
    task = make_task("flawed-draft")
    await advance(task, settings, "review")
    await mended(task, settings, only(task / folder), change)


async def mended(task: Path, settings: Settings, file: Path, change: Callable[[bytes], bytes] | None) -> None:
    """Tamper with the file, or remove it; the run is refused, and goes on once the file is as it was."""
    right = tampered(file, change)
    await refused(task, settings, Tampered, file.name)
    put(file, right)
    assert (await finish(task, settings)).status == "completed"


@pytest.mark.parametrize("folder", ["drafts", "checks", "reviews", "output"])
async def test_a_finished_task_is_verified_again_on_every_replay(
    make_task: MakeTask, settings: Settings, model: ScriptedModel, folder: str
) -> None:
    task = make_task()
    await finish(task, settings)
    asked = len(model.requests)
    file = sorted((task / folder).iterdir())[0]
    put(file, file.read_bytes() + b" ")
    with pytest.raises(Tampered, match=file.name):
        await advance(task, settings)
    assert len(model.requests) == asked


async def test_a_source_that_became_a_link_is_refused(make_task: MakeTask, settings: Settings, tmp_path: Path) -> None:
    task = make_task()
    source = task / "sources/sales.csv"
    (tmp_path / "elsewhere.csv").write_bytes(source.read_bytes())
    source.unlink()
    source.symlink_to(tmp_path / "elsewhere.csv")
    await refused(task, settings, Tampered, "not a regular file")


@pytest.mark.parametrize("number", [1, 2])
async def test_the_draft_of_every_version_is_verified_not_only_that_of_the_accepted_one(
    make_task: MakeTask, settings: Settings, number: int
) -> None:
    task = make_task("flawed-draft")
    async with open_app(task, settings) as app:
        await run_reflection(app, stop_after="report")
        drafted = (app.deps.rounds())[number - 1].draft_id
    await mended(task, settings, task / f"drafts/{drafted}.json", title)
