"""A Redis with a password is used with it, and no error, record or line of progress repeats a password."""

from pathlib import Path

import pytest

from ditto.cli.running import context_in_words as told
from ditto.state.errors import ContextOutage
from tests.agents.running import advance, finish, recorded
from tests.conftest import MakeTask
from tests.faults.valkey import serving, settings_at
from tests.scripted_model import ScriptedModel

RIGHT, WRONG = "correct-horse", "hunter2"


def holds(task: Path, word: str) -> list[Path]:
    """Return the files of a task that hold a word."""
    return [path for path in task.rglob("*") if path.is_file() and word.encode() in path.read_bytes()]


async def test_with_the_password_in_the_url_the_task_is_done_and_no_file_holds_it(
    make_task: MakeTask, model: ScriptedModel, tmp_path: Path
) -> None:
    task = make_task()
    with serving(password=RIGHT) as server:
        assert (await finish(task, settings_at(server.url, model, tmp_path))).status == "completed"
    assert holds(task, RIGHT) == []


@pytest.mark.parametrize(
    "url",
    [
        "redis://{place}",
        "redis://:hunter2@{place}",
        "redis://someone:hunter2@{place}",
        "redis://{place}?password=hunter2",
    ],
    ids=["none", "wrong", "wrong with a name", "wrong in the query"],
)
async def test_without_the_right_password_it_is_an_outage_that_tells_none(
    make_task: MakeTask, model: ScriptedModel, tmp_path: Path, url: str
) -> None:
    task = make_task()
    with serving(password=RIGHT) as server:
        settings = settings_at(url.format(place=f"127.0.0.1:{server.port}/0"), model, tmp_path)
        with pytest.raises(ContextOutage) as caught:
            await advance(task, settings)
        assert f"127.0.0.1:{server.port}/0" in str(caught.value)
        assert WRONG not in str(caught.value) + told(settings)
        assert (model.requests, await recorded(task)) == ([], ())
        assert (await finish(task, settings_at(server.url, model, tmp_path))).status == "completed"


@pytest.mark.parametrize("form", ["redis://:hunter2@{place}", "redis://{place}?password=hunter2"])
async def test_a_server_that_is_gone_is_named_without_its_password(
    make_task: MakeTask, model: ScriptedModel, tmp_path: Path, form: str
) -> None:
    with pytest.raises(ContextOutage) as caught:
        await advance(make_task(), settings_at(form.format(place="127.0.0.1:1/0"), model, tmp_path))
    assert "127.0.0.1:1/0" in str(caught.value)
    assert WRONG not in str(caught.value)
