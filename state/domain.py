"""What a subject must bring; the engine knows no more of it than this."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from ditto.state.canonical import Json
from ditto.state.evidence import Evidence, Source
from ditto.state.record import Record
from ditto.state.review import Finding, Issue


class Question(NamedTuple):
    """A yes/no question of the rubric about one text; `yes` means that the text has the defect `message` names."""

    field: str
    text: str
    question: str
    message: str


class Demo(NamedTuple):
    """A task made of fixtures: file name and bytes of each source by id, a seed draft, and the request's options."""

    goal: str
    sources: Mapping[str, tuple[str, bytes]]
    seed: bytes | None
    options: Mapping[str, Any] = {}


class Trial(NamedTuple):
    """A draft of known worth: `defect` names the one that was planted in it, None stands for none."""

    defect: str | None
    draft: Json


class Grounds(NamedTuple):
    """What an accepted document rests on: the first gate's proof as a sentence and in short, and what was judged."""

    sentence: str
    proven: str
    judged: str


class Domain(Protocol):
    """One subject: its draft, its evidence, its two gates' material and its face."""

    @property
    def name(self) -> str:
        """The folder's name, as requests spell it."""
        ...

    @property
    def draft(self) -> type[Record]:
        """The record of a draft."""
        ...

    @property
    def options(self) -> type[Record]:
        """The record of a request's options."""
        ...

    def instructions(self, evidence: Evidence) -> str:
        """Return Markdown that tells a writer how a draft is written."""
        ...

    def rubric(self, evidence: Evidence) -> str:
        """Return Markdown that tells a reviewer what a draft must satisfy."""
        ...

    @property
    def grounds(self) -> Grounds:
        """What a report says that the two gates have shown."""
        ...

    @property
    def demos(self) -> Mapping[str, Demo]:
        """The demo tasks by scenario name, which no other subject has."""
        ...

    @property
    def trials(self) -> Sequence[Trial]:
        """Drafts for the first demo that has all its data, to measure a reviewer by; the first is good."""
        ...

    def gather(self, sources: Sequence[Source], options: Mapping[str, Any], sha256: str) -> Evidence:
        """Compute rows and facts; raises BadSource for a bad file, MissingData where facts cannot be computed."""
        ...

    def describe(self, evidence: Evidence) -> str:
        """Return the evidence in words for a prompt: facts, rows, and what the data does not hold."""
        ...

    def check(self, draft: Any, evidence: Evidence, goal: str) -> tuple[Finding, ...]:
        """Recompute every figure, compare every quote, check required parts and prose."""
        ...

    def hints(self, draft: Any) -> tuple[Issue, ...]:
        """Point a reviewer at places worth a look; never a decision."""
        ...

    def schema(self, evidence: Evidence, goal: str, proven: Json) -> Json:
        """Return the JSON Schema of an answer; `proven` fields may be pinned to their one right value."""
        ...

    def proven(self, draft: Any, findings: Sequence[Issue]) -> Json:
        """Return those fields of a draft that the checker proved right."""
        ...

    def kept(self, draft: Any, findings: Sequence[Issue]) -> Json:
        """Return what of a draft a revision is shown; the rest is written anew (`without_faulty` where nothing else fits)."""
        ...

    def questions(self, draft: Any, evidence: Evidence) -> tuple[Question, ...]:
        """Return the rubric as yes/no questions, one text each."""
        ...

    def render(self, draft: Any, evidence: Evidence, goal: str) -> str:
        """Return the draft as the body of a Markdown report, every text escaped."""
        ...


def without_faulty(draft: Record, findings: Sequence[Issue]) -> Json:
    """Return the fields of a draft that no finding names; a finding that names no field is about the whole draft."""
    stated, faulty = draft.dump(), {finding.root for finding in findings}
    return {name: value for name, value in stated.items() if name not in faulty} if faulty <= stated.keys() else {}
