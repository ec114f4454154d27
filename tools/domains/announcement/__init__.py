"""The announcement: a release, an event or a notice whose every value comes from a facts file."""

from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Any

from ditto.state.canonical import Json, NotStrict, parse_object
from ditto.state.domain import Demo, Domain, Grounds, Question, Trial, without_faulty
from ditto.state.errors import BadRequest
from ditto.state.evidence import Evidence, Source
from ditto.state.review import Finding, Issue

from . import checks, description, evidence, questions, render
from .evidence import facts_of
from .options import Options
from .schema import Draft, answer_schema

_FOLDER = files(__name__)
_ANY_GOAL = "Write an announcement of this news."
_GOAL = "Announce the new version in plain sentences: what is released and when, what is new in it, and what it costs."


class Announcement:
    """The subject as the engine sees it."""

    name = "announcement"
    draft = Draft
    options = Options
    grounds = Grounds(
        "A program compared this text with the facts file: every required fact stands in it word for word, and it holds no"
        " other number, date, price, link or quoted phrase; this is proven",
        "facts and values",
        "meaning",
    )

    def instructions(self, evidence: Evidence) -> str:
        """How an announcement is written."""
        return description.instructions(_text("instructions.md"), evidence)

    def rubric(self, evidence: Evidence) -> str:
        """What an announcement must satisfy."""
        return description.rubric(_text("rubric.md"), evidence)

    @property
    def demos(self) -> Mapping[str, Demo]:
        """Facts of which none is required, whose goal suits any task; a model that writes first; and a flawed draft."""
        facts, optional = ("facts.yaml", _fixture("facts.yaml")), ("facts.yaml", _fixture("nothing-required.yaml"))
        return {
            "no-required-fact": Demo(_ANY_GOAL, {"facts": optional}, None),
            "announcement": Demo(_GOAL, {"facts": facts}, None),
            "flawed-announcement": Demo(_GOAL, {"facts": facts}, _fixture("flawed-announcement.json")),
        }

    @property
    def trials(self) -> Sequence[Trial]:
        """A right announcement, and what a reviewer must see in others."""
        trials = parse_object(_text("fixtures/trials.json"))["trials"]
        return [Trial(one["defect"], one["draft"]) for one in trials]

    def gather(self, sources: Sequence[Source], options: Mapping[str, Any], sha256: str) -> Evidence:
        """Read the facts files."""
        return evidence.gather(sources, _options(options), sha256)

    def describe(self, evidence: Evidence) -> str:
        """Return the facts, and what they do not hold."""
        return description.describe(evidence)

    def check(self, draft: Draft, evidence: Evidence, goal: str) -> tuple[Finding, ...]:
        """Compare the draft with the facts."""
        return checks.check(draft, evidence, goal)

    def hints(self, draft: Draft) -> tuple[Issue, ...]:
        """Name words that may deny a fact."""
        return tuple(questions.hints(draft))

    def schema(self, evidence: Evidence, goal: str, proven: Json) -> Json:
        """Return the schema of an answer."""
        return answer_schema(goal, facts_of(evidence), proven)

    def proven(self, draft: Draft, findings: Sequence[Issue]) -> Json:
        """Return the paragraphs that no finding names; none where one is about the whole text."""
        wrong = {finding.field.partition(".")[0] for finding in findings}
        if not all(field == "title" or field.startswith("paragraphs[") for field in wrong):
            return {}
        right = [one.dump() for index, one in enumerate(draft.paragraphs) if f"paragraphs[{index}]" not in wrong]
        return {"paragraphs": right} if right else {}

    def kept(self, draft: Draft, findings: Sequence[Issue]) -> Json:
        """Return the fields that no finding names."""
        return without_faulty(draft, findings)

    def questions(self, draft: Draft, evidence: Evidence) -> tuple[Question, ...]:
        """Return the rubric's questions for this draft."""
        return questions.questions(draft, self.rubric(evidence), evidence)

    def render(self, draft: Draft, evidence: Evidence, goal: str) -> str:
        """Return the body of the Markdown report."""
        return render.render(draft, evidence, goal)


def _fixture(name: str) -> bytes:
    return _FOLDER.joinpath("fixtures", name).read_bytes()


def _text(name: str) -> str:
    return _FOLDER.joinpath(*name.split("/")).read_text("utf-8")


def _options(options: Mapping[str, Any]) -> Options:
    try:
        return Options.load(dict(options))
    except NotStrict as cause:
        raise BadRequest(
            "the options do not fit the announcement", where="request.json, options", found=cause
        ) from cause


domain: Domain = Announcement()
