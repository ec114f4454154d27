"""A Redis that is slow is waited for as long as its timeout, and one that hangs is an outage that loses no answer."""

import time
from pathlib import Path

from tests.agents.running import recorded
from tests.conftest import MakeTask
from tests.faults.redis_outages import goes_on, meanwhile, outage
from tests.faults.valkey import Frozen, serving, settings_at
from tests.scripted_model import ScriptedModel, draft


async def test_a_redis_that_is_slow_but_in_time_is_waited_for(
    make_task: MakeTask, model: ScriptedModel, tmp_path: Path
) -> None:
    with serving() as server, server.client() as client:
        client.client_pause(700)
        began = time.monotonic()
        await goes_on(make_task(), settings_at(server.url, model, tmp_path), model)
        assert time.monotonic() - began > 0.5


async def test_a_redis_that_hangs_at_the_start_is_an_outage_within_3_seconds(
    make_task: MakeTask, model: ScriptedModel, tmp_path: Path
) -> None:
    task = make_task()
    with serving() as server:
        settings, frozen, began = settings_at(server.url, model, tmp_path), server.freeze(), time.monotonic()
        try:
            await outage(task, settings, "Timeout")
            assert time.monotonic() - began < 3
        finally:
            frozen.wake()
        assert (model.requests, await recorded(task)) == ([], ())
        await goes_on(task, settings, model)


async def test_a_redis_that_hangs_inside_a_call_costs_nothing_that_was_answered(
    make_task: MakeTask, model: ScriptedModel, tmp_path: Path
) -> None:
    task, frozen = make_task(), list[Frozen]()
    with serving() as server:
        settings = settings_at(server.url, model, tmp_path)
        model.script = [meanwhile(lambda: frozen.append(server.freeze()), draft())]
        try:
            await outage(task, settings, "Timeout")
        finally:
            frozen[0].wake()
        assert [call.outcome for call in await recorded(task)] == ["answered"]
        await goes_on(task, settings, model)
