"""SIGINT, SIGTERM and a cancelled asyncio task in a brief: what was saved stays, no result is written, the end is the same."""

import asyncio
import signal
from pathlib import Path

import pytest

from ditto.agents.briefs import BriefInput
from ditto.agents.events import Acted, Event
from ditto.state.brief import Flow
from ditto.tools.locks import TaskLock
from ditto.tools.settings import Settings
from tests.faults.brief_processes import briefing_in_a_call, further, new
from tests.faults.brief_runs import (
    after_rounds,
    begun,
    brief_input,
    kept,
    outcomes,
    require_right,
    resumed,
    searched,
)
from tests.faults.processes import alive, descendants
from tests.faults.spoiling import sample
from tests.scripted_model import ScriptedModel

pytestmark = [pytest.mark.usefixtures("fills"), pytest.mark.timeout(120)]

EVENTS = 45
"""About as many as the longest flow below tells; a run that tells fewer is not cancelled."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Cancel at every fifteenth event of the sample, or at each."""
    if "number" in metafunc.fixturenames:
        metafunc.parametrize("number", sample(metafunc.config, range(1, EVENTS + 1), 15))


def require_free(output: Path) -> None:
    """Nobody holds the task's lock."""
    lock = TaskLock(output / ".ditto")
    lock.acquire()
    lock.release()


@pytest.mark.parametrize(
    ("sent", "again"),
    [(signal.SIGINT, False), (signal.SIGTERM, True)],
    ids=["SIGINT, a new task", "SIGTERM, a resumed one"],
)
async def test_a_signal_in_a_call_ends_the_command_with_130_and_the_task_goes_on_with_the_same_counters(
    shared_config: Path,
    shared_settings: Settings,
    model: ScriptedModel,
    tmp_path: Path,
    sent: signal.Signals,
    again: bool,
) -> None:
    given = brief_input(tmp_path)
    if again:
        await cancelled_at_round(1, "bounded", given, shared_settings)
    arguments, number = (further(given.output), 1) if again else (new("bounded", given), 2)
    with briefing_in_a_call(shared_config, arguments, model, number) as (process, _):
        children = descendants(process.pid)
        process.send_signal(sent)
        said = process.communicate(timeout=60)[1]
    assert (process.returncode, alive(children)) == (130, set())
    assert said.splitlines()[-1] == f"cancelled; `ditto brief resume --output {given.output}` goes on"
    assert (kept(given.output), await outcomes(given.output)) == (after_rounds(1), ["answered", "cancelled"])
    require_free(given.output)
    report = await resumed(given.output, shared_settings)
    require_right(given.output, report)
    assert (report.rounds, report.model_calls, len(model.requests)) == (3, 4, 4)


@pytest.mark.parametrize("round_number", [0, 1, 2, 3])
async def test_a_cancellation_after_any_round_keeps_its_revision_writes_no_result_and_loses_no_call(
    shared_settings: Settings, model: ScriptedModel, tmp_path: Path, round_number: int
) -> None:
    given = brief_input(tmp_path)
    await cancelled_at_round(round_number, "bounded", given, shared_settings)
    assert (kept(given.output), len(model.requests)) == (after_rounds(round_number), round_number)
    require_free(given.output)
    report = await resumed(given.output, shared_settings)
    require_right(given.output, report)
    assert (report.rounds, report.model_calls, len(model.requests)) == (3, 3, 3)


async def cancelled_at_round(number: int, flow: Flow, given: BriefInput, settings: Settings) -> None:
    """Cancel a new task when that round is recorded."""

    def cancel(event: Event) -> None:
        if isinstance(event, Acted) and event.record.round == number:
            running.cancel()

    running = asyncio.create_task(begun(flow, given, settings, observe=cancel))
    with pytest.raises(asyncio.CancelledError):
        await running


async def test_a_cancellation_at_any_event_leaves_a_task_that_comes_to_the_same_end(
    shared_settings: Settings, model: ScriptedModel, tmp_path: Path, number: int
) -> None:
    given, left = brief_input(tmp_path, searched()), number

    def cancel(event: Event) -> None:
        nonlocal left
        left -= 1
        if left == 0:
            running.cancel()

    running = asyncio.create_task(begun("adaptive", given, shared_settings, observe=cancel))
    (ended,) = await asyncio.gather(running, return_exceptions=True)
    assert isinstance(ended, asyncio.CancelledError) == (left <= 0), ended
    require_free(given.output)
    report = await resumed(given.output, shared_settings)
    require_right(given.output, report)
    assert report.rounds == 12
    assert len(model.requests) <= report.model_calls <= 10
