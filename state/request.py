"""What a task was asked to do, and who may do it."""

from typing import Annotated, Any, Literal

from pydantic import Field

from ditto.state.record import Line, Name, Record, Sha256

YEAR = 365 * 24 * 3600
MONTH = 30 * 24 * 3600

MaxRounds = Annotated[int, Field(ge=1, le=16)]
MaxModelCalls = Annotated[int, Field(ge=1, le=100)]
DeadlineSeconds = Annotated[int, Field(ge=1, le=YEAR)]


class SourceRef(Record):
    """Name a source file by the digest of its raw bytes."""

    id: Name
    path: Annotated[str, Field(pattern=r"^sources/[A-Za-z0-9][A-Za-z0-9._-]{0,127}$")]
    sha256: Sha256


class Request(Record):
    """Fix a reflection task; its digest is the task's fingerprint (contract, section 1)."""

    id: Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$")]
    tenant: Line
    principal: Line
    domain: Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{0,63}$")]
    goal: Line
    sources: Annotated[tuple[SourceRef, ...], Field(min_length=1, max_length=32)]
    seed_sha256: Sha256 | None = None
    options: dict[str, Any] = Field(default_factory=dict)
    max_rounds: MaxRounds = 4
    max_model_calls: MaxModelCalls = 8
    deadline_seconds: DeadlineSeconds = 600
    approval: bool = False
    on_human: Literal["stop", "pause"] = "stop"


class Policy(Record):
    """List who may act on the task of this fingerprint."""

    fingerprint: Sha256
    enabled: bool
    principals: tuple[Line, ...]


class Identity(Record):
    """Name who acts; a deployment injects an authenticated one."""

    tenant: Line
    principal: Line
