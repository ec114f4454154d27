"""What chance found once, each as the shortest case that shows it."""

import pytest

from ditto.agents.runner import run
from ditto.state.decision import Response
from ditto.state.errors import StaleToken
from ditto.tools.settings import Settings
from tests.conftest import MakeTask
from tests.faults.machine_snapshot import snapshot


def test_an_answer_to_a_task_that_never_ran_does_not_start_its_deadline(
    make_task: MakeTask, settings: Settings
) -> None:
    task = make_task()
    response = Response(token="0" * 64, actor="analyst", choice="approve")
    with pytest.raises(StaleToken, match="nothing waits for a decision"):
        run(task, response, settings=settings)
    assert snapshot(task).memory == frozenset()
