"""What a run does where Redis fails: it ends in an outage, and goes on as if nothing had happened once it is back."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from werkzeug import Response

from ditto.state.errors import ContextOutage, ModelOutage
from ditto.tools.settings import Settings
from tests.agents.running import advance, finish
from tests.scripted_model import Reply, ScriptedModel, status


async def goes_on(task: Path, settings: Settings, model: ScriptedModel, calls: int = 2) -> None:
    """The task ends as if nothing had happened, with that many calls in all."""
    report = await finish(task, settings)
    assert (report.status, report.usage.model_calls, len(model.requests)) == ("completed", calls, calls)


async def outage(task: Path, settings: Settings, words: str = "Redis cannot be used") -> str:
    """The next run ends in an outage of Redis; returns its one line."""
    with pytest.raises(ContextOutage, match=words) as caught:
        await advance(task, settings)
    assert "\n" not in str(caught.value)
    assert not list((task / "output").iterdir())
    return str(caught.value)


async def with_a_failed_call(task: Path, settings: Settings, model: ScriptedModel) -> None:
    """Let the first call fail, so that Redis holds its messages."""
    model.script = [status(500)]
    with pytest.raises(ModelOutage):
        await advance(task, settings)


def meanwhile(act: Callable[[], object], reply: Reply) -> Reply:
    """Do something while the model answers."""

    def answer(body: dict[str, Any]) -> Response:
        act()
        return reply(body)

    return answer
