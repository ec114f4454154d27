"""The runner starts, resumes and replays a task."""

from pathlib import Path

from ditto.agents.app import open_app
from ditto.agents.runner import run_reflection
from ditto.state.report import Report
from ditto.tools.settings import Settings
from tests.conftest import MakeTask
from tests.scripted_model import ScriptedModel


async def test_a_good_first_version_is_accepted_without_a_forced_change(make_task: MakeTask, settings: Settings, model: ScriptedModel) -> None:
    task: Path = make_task("generate")
    async with open_app(task, settings) as app:
        report = await run_reflection(app)
    assert isinstance(report, Report)
    assert (report.status, len(report.rounds), report.usage.model_calls) == ("completed", 1, 2)
    assert len(model.requests) == 2
