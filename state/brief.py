"""A release brief: what it must hold, what has been found, and every round on the way (contract, section 4)."""

from typing import Annotated, Literal, Self

from pydantic import AfterValidator, Field, model_validator

from ditto.state.errors import BriefReason, Tampered
from ditto.state.record import Line, Name, Record, Sha256, absent
from ditto.state.review import Issue

Flow = Literal["bounded", "adaptive", "improvement", "retrieval", "goal", "stop"]
Format = Literal["json", "csv", "yaml", "markdown"]
StepKind = Literal["plan", "search", "revise", "compose", "end"]
Limit = Annotated[int, Field(ge=0, le=100)]


def _unique(names: tuple[str, ...]) -> tuple[str, ...]:
    if repeated := sorted({name for name in names if names.count(name) > 1}):
        raise ValueError(f"{', '.join(repeated)} stands more than once")
    return names


Names = Annotated[tuple[Name, ...], AfterValidator(_unique)]
Facts = dict[Name, Line]


class CatalogEntry(Record):
    """A source by its id, and the fields that it can supply; its file is `<id>.json`, or of the format it names."""

    id: Name
    fields: Names
    format: Format = Field(default="json", exclude_if=lambda value: value == "json")

    @property
    def file(self) -> str:
        """The name of its file in the input directory."""
        return f"{self.id}.{'md' if self.format == 'markdown' else self.format}"


class Spec(Record):
    """`spec.json`: the fields a brief must hold, the sources in their search order, and what is there to begin with."""

    required: Annotated[Names, Field(max_length=16)]
    catalog: Annotated[tuple[CatalogEntry, ...], Field(max_length=32)]
    initial_draft: Facts = Field(default_factory=dict)
    initial_evidence: Names = ()
    labels: Facts = Field(default_factory=dict, exclude_if=lambda value: not value)
    """Names of fields for people; a field without one is shown by its id."""

    @model_validator(mode="after")
    def _known(self) -> Self:
        ids = _unique(tuple(entry.id for entry in self.catalog))
        for name, stated, known in (
            ("initialDraft", self.initial_draft, self.required),
            ("initialEvidence", self.initial_evidence, ids),
            ("labels", self.labels, self.required),
        ):
            if unknown := [one for one in stated if one not in known]:
                raise ValueError(f"{name} names {', '.join(unknown)}, known are {', '.join(known) or 'none'}")
        return self

    def entry(self, source: str) -> CatalogEntry:
        """Return a source of the catalog; raises Tampered where a record names one that is not there."""
        if (found := next((entry for entry in self.catalog if entry.id == source), None)) is None:
            raise Tampered("the catalog has no such source", where="spec.json", found=source)
        return found

    def label(self, field: str) -> str:
        """Return a field's name for people."""
        return self.labels.get(field, field)


class InitialSource(Record):
    """A source that is evidence from the start, by the digest of its raw bytes."""

    id: Name
    sha256: Sha256


class BriefRequest(Record):
    """Fix an iteration task; its digest is the task's fingerprint. `input` is the folder of the sources."""

    id: str
    flow: Flow
    domain: str
    input: str
    spec_sha256: Sha256
    evidence: tuple[InitialSource, ...]
    max_rounds: Limit = 24
    model_call_budget: Limit = 24
    keep_going: bool = False


class SourceFacts(Record):
    """What a source supplies, and the digest of its raw bytes."""

    source: Name
    sha256: Sha256
    facts: Facts


class Attempt(Record):
    """A source that was read for a field; the pair is tried once."""

    field: Name
    source: Name
    outcome: Literal["found", "no-file", "no-fact"]

    @property
    def told(self) -> str:
        """What came of it, in words."""
        return {"found": "found", "no-file": "the source does not exist", "no-fact": "the source does not say"}[
            self.outcome
        ]


class Step(Record):
    """What one round does, or why there is no next one."""

    kind: StepKind
    fields: tuple[Name, ...] = ()
    source: Name | None = Field(default=None, exclude_if=absent)
    reason: BriefReason | None = Field(default=None, exclude_if=absent)


class Action(Record):
    """What a round did: its step, and what came of it."""

    step: Step
    planned: Step | None = Field(default=None, exclude_if=absent)
    patch: Facts | None = Field(default=None, exclude_if=absent)
    attempt: Attempt | None = Field(default=None, exclude_if=absent)
    found: SourceFacts | None = Field(default=None, exclude_if=absent)


class BriefState(Record):
    """`state.json`: the draft, what is known from where, what was tried, and how often the draft was revised."""

    draft: Facts = Field(default_factory=dict)
    evidence: tuple[SourceFacts, ...] = ()
    attempts: tuple[Attempt, ...] = ()
    revision: Limit = 0

    def supplied(self, field: str) -> SourceFacts | None:
        """Return the source that a field's value comes from: the first that supplies it."""
        return next((one for one in self.evidence if field in one.facts), None)

    def value(self, field: str) -> str | None:
        """Return the value that the evidence proves."""
        one = self.supplied(field)
        return one.facts[field] if one else None


class Snapshot(BriefState):
    """A state with what a check found in it: required fields without evidence, and those that do not hold."""

    missing: tuple[Name, ...]
    issues: tuple[Issue, ...]


class RoundRecord(Record):
    """`rounds/<n>.json`: what a round did, what all have cost by its end, what stands, and what comes next.

    Round 0 did nothing; it is what the task began with.
    """

    round: Limit
    action: Action | None
    model_calls: Limit
    snapshot: Snapshot
    next: Step


class BriefReport(Record):
    """`result.json`: how the task ended; only a brief whose every field is proven is completed."""

    status: Literal["completed", "stopped"]
    reason: BriefReason
    rounds: Limit
    model_calls: Limit
    snapshot: Snapshot
