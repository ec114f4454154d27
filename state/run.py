"""The graph's state: where the task stands, as ids and counters in plain JSON values."""

from typing_extensions import TypedDict


class RunState(TypedDict, total=False):
    """Position of one task in the reflection flow; what the ids name stands in Memory."""

    task: str
    """The task's fingerprint."""
    version: int
    """The draft version in work, from 1; 0 before the first."""
    draft: str | None
    """The id of that version's draft."""
    check: str | None
    """The id of its proof."""
    verdict: str | None
    """The reviewer's verdict on it."""
    pause: str | None
    """The token under which a person's decision on that version is awaited."""
    stop: str | None
    """The stop reason, once there is one."""
    report: str | None
    """The digest of the saved report, once the task has ended."""
