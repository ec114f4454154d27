"""Acting on a task, in this process or in one that may be killed, and holding it against the rules after every act."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from hypothesis.stateful import RuleBasedStateMachine
from redis import Redis

from ditto.state.decision import Pause, Response
from ditto.state.errors import Busy, DittoError, Refused
from ditto.state.report import Checkpoint, Report
from ditto.tools.settings import Settings
from tests.conftest import MakeTask
from tests.faults.machine_answers import Given, respond
from tests.faults.machine_forks import Forks
from tests.faults.machine_judge import MANIFEST, REPORT, Allowed, Judge
from tests.faults.machine_model import RandomModel
from tests.faults.machine_snapshot import Snapshot, snapshot
from tests.faults.machine_tampering import Tampering

Ended = Report | Pause | Checkpoint | DittoError


class World(NamedTuple):
    """What every example shares."""

    make_task: MakeTask
    settings: Settings
    model: RandomModel
    redis: Redis
    forks: Forks
    tally: dict[str, int]


class TaskActs(RuleBasedStateMachine):
    """One task, and what is known of it."""

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
        self.before: Snapshot | None = None
        self.judge: Judge
        self.allowed: Allowed

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
            self.judge.never_less(self.before or seen, seen)
            self.judge.within_limits(len(self.world.model.requests), seen)
            self.before = seen
        if tampering is None:
            self.judge.published_with_proof(seen, self.allowed)
            if self.final is not None:
                assert seen.files[REPORT] == self.final
            elif MANIFEST in seen.files:
                self.final = seen.files[REPORT]
        self.judge.verifies(seen, tampering)
