"""A provider or a Redis that fails ends a brief in one line; what was saved stays, and the task goes on once it is back."""

from pathlib import Path

import pytest

from ditto.state.errors import ContextOutage, ModelOutage
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
from tests.faults.kill_records import calls
from tests.faults.redis_outages import meanwhile
from tests.faults.valkey import free_port, serving, settings_at
from tests.scripted_model import Reply, ScriptedModel, html, status

pytestmark = pytest.mark.usefixtures("fills")
PROVIDER: dict[str, tuple[Reply, str]] = {
    "HTTP 500": (status(500), "500"),
    "HTTP 401": (status(401), "401"),
    "a gateway's page": (html(), "<html>gateway</html>"),
}


@pytest.mark.parametrize("failure", PROVIDER)
def test_a_provider_that_fails_ends_the_command_in_one_line_and_the_task_goes_on_later(
    shared_config: Path, shared_settings: Settings, model: ScriptedModel, tmp_path: Path, failure: str
) -> None:
    given, (reply, words) = brief_input(tmp_path), PROVIDER[failure]
    model.script = [rightly, reply]
    answer = commanded("bounded", given, shared_config)
    assert (answer.code, answer.document["error"]) == (1, "ModelOutage")
    assert answer.error.startswith("ditto: provider scripted: the model's server failed: ")
    assert words in answer.error
    assert (kept(given.output), [call.outcome for call in calls(given.output)]) == (
        after_rounds(1),
        ["answered", "failed"],
    )
    report = go_on(given.output, shared_settings)
    require_right(given.output, report)
    assert (report.rounds, report.model_calls, len(model.requests)) == (3, 4, 4)


def test_outages_spend_the_budget_and_the_brief_ends_with_what_it_has(
    shared_settings: Settings, model: ScriptedModel, tmp_path: Path
) -> None:
    given = brief_input(tmp_path, model_call_budget=2)
    model.script = [status(500), status(500)]
    with pytest.raises(ModelOutage):
        begin("bounded", given, shared_settings)
    with pytest.raises(ModelOutage):
        go_on(given.output, shared_settings)
    report = go_on(given.output, shared_settings)
    assert (report.status, report.reason, report.rounds, report.model_calls) == ("stopped", "budget", 0, 2)
    assert len(model.requests) == 2


def test_a_redis_that_is_down_at_the_start_leaves_no_output_directory_and_asks_nothing(
    model: ScriptedModel, tmp_path: Path
) -> None:
    given = brief_input(tmp_path)
    with pytest.raises(ContextOutage, match="Redis cannot be used"):
        begin("bounded", given, settings_at(f"redis://127.0.0.1:{free_port()}/0", model, tmp_path))
    assert not given.output.exists()
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []
    assert model.requests == []


def test_a_redis_that_goes_inside_a_run_keeps_what_was_answered_and_the_task_goes_on_once_it_is_back(
    model: ScriptedModel, tmp_path: Path
) -> None:
    given = brief_input(tmp_path)
    with serving() as server:
        settings = settings_at(server.url, model, tmp_path)
        model.script = [lambda body: meanwhile(server.stop, filled(body))(body)]
        with pytest.raises(ContextOutage, match=f"127.0.0.1:{server.port}"):
            begin("bounded", given, settings)
        assert (kept(given.output), [call.outcome for call in calls(given.output)]) == (after_rounds(1), ["answered"])
        with pytest.raises(ContextOutage):
            go_on(given.output, settings)
        assert len(model.requests) == 1
        server.start()
        report = go_on(given.output, settings)
    require_right(given.output, report)
    assert report.model_calls == len(model.requests) == 3


def test_a_brief_that_has_ended_is_verified_again_without_redis_and_without_a_model(
    shared_settings: Settings, shared_config: Path, model: ScriptedModel, tmp_path: Path
) -> None:
    given = brief_input(tmp_path)
    report = begin("bounded", given, shared_settings)
    model.requests.clear()
    nowhere = settings_at(f"redis://127.0.0.1:{free_port()}/0", model, tmp_path)
    assert go_on(given.output, nowhere) == report
    assert resumed_by_command(given.output, shared_config).document == report.dump()
    assert model.requests == []


def test_an_input_directory_that_is_gone_is_an_outage_and_no_source_counts_as_tried(
    shared_config: Path, shared_settings: Settings, model: ScriptedModel, tmp_path: Path
) -> None:
    given = brief_input(tmp_path, searched())
    elsewhere = given.source.with_name("unmounted")
    model.script = [lambda body: meanwhile(lambda: given.source.rename(elsewhere), filled(body))(body)]
    answer = commanded("retrieval", given, shared_config)
    assert (answer.code, answer.document["error"]) == (1, "FileOutage")
    assert f"{given.source}: the input directory is not there" in answer.error
    assert kept(given.output) == after_rounds(0)
    elsewhere.rename(given.source)
    report = go_on(given.output, shared_settings)
    require_right(given.output, report)
    assert report.model_calls == len(model.requests) == 4
