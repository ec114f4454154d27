"""An answer that a brief cannot use is final: revisions stay, there is no result, and nothing is asked again."""

import json
from pathlib import Path
from typing import Any

import pytest
from werkzeug import Response

from ditto.state.brief import Flow
from ditto.state.errors import BadAnswer
from ditto.tools.settings import Settings
from tests.brief_model import facts, rightly
from tests.faults.brief_runs import (
    after_rounds,
    brief_input,
    commanded,
    go_on,
    kept,
    resumed_by_command,
    searched,
)
from tests.faults.kill_records import calls
from tests.faults.spoiling import sample
from tests.scripted_model import Reply, ScriptedModel, completion, document, text

pytestmark = pytest.mark.usefixtures("fills")


def with_value(value: Any) -> Reply:
    """Answer with the field that was asked for, and that value."""
    return lambda body: document(dict.fromkeys(facts(body), value))(body)


def truncated(body: dict[str, Any]) -> Response:
    """Answer rightly, and say that the answer was cut."""
    return completion({"content": json.dumps(facts(body))}, "length")


WRONG: dict[str, tuple[Reply, str]] = {
    "a wrong value": (with_value("REL-418"), "expected 'team-h12'"),
    "a value with a space": (with_value("team-h12 "), "expected 'team-h12'"),
    "a value of another kind": (with_value(417), "found 417, expected 'team-h12'"),
    "another field": (document({"code": "REL-417"}), "the patch has 'code', expected owner alone"),
    "a further field": (
        document({"owner": "team-h12", "code": "REL-417"}),
        "the patch has 'code', expected owner alone",
    ),
    "a truncated answer": (truncated, "truncated"),
    "an empty answer": (text(""), "empty"),
    "prose": (text("It is finished."), "not valid JSON"),
    "a refusal": (text(None, refusal="I would rather not."), "the model refused: I would rather not."),
}
PLANS: dict[str, tuple[Reply, str]] = {
    "a step for a field that stands": (document({"step": "revise owner"}), "not a legal step: found 'revise owner'"),
    "the end": (document({"step": "end"}), "not a legal step: found 'end'"),
    "a source": (
        document({"step": "search code", "source": "code-source"}),
        "the plan has 'source', expected step alone",
    ),
    "a step that is a list": (document({"step": ["search code"]}), "expected search code or search owner"),
    "a truncated plan": (text('{"step": "search code"}', "length"), "truncated"),
}


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Give the wrong answers and plans, a spread sample or all."""
    if "flow" in metafunc.fixturenames:
        grid = [(flow, wrong) for wrong in PLANS for flow in ("adaptive", "retrieval")]
        metafunc.parametrize(("flow", "wrong"), sample(metafunc.config, grid))
    elif "wrong" in metafunc.fixturenames:
        metafunc.parametrize("wrong", sample(metafunc.config, list(WRONG)))


def fails(
    flow: Flow, given: Any, config: Path, settings: Settings, model: ScriptedModel, words: str, where: str
) -> None:
    """The command ends with one line that says where; a resumption says the same and asks nothing."""
    answer = commanded(flow, given, config)
    assert (answer.code, answer.document["error"], answer.document["where"]) == (1, "BadAnswer", where)
    assert words in answer.error
    before, asked = kept(given.output), len(model.requests)
    assert [call.outcome for call in calls(given.output)] == ["answered"] * asked
    with pytest.raises(BadAnswer) as caught:
        go_on(given.output, settings)
    assert f"ditto: {caught.value}" == answer.error == resumed_by_command(given.output, config).error
    assert (kept(given.output), len(model.requests)) == (before, asked)


def test_an_answer_that_is_not_the_sources_value_is_final_and_keeps_the_revisions_before_it(
    shared_config: Path, shared_settings: Settings, model: ScriptedModel, tmp_path: Path, wrong: str
) -> None:
    given, (reply, words) = brief_input(tmp_path), WRONG[wrong]
    model.script = [rightly, reply]
    fails("bounded", given, shared_config, shared_settings, model, words, "round 2")
    assert kept(given.output) == after_rounds(1)
    assert len(model.requests) == 2


def test_a_plan_that_is_not_listed_is_final_and_keeps_the_rounds_before_it(
    shared_config: Path, shared_settings: Settings, model: ScriptedModel, tmp_path: Path, flow: Flow, wrong: str
) -> None:
    given, (reply, words) = brief_input(tmp_path, searched()), PLANS[wrong]
    model.script = [reply]
    fails(flow, given, shared_config, shared_settings, model, words, "round 1")
    assert kept(given.output) == after_rounds(0)


def test_a_composition_with_one_wrong_value_of_three_is_final_and_composes_nothing(
    shared_config: Path, shared_settings: Settings, model: ScriptedModel, tmp_path: Path
) -> None:
    given = brief_input(tmp_path, searched())
    model.script = [rightly, rightly, rightly, lambda body: document({**facts(body), "owner": "team-x1"})(body)]
    fails(
        "retrieval",
        given,
        shared_config,
        shared_settings,
        model,
        "owner differs at character 6: found 'team-x1'",
        "round 4",
    )
    assert "revisions/1.json" not in kept(given.output)
