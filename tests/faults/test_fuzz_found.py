"""What chance found once, each as the shortest case that shows it."""

import json
from typing import Any

import pytest
from werkzeug import Response

from ditto.agents.runner import run
from ditto.state import decision
from ditto.state.errors import ModelOutage, StaleToken
from ditto.state.report import Report
from ditto.tools.settings import Settings
from tests.conftest import MakeTask
from tests.faults.machine_snapshot import snapshot
from tests.scripted_model import GOOD_DRAFT, Reply, ScriptedModel, completion


def test_an_answer_to_a_task_that_never_ran_does_not_start_its_deadline(
    make_task: MakeTask, settings: Settings
) -> None:
    task = make_task()
    response = decision.Response(token="0" * 64, actor="analyst", choice="approve")
    with pytest.raises(StaleToken, match="nothing waits for a decision"):
        run(task, response, settings=settings)
    assert snapshot(task).memory == frozenset()


def completed_with(**fields: Any) -> Reply:
    """Answer with a right draft in a completion of which some fields are others."""
    right = json.loads(completion({"content": json.dumps(GOOD_DRAFT)}).get_data())
    choice = {**right["choices"][0], **{key: fields.pop(key) for key in ("finish_reason",) if key in fields}}
    body = json.dumps({**right, "choices": [choice], **fields})
    return lambda _: Response(body, content_type="application/json")


def test_a_completion_that_memory_cannot_hold_is_an_outage(
    make_task: MakeTask, settings: Settings, model: ScriptedModel
) -> None:
    task = make_task()
    model.script = [completed_with(finish_reason="\ud800")]
    with pytest.raises(ModelOutage, match="NotStrict"):
        run(task, settings=settings)
    report = run(task, settings=settings)
    assert isinstance(report, Report)
    assert [call.outcome for call in report.usage.calls] == ["failed", "answered", "answered"]


@pytest.mark.parametrize("tokens", [2**53 - 1, 2**60, -1])
def test_a_count_of_tokens_that_no_report_can_add_up_is_none(
    make_task: MakeTask, settings: Settings, model: ScriptedModel, tokens: int
) -> None:
    usage = {"prompt_tokens": tokens, "completion_tokens": 5, "total_tokens": 15}
    model.script = [completed_with(usage=usage)]
    report = run(make_task(), settings=settings)
    assert isinstance(report, Report)
    assert [call.tokens.prompt for call in report.usage.calls] == [None, 10]
