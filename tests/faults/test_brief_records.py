"""What fixes a brief, or remembers what was spent, may not change under a task; a lost position costs nothing."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ditto.state.canonical import canonical
from ditto.state.errors import DittoError, ModelOutage, Tampered
from ditto.tools.settings import Settings
from tests.brief_model import rightly
from tests.faults.brief_runs import begun, brief_input, kept, require_right, resumed, searched
from tests.faults.spoiling import sample
from tests.scripted_model import ScriptedModel, status

pytestmark = pytest.mark.usefixtures("fills")

Change = Callable[[dict[str, Any]], dict[str, Any]]


async def halfway(settings: Settings, model: ScriptedModel, tmp_path: Path) -> Path:
    """Return the output directory of a task whose fourth call of four failed."""
    given = brief_input(tmp_path, searched())
    model.script = [rightly] * 3 + [status(500)]
    with pytest.raises(ModelOutage):
        await begun("retrieval", given, settings)
    assert len(model.requests) == 4
    return given.output


async def refused(output: Path, settings: Settings, model: ScriptedModel, words: str) -> None:
    """The task does not go on, and nothing is asked."""
    with pytest.raises(Tampered, match=words) as caught:
        await resumed(output, settings)
    assert str(output) in str(caught.value)
    assert len(model.requests) == 4
    kept(output)


async def goes_on(output: Path, settings: Settings, model: ScriptedModel) -> None:
    """The task ends rightly, with one further call."""
    report = await resumed(output, settings)
    require_right(output, report)
    assert (report.model_calls, len(model.requests)) == (5, 5)


def altered(path: Path, change: Change) -> bytes:
    """Change a document, and return what stood there."""
    data = path.read_bytes()
    path.write_bytes(canonical(change(json.loads(data))))
    return data


REQUESTS: dict[str, Change] = {
    "more calls": lambda one: {**one, "modelCallBudget": 100},
    "fewer rounds": lambda one: {**one, "maxRounds": 4},
    "another flow": lambda one: {**one, "flow": "adaptive"},
    "another input": lambda one: {**one, "input": f"{one['input']}/"},
    "another id": lambda one: {**one, "id": "0" * 16},
    "to the end": lambda one: {**one, "keepGoing": True},
}


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Give the changes of a request, a spread sample or all."""
    if "change" in metafunc.fixturenames:
        metafunc.parametrize("change", sample(metafunc.config, list(REQUESTS)))


async def test_a_request_that_changed_is_refused_and_put_right_the_task_goes_on(
    shared_settings: Settings, model: ScriptedModel, tmp_path: Path, change: str
) -> None:
    output = await halfway(shared_settings, model, tmp_path)
    path = output / ".ditto/request.json"
    data = altered(path, REQUESTS[change])
    await refused(output, shared_settings, model, "task request changed")
    path.write_bytes(data)
    await goes_on(output, shared_settings, model)


async def test_a_spec_that_changed_is_refused_and_put_right_the_task_goes_on(
    shared_settings: Settings, model: ScriptedModel, tmp_path: Path
) -> None:
    output = await halfway(shared_settings, model, tmp_path)
    data = altered(output / "spec.json", lambda one: {**one, "required": one["required"][:2]})
    await refused(output, shared_settings, model, "spec changed")
    (output / "spec.json").write_bytes(data)
    await goes_on(output, shared_settings, model)


@pytest.mark.parametrize("name", ["request.json", "spec.json"])
async def test_a_task_whose_request_or_spec_changes_while_it_runs_asks_nothing_further(
    shared_settings: Settings, model: ScriptedModel, tmp_path: Path, name: str
) -> None:
    given = brief_input(tmp_path, searched())
    path = given.output / (".ditto/request.json" if name == "request.json" else name)

    def meanwhile(body: dict[str, Any]) -> Any:
        path.write_bytes(path.read_bytes().replace(b'"code"', b'"codes"').replace(b"24", b"25"))
        return rightly(body)

    model.script = [meanwhile]
    with pytest.raises(Tampered, match=f"{name}: .* changed"):
        await begun("retrieval", given, shared_settings)
    assert len(model.requests) == 1
    kept(given.output)


@pytest.mark.parametrize("left", [None, b""], ids=["removed", "emptied"])
async def test_a_memory_that_is_missing_while_rounds_exist_is_refused(
    shared_settings: Settings, model: ScriptedModel, tmp_path: Path, left: bytes | None
) -> None:
    output = await halfway(shared_settings, model, tmp_path)
    memory = output / ".ditto/memory.sqlite"
    data = memory.read_bytes()
    memory.unlink()
    if left is not None:
        memory.write_bytes(left)
    await refused(output, shared_settings, model, "Memory is missing while rounds exist")
    memory.write_bytes(data)
    await goes_on(output, shared_settings, model)


@pytest.mark.parametrize("left", [None, b""], ids=["removed", "emptied"])
async def test_a_lost_position_costs_no_call_whether_the_task_has_ended_or_not(
    shared_settings: Settings, model: ScriptedModel, tmp_path: Path, left: bytes | None
) -> None:
    output = await halfway(shared_settings, model, tmp_path)
    for path in (output / ".ditto").glob("checkpoints.sqlite*"):
        path.unlink()
    if left is not None:
        (output / ".ditto/checkpoints.sqlite").write_bytes(left)
    await goes_on(output, shared_settings, model)
    (output / ".ditto/checkpoints.sqlite").unlink()
    require_right(output, await resumed(output, shared_settings))
    assert len(model.requests) == 5


@pytest.mark.parametrize("name", ["rounds/2.json", "revisions/0.json", "state.json"])
async def test_a_saved_round_or_revision_that_was_altered_in_between_is_never_published(
    shared_settings: Settings, model: ScriptedModel, tmp_path: Path, name: str
) -> None:
    output = await halfway(shared_settings, model, tmp_path)
    data = (output / name).read_bytes()
    (output / name).write_bytes(data.replace(b"{", b'{"x":1,', 1))
    if name == "state.json":  # it is replaced after every round
        await goes_on(output, shared_settings, model)
        return
    with pytest.raises(DittoError, match=name):
        await resumed(output, shared_settings)
    kept(output)
    (output / name).write_bytes(data)
    require_right(output, await resumed(output, shared_settings))
    assert len(model.requests) == 5
