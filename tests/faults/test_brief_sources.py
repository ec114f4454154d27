"""A source that cannot be read or is another one now fails a brief in a line that names it; mended, the task goes on."""

from collections.abc import Callable
from pathlib import Path

import pytest

from ditto.state.brief import Flow
from ditto.tools.settings import Settings
from tests.brief_model import filled, rightly
from tests.faults.brief_runs import (
    after_rounds,
    begin,
    brief_input,
    commanded,
    go_on,
    kept,
    require_right,
    resumed_by_command,
    searched,
)
from tests.faults.brief_spoiling import CHANGED, UNREADABLE, mend
from tests.faults.redis_outages import meanwhile
from tests.faults.spoiling import sample
from tests.scripted_model import Reply, ScriptedModel

pytestmark = pytest.mark.usefixtures("fills")


def while_asked(act: Callable[[], object]) -> Reply:
    """Do something while the model answers rightly."""
    return lambda body: meanwhile(act, filled(body))(body)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Give the ways in which a source goes wrong, a spread sample or all."""
    if "spoil" in metafunc.fixturenames:
        metafunc.parametrize("spoil", sample(metafunc.config, list(UNREADABLE)))
    if "flow" in metafunc.fixturenames:
        grid = [(flow, change) for flow in ("bounded", "retrieval") for change in CHANGED]
        metafunc.parametrize(("flow", "change"), sample(metafunc.config, grid, 2))
    elif "change" in metafunc.fixturenames:
        metafunc.parametrize("change", sample(metafunc.config, list(CHANGED), 2))


def test_a_source_that_cannot_be_read_in_a_search_fails_in_a_line_that_names_it_and_keeps_the_rounds_before(
    shared_config: Path, shared_settings: Settings, model: ScriptedModel, tmp_path: Path, spoil: str
) -> None:
    given = brief_input(tmp_path, searched())
    source = given.source / "owner-source.json"
    data = source.read_bytes()
    model.script = [rightly, while_asked(lambda: UNREADABLE[spoil](source))]
    answer = commanded("retrieval", given, shared_config)
    assert (answer.code, answer.document["error"]) == (1, "BadSource")
    assert source.name in answer.error
    assert kept(given.output) == ["revisions/0.json", "rounds/1.json"]
    assert resumed_by_command(given.output, shared_config).error == answer.error
    mend(source, data)
    report = go_on(given.output, shared_settings)
    require_right(given.output, report)
    assert report.model_calls == len(model.requests) == 4


def test_a_source_that_cannot_be_read_at_the_start_is_named_and_leaves_nothing_behind(
    shared_config: Path, model: ScriptedModel, tmp_path: Path, spoil: str
) -> None:
    given = brief_input(tmp_path)
    UNREADABLE[spoil](given.source / "owner-source.json")
    answer = commanded("bounded", given, shared_config)
    assert (answer.code, answer.document["error"], model.requests) == (1, "BadSource", [])
    assert "owner-source.json" in answer.error
    assert not given.output.exists()


def test_a_source_that_changed_between_two_rounds_fails_the_task_and_names_it(
    shared_config: Path, shared_settings: Settings, model: ScriptedModel, tmp_path: Path, flow: Flow, change: str
) -> None:
    given = brief_input(tmp_path, searched() if flow == "retrieval" else None)
    source = given.source / "owner-source.json"
    data = source.read_bytes()
    model.script = [rightly, rightly, while_asked(lambda: CHANGED[change](source))]
    answer = commanded(flow, given, shared_config)
    assert (answer.code, answer.document["error"], len(model.requests)) == (1, "Tampered", 3)
    assert f"{source}: source changed" in answer.error
    assert "rounds/2.json" in kept(given.output)
    assert "rounds/3.json" not in kept(given.output)
    assert resumed_by_command(given.output, shared_config).error == answer.error
    mend(source, data)
    report = go_on(given.output, shared_settings)
    require_right(given.output, report)
    assert report.model_calls == len(model.requests) == report.rounds


def test_a_source_that_changed_in_the_last_round_is_never_the_ground_of_a_result(
    shared_config: Path, model: ScriptedModel, tmp_path: Path, change: str
) -> None:
    given = brief_input(tmp_path)
    model.script = [rightly, rightly, while_asked(lambda: CHANGED[change](given.source / "owner-source.json"))]
    assert commanded("bounded", given, shared_config).code == 1
    assert kept(given.output) == after_rounds(2)


def test_a_finished_brief_rests_on_its_own_copies_whatever_becomes_of_its_sources(
    shared_config: Path, shared_settings: Settings, model: ScriptedModel, tmp_path: Path, change: str
) -> None:
    given = brief_input(tmp_path)
    begin("bounded", given, shared_settings)
    asked = len(model.requests)
    CHANGED[change](given.source / "owner-source.json")
    answer = resumed_by_command(given.output, shared_config)
    assert (answer.code, answer.document["reason"], len(model.requests)) == (0, "goal", asked)
