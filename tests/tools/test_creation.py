"""A task directory is made whole and private, or nothing of it is left."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from ditto.state.canonical import canonical, sha256
from ditto.state.errors import BadRequest, BadSource, FileOutage, Refused
from ditto.state.request import MONTH, Policy, Request
from ditto.tools.creation import NewSource, create_task
from tests.tools.conftest import modes

TABLE = b"month,grossCents,refundCents\n2026-07,120000,6000\n2026-08,150000,9000\n"
SALES = NewSource("sales", "sales.csv", TABLE)


def create(directory: Path, **given: Any) -> Request:
    """Create a task of the sales table with these arguments in place of its own."""
    task: dict[str, Any] = {"domain": "monthly_report", "goal": "Report.", "sources": [SALES], **given}
    return create_task(directory, **task)


def test_a_new_task_holds_request_policy_and_sources_for_its_owner_alone(tmp_path: Path) -> None:
    request = create(tmp_path / "task", seed=None)
    folders = {"sources": "700", "drafts": "700", "checks": "700", "reviews": "700", "output": "700"}
    files = {"request.json": "600", "policy.json": "600", "sources/sales.csv": "600"}
    assert modes(tmp_path) == {"task": "700", **{f"task/{name}": mode for name, mode in (folders | files).items()}}
    assert (tmp_path / "task/request.json").read_bytes() == canonical(request.dump())
    assert (tmp_path / "task/sources/sales.csv").read_bytes() == TABLE
    policy = Policy.parse((tmp_path / "task/policy.json").read_bytes())
    assert policy == Policy(fingerprint=request.digest(), enabled=True, principals=("analyst",))


def test_the_request_fixes_the_digests_of_the_raw_bytes(tmp_path: Path) -> None:
    seed = json.dumps(_seed()).encode()
    request = create(tmp_path / "task", sources=[SALES._replace(data=b"\xef\xbb\xbf" + TABLE)], seed=seed)
    assert request.sources[0].sha256 == sha256(b"\xef\xbb\xbf" + TABLE)
    assert request.seed_sha256 == sha256(seed) == sha256((tmp_path / "task/seed.json").read_bytes())


def _seed() -> dict[str, Any]:
    metrics = {"baselineNetCents": 1, "currentNetCents": 2, "growthPercent": 3}
    return {"title": "T", "metrics": metrics, "interpretation": "I", "limitations": [], "actions": [], "citations": []}


def test_two_tasks_of_the_same_input_are_two_tasks(tmp_path: Path) -> None:
    assert create(tmp_path / "one").digest() != create(tmp_path / "two").digest()


@pytest.mark.parametrize(
    ("fixed", "seconds"),
    [({}, 600), ({"approval": True}, MONTH), ({"onHuman": "pause"}, MONTH), ({"deadlineSeconds": 5}, 5)],
)
def test_the_deadline_is_long_where_the_task_may_pause(fixed: dict[str, Any], seconds: int, tmp_path: Path) -> None:
    assert create(tmp_path / "task", **fixed).deadline_seconds == seconds


def test_a_task_whose_data_is_missing_is_made_and_ends_later(tmp_path: Path) -> None:
    create(tmp_path / "task", options={"periods": ["2020-01", "2020-02"]})
    assert (tmp_path / "task/request.json").exists()


REFUSED: dict[str, tuple[dict[str, Any], type[Refused], str]] = {
    "no source": ({"sources": []}, BadRequest, "sources"),
    "an id in capitals": ({"sources": [SALES._replace(id="Sales")]}, BadRequest, r"sources\.0\.id"),
    "a name that leaves": ({"sources": [SALES._replace(name="../x.csv")]}, BadRequest, r"sources\.0\.path"),
    "a hidden name": ({"sources": [SALES._replace(name=".x")]}, BadRequest, r"sources\.0\.path"),
    "an id that stands twice": ({"sources": [SALES, SALES._replace(name="x.csv")]}, BadRequest, "same name"),
    "a name that stands twice": ({"sources": [SALES, SALES._replace(id="x")]}, BadRequest, "same name"),
    "a month in two sources": ({"sources": [SALES, NewSource("x", "x.csv", TABLE)]}, BadSource, "in two sources"),
    "a bad table": ({"sources": [SALES._replace(data=b"a,b\n")]}, BadSource, "column"),
    "an unknown domain": ({"domain": "weather"}, BadRequest, "no such domain: found 'weather'"),
    "a domain that is a path": ({"domain": "../x"}, BadRequest, "domain"),
    "a blank goal": ({"goal": " "}, BadRequest, "goal"),
    "a goal with a control character": ({"goal": "a\x1b[2J"}, BadRequest, r"goal: .*U\+001B"),
    "too many rounds": ({"maxRounds": 17}, BadRequest, "maxRounds"),
    "no rounds": ({"maxRounds": 0}, BadRequest, "maxRounds"),
    "too many calls": ({"maxModelCalls": 101}, BadRequest, "maxModelCalls"),
    "a deadline above a year": ({"deadlineSeconds": 365 * 24 * 3600 + 1}, BadRequest, "deadlineSeconds"),
    "another word for onHuman": ({"onHuman": "ask"}, BadRequest, "onHuman"),
    "an unknown field": ({"model": "x"}, BadRequest, "model: this key is not known"),
    "an unknown option": ({"options": {"currency": "EUR"}}, BadRequest, "currency: this key is not known"),
    "periods in reverse": ({"options": {"periods": ["2026-08", "2026-07"]}}, BadRequest, "out of order"),
    "the same period twice": ({"options": {"periods": ["2026-08", "2026-08"]}}, BadRequest, "out of order"),
    "a seed that is no draft": ({"seed": b'{"title": "T"}'}, BadRequest, "seed is not a draft of monthly_report"),
}


@pytest.mark.parametrize(("given", "error", "reason"), REFUSED.values(), ids=REFUSED)
def test_a_refused_task_leaves_nothing_behind(
    given: dict[str, Any], error: type[Refused], reason: str, tmp_path: Path
) -> None:
    with pytest.raises(error, match=reason):
        create(tmp_path / "new" / "task", **given)
    assert list(tmp_path.iterdir()) == []


def test_an_existing_path_is_refused_and_kept(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "nowhere")
    (tmp_path / "folder").mkdir()
    for name in ("link", "folder"):
        with pytest.raises(BadRequest, match="exists already"):
            create(tmp_path / name)
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["folder", "link"]


def test_a_disk_that_fails_midway_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[int] = []

    def full(handle: int) -> None:
        synced.append(handle)
        if len(synced) > 2:
            raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(FileOutage, match="No space left"):
        create(tmp_path / "task")
    assert (list(tmp_path.iterdir()), len(synced) > 2) == ([], True)
