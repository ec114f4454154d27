"""What `ditto doctor` answers."""

from typing import Literal

from ditto.state.record import Record


class Check(Record):
    """One thing that was looked at; `mend` says what to do about a warning or failure."""

    name: str
    state: Literal["ok", "warning", "failed"]
    found: str
    mend: str | None = None


class Diagnosis(Record):
    """The answer of `ditto doctor --json`."""

    healthy: bool
    checks: tuple[Check, ...]
