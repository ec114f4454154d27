"""A brief's history as Memory holds it: what each round was to do, what it did, and how the task ended."""

from dataclasses import dataclass

from ditto.agents.ledger import Ledger
from ditto.state.brief import Action, BriefReport, RoundRecord, Step
from ditto.state.brief_rounds import progress_of
from ditto.state.brief_steps import Progress
from ditto.tools.brief_workspace import BriefWorkspace


@dataclass(kw_only=True)
class BriefHistory(Ledger[BriefWorkspace]):
    """One iteration task, read by id."""

    def report(self) -> BriefReport | None:
        """Return the saved report of an ended task."""
        return self.record("report", "final", BriefReport.load)

    def rounds(self) -> int:
        """Return how many rounds are recorded."""
        with self.readable():
            return max(map(int, self.held.names("round")), default=0)

    def round(self, number: int) -> RoundRecord | None:
        """Return the record of a round, or None; round 0 is what the task began with."""
        return self.record("round", str(number), RoundRecord.load)

    def recorded(self, number: int) -> RoundRecord:
        """Return the record of a round that Memory must hold; raises Tampered where it does not."""
        return self.required(self.round(number), "round", str(number))

    def action(self, number: int) -> Action | None:
        """Return what a round did, once it has done it."""
        return self.record("action", str(number), Action.load)

    def plan(self, number: int) -> Step | None:
        """Return the step that a plan chose in a round."""
        return self.record("plan", str(number), Step.load)

    def progress(self, number: int) -> Progress:
        """Return where the task stands after a round."""
        return progress_of(self.workspace.request, self.workspace.spec, self.recorded(number))
