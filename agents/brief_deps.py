"""What every node of the iteration flows is given: the task's history, its tools, and the ways to add to it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import get_args

from ditto.agents.brief_history import BriefHistory
from ditto.agents.engine import Engine
from ditto.agents.events import Acted
from ditto.state.brief import Action, RoundRecord, Step
from ditto.state.errors import BriefReason, Stop
from ditto.tools.brief_workspace import BriefWorkspace
from ditto.tools.memory import Document


@dataclass(kw_only=True)
class BriefDeps(BriefHistory, Engine[BriefWorkspace]):
    """The collaborators of one opened iteration task."""

    @property
    def max_calls(self) -> int:
        """The request's model call budget."""
        return self.workspace.request.model_call_budget

    @property
    def reasons(self) -> tuple[str, ...]:
        """The contract's reasons of the iteration flows."""
        return get_args(BriefReason)

    def require_admission(self) -> None:
        """Raise Stop where the budget is spent; calls whose answers were lost count too."""
        if self.held.calls >= self.max_calls:
            raise Stop("budget", f"all {self.max_calls} model calls are spent")

    def position(self, state: Mapping[str, object]) -> Mapping[str, object]:
        """Return what Memory holds at the state's round."""
        number, stop = state.get("round"), self.stop()
        record = self.round(number) if isinstance(number, int) else None
        return {
            "round": record.round if record else None,
            "next": record.next.kind if record else None,
            "stop": stop.reason if stop else None,
        }

    async def keep_plan(self, number: int, step: Step) -> None:
        """Save the step that a plan chose."""
        await self.held.put(Document("plan", str(number), step.dump()))

    async def keep_action(self, number: int, action: Action) -> None:
        """Save what a round did."""
        await self.held.put(Document("action", str(number), action.dump()))

    async def keep_round(self, record: RoundRecord) -> None:
        """Save a round's record, first as artifacts, so that Memory never names a file that is not there."""
        await self.tool(self.workspace.save_round, record)
        await self.held.put(Document("round", str(record.round), record.dump()))
        self.observe(Acted(record))
