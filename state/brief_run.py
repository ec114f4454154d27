"""An iteration graph's state: where the task stands, in plain JSON values."""

from typing_extensions import TypedDict

from ditto.state.brief import StepKind


class BriefRunState(TypedDict, total=False):
    """Position of one task in an iteration flow; what it names stands in Memory."""

    task: str
    """The task's fingerprint."""
    round: int
    """The last recorded round; 0 is what the task began with."""
    next: StepKind
    """What the next round does."""
    stop: str | None
    """The reason of the end, once there is one."""
    report: str | None
    """The digest of the saved report, once the task has ended."""
