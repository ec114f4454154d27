"""Every call is recorded with who was asked, by which step of which run, and how it ended."""

from ditto.agents.app import open_app
from ditto.agents.events import Answered, Asking, Checked, Drafted, Entered, Event, Preparing, Reviewed, Stopped
from ditto.agents.runner import run_reflection
from ditto.state.report import Tokens
from ditto.tools.settings import Settings
from tests.agents.running import advance, finish, recorded
from tests.conftest import MakeTask
from tests.scripted_model import ScriptedModel, text


async def test_a_call_names_provider_model_node_outcome_tokens_and_that_it_was_substituted(
    make_task: MakeTask, settings: Settings
) -> None:
    report = await finish(make_task(), settings)
    written, reviewed = report.usage.calls
    assert (written.provider, written.model, written.substituted, written.outcome) == (
        "scripted",
        "scripted",
        True,
        "answered",
    )
    assert (written.node, written.purpose, written.version, written.part, written.attempt) == (
        "writer",
        "generate",
        1,
        "draft",
        1,
    )
    assert (reviewed.node, reviewed.purpose, reviewed.version) == ("critic", "review", 1)
    assert written.tokens == Tokens(prompt=10, completion=5)
    assert written.seconds is not None
    assert report.usage.tokens == Tokens(prompt=20, completion=10)


async def test_the_report_has_exactly_the_calls_that_memory_has(make_task: MakeTask, settings: Settings) -> None:
    task = make_task("flawed-draft")
    report = await finish(task, settings)
    assert report.usage.calls == await recorded(task)


async def test_a_run_is_known_by_its_own_id(make_task: MakeTask, settings: Settings) -> None:
    task = make_task()
    async with open_app(task, settings) as app:
        await run_reflection(app, stop_after="draft")
        first = app.deps.run
    report = await finish(task, settings)
    assert report.usage.calls[0].run == first != report.usage.calls[1].run


async def test_an_answer_that_could_not_be_used_was_answered_all_the_same(
    make_task: MakeTask, settings: Settings, model: ScriptedModel
) -> None:
    model.script = [text("no draft")]
    report = await finish(make_task(), settings)
    assert [(call.outcome, call.tokens.completion) for call in report.usage.calls] == [("answered", 5)]


async def test_an_observer_hears_of_every_step_in_order(make_task: MakeTask, settings: Settings) -> None:
    told: list[Event] = []
    await advance(make_task("flawed-draft"), settings, observe=told.append)
    kinds = [type(event) for event in told]
    assert [event.node for event in told if isinstance(event, Entered)] == [
        "intake", "checker", "critic", "writer", "checker", "critic", "reporter", "publisher",
    ]  # fmt: skip
    assert [kinds.count(kind) for kind in (Drafted, Checked, Reviewed, Preparing, Asking, Answered, Stopped)] == [
        2,
        2,
        2,
        3,
        3,
        3,
        1,
    ]
    assert [event.spent for event in told if isinstance(event, Asking)] == [1, 2, 3]


async def test_an_observer_hears_why_a_task_stops(make_task: MakeTask, settings: Settings) -> None:
    told: list[Event] = []
    await advance(make_task(maxModelCalls=1), settings, observe=told.append)
    assert [event.reason for event in told if isinstance(event, Stopped)] == ["max-model-calls"]
