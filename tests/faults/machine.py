"""The task as a state machine: what anybody may do to it, in any order, and what must hold after every step."""

import shutil
from pathlib import Path

from hypothesis import strategies as st
from hypothesis.stateful import initialize, precondition, rule

from ditto.agents.runner import StopAfter, run
from ditto.state.decision import Pause
from ditto.state.errors import Busy, DittoError, Refused
from ditto.tools.locks import TaskLock
from tests.faults.machine_acts import TaskActs
from tests.faults.machine_answers import Given, given, is_acceptable
from tests.faults.machine_judge import Allowed, Judge
from tests.faults.machine_snapshot import snapshot
from tests.faults.machine_tampering import KINDS, restore, tamper

NUMBERS = st.integers(0, 4096)


class TaskMachine(TaskActs):
    """One task, from its creation to whatever becomes of it."""

    @initialize(
        scenario=st.sampled_from(["generate", "flawed-draft"]),
        approval=st.sampled_from([True, False]),
        on_human=st.sampled_from(["pause", "stop"]),
        rounds=st.sampled_from([4, 6, 2, 1]),
        calls=st.sampled_from([9, 16, 4, 2, 1]),
        seed=st.uuids().map(lambda one: one.int),
    )
    def create(self, scenario: str, approval: bool, on_human: str, rounds: int, calls: int, seed: int) -> None:
        """Make the task."""
        self.world.tally["examples"] += 1
        limits = {"approval": approval, "onHuman": on_human, "maxRounds": rounds, "maxModelCalls": calls}
        self.task = self.world.make_task(scenario, f"machine-{self.world.tally['examples']}", **limits)
        self.world.model.begin(seed)
        self.world.redis.flushall()
        self.judge = Judge(self.task, scenario)
        self.allowed = Allowed(self.world.model.passed, set())

    @rule()
    def run(self) -> None:
        """Run the task as far as it goes."""
        self.run_to(None)

    @rule(stop_after=st.sampled_from(["draft", "review", "report"]))
    def run_to(self, stop_after: StopAfter | None) -> None:
        """Run the task to a checkpoint."""
        ended = self.act(lambda: run(self.task, stop_after=stop_after, settings=self.world.settings))
        if self.tampering is None:
            assert not isinstance(ended, Refused), ended

    @rule(points=st.lists(st.integers(1, 50), min_size=1, max_size=5))
    def kill(self, points: list[int]) -> None:
        """Kill a process that runs the task at some point, and the one that goes on, and so forth."""
        for at in points:
            self.forked(None, at=at)

    @rule(at=st.integers(1, 80), answer=given())
    @precondition(lambda self: self.pause is not None)
    def kill_at_an_answer(self, at: int, answer: Given) -> None:
        """Kill a process that answers the pause at some point."""
        self.forked(answer, at=at)

    @rule()
    def kill_in_a_call(self) -> None:
        """Kill a process that runs the task while the model answers."""
        doomed = self.world.model.doom()
        try:
            self.forked(None, started=doomed.put)
        finally:
            self.world.model.spare()

    @rule(answer=given())
    def answer(self, answer: Given) -> None:
        """Answer as a person, rightly or wrongly."""
        response = self.responded(answer)
        right = is_acceptable(response, self.pause, snapshot(self.task))
        sure, untouched = self.sure, self.tampering is None
        ended = self.act(lambda: run(self.task, response, settings=self.world.settings))
        if sure and untouched:
            assert isinstance(ended, Refused) != right, (response, ended)

    @rule(kind=st.sampled_from(KINDS), number=NUMBERS)
    @precondition(lambda self: self.tampering is None)
    def tamper(self, kind: str, number: int) -> None:
        """Change a file behind the program's back."""
        self.tampering = tamper(self.task, kind, number)
        self.check()

    @rule(kind=st.sampled_from(KINDS), number=NUMBERS)
    @precondition(lambda self: self.tampering is None)
    def run_over_a_change(self, kind: str, number: int) -> None:
        """Run the task while a file is another, and put the file back."""
        self.tamper(kind, number)
        self.run()
        self.restore()

    @rule()
    @precondition(lambda self: self.tampering is not None)
    def restore(self) -> None:
        """Put the file back."""
        if self.tampering is not None:
            restore(self.task, self.tampering)
        self.tampering = None
        self.check()

    @rule()
    def flush_redis(self) -> None:
        """Let Redis lose everything."""
        self.world.redis.flushall()

    @rule()
    def delete_checkpoints(self) -> None:
        """Lose the position in the graph."""
        for path in self.task.glob("checkpoints.sqlite*"):
            path.unlink()

    @rule()
    def contend(self) -> None:
        """Run the task while another holds it."""
        lock = TaskLock(self.task)
        lock.acquire()
        ended = self.act(lambda: run(self.task, settings=self.world.settings))
        lock.release()
        assert isinstance(ended, Busy if self.tampering is None else DittoError)

    def teardown(self) -> None:
        """However it was left, the untouched task comes to an end that verifies."""
        if self.task == Path():
            return
        self.restore_and_finish()
        shutil.rmtree(self.task)

    def restore_and_finish(self) -> None:
        """Put everything right, and run on; each outage spends a call, so that there is an end."""
        if self.tampering is not None:
            restore(self.task, self.tampering)
            self.tampering = None
        for _ in range(self.judge.request.max_model_calls + 2):
            ended = self.act(lambda: run(self.task, settings=self.world.settings))
            if isinstance(ended, Pause):
                self.answer(Given("approve" if "approve" in ended.choices else "stop", "right", "analyst", 0))
            if self.final is not None:
                return
        raise AssertionError("the task does not come to its end")
