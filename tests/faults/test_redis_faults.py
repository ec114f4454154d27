"""Whatever a real Redis does, a run ends in an error or in the right report: nothing is lost and nothing paid twice."""

import asyncio
import time
from pathlib import Path

import pytest

from ditto.agents.app import open_app
from ditto.state.errors import ContextOutage
from tests.agents.running import advance, recorded
from tests.conftest import MakeTask
from tests.faults.redis_outages import goes_on, meanwhile, outage, with_a_failed_call
from tests.faults.valkey import Valkey, serving, settings_at
from tests.scripted_model import ScriptedModel, draft


async def test_a_redis_that_goes_between_two_steps_is_an_outage_before_another_call(
    make_task: MakeTask, model: ScriptedModel, tmp_path: Path
) -> None:
    task = make_task()
    with serving() as server:
        settings = settings_at(server.url, model, tmp_path)
        await advance(task, settings, "draft")
        server.stop()
        assert f"127.0.0.1:{server.port}" in await outage(task, settings)
        assert len(model.requests) == len(await recorded(task)) == 1
        server.start()
        await goes_on(task, settings, model)


async def test_a_bare_graph_also_ends_in_an_outage_where_redis_is_gone(
    make_task: MakeTask, model: ScriptedModel, tmp_path: Path
) -> None:
    task = make_task()
    with serving() as server:
        settings = settings_at(server.url, model, tmp_path)
        await advance(task, settings, "draft")
        server.stop()
        async with open_app(task, settings) as app:
            with pytest.raises(ContextOutage):
                await app.graph.ainvoke(None)
        server.start()
        await goes_on(task, settings, model)


async def test_a_redis_that_is_killed_inside_a_call_costs_nothing_that_was_answered(
    make_task: MakeTask, model: ScriptedModel, tmp_path: Path
) -> None:
    task = make_task()
    with serving() as server:
        settings = settings_at(server.url, model, tmp_path)
        model.script = [meanwhile(server.stop, draft())]
        await outage(task, settings)
        assert [call.outcome for call in await recorded(task)] == ["answered"]
        server.start()
        await goes_on(task, settings, model)


async def test_a_redis_that_is_restarted_inside_a_call_is_used_again_at_once(
    make_task: MakeTask, model: ScriptedModel, tmp_path: Path
) -> None:
    with serving() as server:

        def restart() -> None:
            server.stop()
            server.start()

        model.script = [meanwhile(restart, draft())]
        await goes_on(make_task(), settings_at(server.url, model, tmp_path), model)


async def test_a_redis_that_closes_idle_connections_during_a_long_call_is_used_again(
    make_task: MakeTask, model: ScriptedModel, tmp_path: Path
) -> None:
    with serving("--timeout", "1", "--hz", "50") as server:
        model.script = [meanwhile(lambda: time.sleep(2.2), draft())]
        await goes_on(make_task(), settings_at(server.url, model, tmp_path), model)


async def test_a_redis_that_is_flushed_inside_a_call_changes_nothing(
    make_task: MakeTask, model: ScriptedModel, tmp_path: Path
) -> None:
    with serving() as server, server.client() as client:
        model.script = [meanwhile(client.flushall, draft())]
        await goes_on(make_task(), settings_at(server.url, model, tmp_path), model)


async def test_a_key_whose_time_to_live_ran_out_is_rebuilt_with_the_same_messages(
    make_task: MakeTask, model: ScriptedModel, tmp_path: Path
) -> None:
    task = make_task()
    with serving() as server, server.client() as client:
        settings = settings_at(server.url, model, tmp_path, ttl_seconds=1)
        await with_a_failed_call(task, settings, model)
        await asyncio.sleep(1.1)
        assert client.dbsize() == 0
        await goes_on(task, settings, model, 3)
        assert model.requests[0]["messages"] == model.requests[1]["messages"]


async def test_a_key_that_was_evicted_is_rebuilt_with_the_same_messages(
    make_task: MakeTask, model: ScriptedModel, tmp_path: Path
) -> None:
    task = make_task()
    with serving("--maxmemory", "4mb", "--maxmemory-policy", "allkeys-lru") as server:
        settings = settings_at(server.url, model, tmp_path)
        await with_a_failed_call(task, settings, model)
        _evict(server)
        await goes_on(task, settings, model, 3)
        assert model.requests[0]["messages"] == model.requests[1]["messages"]


def _evict(server: Valkey) -> None:
    with server.client() as client:
        (held,) = client.keys()
        number = 0
        while client.exists(held):
            client.set(f"other-{number}", b"x" * 100_000)
            number += 1
            assert number < 2_000
        assert client.info("stats")["evicted_keys"] > 0


async def test_a_key_of_another_type_is_an_outage_and_is_left_as_it_is(
    make_task: MakeTask, model: ScriptedModel, tmp_path: Path
) -> None:
    task = make_task()
    with serving() as server, server.client() as client:
        settings = settings_at(server.url, model, tmp_path)
        await with_a_failed_call(task, settings, model)
        (key,) = client.keys()
        client.delete(key)
        client.rpush(key, "a list")
        await outage(task, settings, "WRONGTYPE")
        assert client.lrange(key, 0, -1) == [b"a list"]
        assert len(model.requests) == len(await recorded(task)) == 1
        client.delete(key)
        await goes_on(task, settings, model, 3)


async def test_a_redis_without_memory_that_evicts_nothing_is_an_outage(
    make_task: MakeTask, model: ScriptedModel, tmp_path: Path
) -> None:
    task = make_task()
    with serving("--maxmemory", "1", "--maxmemory-policy", "noeviction") as server, server.client() as client:
        settings = settings_at(server.url, model, tmp_path)
        await outage(task, settings, "maxmemory")
        assert (model.requests, await recorded(task)) == ([], ())
        client.config_set("maxmemory", 0)
        await goes_on(task, settings, model)
