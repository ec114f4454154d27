"""The task as a state machine: what anybody may do to it, in any order, and what must hold after every step."""

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule
from redis import Redis

from ditto.agents.runner import StopAfter, run
from ditto.state.decision import Pause, Response
from ditto.state.errors import Busy, DittoError, Refused
from ditto.state.report import Checkpoint, Report
from ditto.tools.locks import TaskLock
from ditto.tools.settings import Settings
from tests.conftest import MakeTask
from tests.faults.machine_answers import Given, given, is_acceptable, respond
from tests.faults.machine_forks import Forks
from tests.faults.machine_judge import MANIFEST, REPORT, Allowed, Judge
from tests.faults.machine_model import RandomModel
from tests.faults.machine_snapshot import snapshot
from tests.faults.machine_tampering import KINDS, Tampering, restore, tamper

Ended = Report | Pause | Checkpoint | DittoError
NUMBERS = st.integers(0, 4096)


class World(NamedTuple):
    """What every example shares."""

    make_task: MakeTask
    settings: Settings
    model: RandomModel
    redis: Redis
    forks: Forks
    tally: dict[str, int]


class TaskMachine(RuleBasedStateMachine):
    """One task, from its creation to whatever becomes of it."""

    def __init__(self, world: World) -> None:
        super().__init__()
        self.world = world
        self.tampering: Tampering | None = None
        self.pause: Pause | None = None
        self.sure = True
        """Whether `pause` is what waits: after a kill nobody has looked yet."""
        self.used = "0" * 64
        self.final: bytes | None = None
        self.task = Path()

    @initialize(
        scenario=st.sampled_from(["generate", "flawed-draft"]),
        approval=st.sampled_from([True, False]),
        on_human=st.sampled_from(["pause", "stop"]),
        rounds=st.sampled_from([4, 6, 2, 1]),
        calls=st.sampled_from([9, 16, 4, 2, 1]),
        seed=NUMBERS,
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

    @rule(at=st.integers(1, 150), answer=st.none() | given())
    def kill(self, at: int, answer: Given | None) -> None:
        """Kill a process that runs the task, or answers its pause, at some point."""
        self.forked(answer, at=at)

    @rule()
    def kill_in_a_call(self) -> None:
        """Kill a process that runs the task while the model answers."""
        doomed = self.world.model.doom()
        self.forked(None, started=doomed.put)
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

    def act(self, do: Callable[[], Report | Pause | Checkpoint]) -> Ended:
        """Do something to the task in this process, and hold what came of it against the rules."""
        before = snapshot(self.task)
        ended: Ended
        try:
            ended = do()
        except DittoError as error:
            self.judge.refused(error, before, snapshot(self.task), self.tampering)
            ended = error
        if not isinstance(ended, (Refused, Busy)):
            self.pause, self.sure = (ended if isinstance(ended, Pause) else None), True
        self.world.tally[getattr(ended, "status", type(ended).__name__)] += 1
        self.settled(ended)
        return ended

    def settled(self, ended: Ended) -> None:
        """Nothing ends on what was changed; a file that was lost may have been written again."""
        tampering = self.tampering
        if tampering is not None and not tampering.stands(self.task):
            self.tampering = None
        elif tampering is not None and not isinstance(ended, DittoError):
            assert not tampering.guarded
            assert tampering.kind == "stray" or not isinstance(ended, Report)
        self.check()

    def forked(self, answer: Given | None, **how: Any) -> None:
        """Run the task, or answer it, in a process of its own."""
        before = snapshot(self.task)
        response = None if answer is None else self.responded(answer).dump()
        code = self.world.forks.run(self.task, response=response, **how)
        assert code in (0, 1, 5, -9)
        self.world.tally["kills"] += code == -9
        self.sure = False
        if self.tampering is not None and self.tampering.guarded:
            assert code != 0
            assert snapshot(self.task) == before
        elif self.tampering is not None and not self.tampering.stands(self.task):
            self.tampering = None
        self.check()

    def responded(self, answer: Given) -> Response:
        """Return a person's response; a right approval is one from then on, whatever becomes of the process."""
        response = respond(answer, self.pause, self.used)
        if self.pause is not None and response.token == self.pause.token:
            self.used = response.token
            if response.choice == "approve" and response.actor == "analyst":
                self.allowed.approved.add(self.pause.draft_id)
        return response

    def check(self) -> None:
        """Hold the task against every rule."""
        self.world.tally["steps"] += 1
        seen, tampering = snapshot(self.task), self.tampering
        if tampering is None or tampering.kind != "lose Memory":
            self.judge.never_less(self.before if hasattr(self, "before") else seen, seen)
            self.judge.within_limits(len(self.world.model.requests), seen)
            self.before = seen
        if tampering is None:
            self.judge.published_with_proof(seen, self.allowed)
            if self.final is not None:
                assert seen.files[REPORT] == self.final
            elif MANIFEST in seen.files:
                self.final = seen.files[REPORT]
        self.judge.verifies(seen, tampering)

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
                self.answer(Given("stop", "right", "analyst", 0))
            if self.final is not None:
                return
        raise AssertionError("the task does not come to its end")
