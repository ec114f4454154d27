"""A task in the hands of chance: runs, stops, kills, changes, answers and losses in any order break no guarantee."""

from collections import Counter
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis.stateful import run_state_machine_as_test
from pytest_httpserver import HTTPServer
from redis import Redis

from ditto.tools.settings import load_settings
from tests.conftest import MakeTask
from tests.faults.machine import TaskMachine
from tests.faults.machine_acts import World
from tests.faults.machine_forks import forks
from tests.faults.machine_model import RandomModel
from tests.faults.machine_tally import count, profile, wants_all


@pytest.fixture
def model(httpserver: HTTPServer) -> RandomModel:
    """A model that answers at random, in the place of the scripted one."""
    return RandomModel(httpserver)


@pytest.mark.timeout(600)
def test_no_order_of_events_breaks_a_guarantee(
    request: pytest.FixtureRequest, make_task: MakeTask, shared_config: Path, model: RandomModel, shared_redis: Redis
) -> None:
    chosen = settings(profile(request, 20, 120), stateful_step_count=20 if wants_all(request) else 12)
    tally: Counter[str] = Counter()
    with forks(shared_config) as started:
        world = World(make_task, load_settings(shared_config), model, shared_redis, started, tally)
        run_state_machine_as_test(lambda: TaskMachine(world), settings=chosen)
    assert all(tally[end] for end in ("kills", "completed", "paused", "checkpoint", "StaleToken", "Tampered")), tally
    count(request, tally["steps"])
