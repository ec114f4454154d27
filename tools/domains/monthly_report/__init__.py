"""The monthly report: net revenue of two periods from a revenue table, compared and explained within its limits."""

from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Any

from ditto.state.canonical import Json, NotStrict, parse_object
from ditto.state.domain import Demo, Domain, Grounds, Question, Trial, without_faulty
from ditto.state.errors import BadRequest
from ditto.state.evidence import Evidence, Source
from ditto.state.review import Finding, Issue

from . import checks, description, evidence, house_rules, prose, questions, render, seeded
from .house_rules import HouseRules
from .metrics import declared
from .options import Options
from .schema import Draft, answer_schema

_FOLDER = files(__name__)
_GOAL = "Write the monthly business report: compare net revenue of the two periods for the management team."


class MonthlyReport:
    """The subject as the engine sees it."""

    name = "monthly_report"
    draft = Draft
    options = Options
    grounds = Grounds(
        "The arithmetic, quotes and structure of this report were recomputed and compared by a program and are proven",
        "arithmetic, quotes and structure",
        "prose",
    )

    def instructions(self, evidence: Evidence) -> str:
        """How a report is written."""
        own = description.instructions(_FOLDER.joinpath("instructions.md").read_text("utf-8"), evidence)
        return own + house_rules.instructions(self._rules(evidence))

    def rubric(self, evidence: Evidence) -> str:
        """What a report must satisfy."""
        return house_rules.rubric(_FOLDER.joinpath("rubric.md").read_text("utf-8"), self._rules(evidence))

    @property
    def demos(self) -> Mapping[str, Demo]:
        """The contract's three scenarios."""
        both, one = _fixture("sales.csv"), _fixture("sales-one-month.csv")
        return {
            "generate": Demo(_GOAL, {"sales": ("sales.csv", both)}, None),
            "flawed-draft": Demo(_GOAL, {"sales": ("sales.csv", both)}, _fixture("flawed-draft.json")),
            "missing-data": Demo(_GOAL, {"sales": ("sales.csv", one)}, None),
        }

    @property
    def trials(self) -> Sequence[Trial]:
        """Right reports in different words, and others with a defect that a reviewer must see."""
        return seeded.trials(parse_object(_fixture("trials.json").decode()))

    def gather(self, sources: Sequence[Source], options: Mapping[str, Any], sha256: str) -> Evidence:
        """Read the tables and compute the facts."""
        return evidence.gather(sources, _options(options), sha256)

    def describe(self, evidence: Evidence) -> str:
        """Return the facts and the compared rows, and what the table does not hold."""
        return description.describe(evidence)

    def check(self, draft: Draft, evidence: Evidence, goal: str) -> tuple[Finding, ...]:
        """Recompute, compare and read the draft."""
        return checks.check(draft, evidence, goal)

    def hints(self, draft: Draft) -> tuple[Issue, ...]:
        """Name words of cause and prediction."""
        found = {field: prose.hint(text) for field, text in draft.texts().items()}
        return tuple(
            Issue(field=field, message=f"look at the word {word!r}: a cause or a prediction?")
            for field, word in found.items()
            if word
        )

    def schema(self, evidence: Evidence, goal: str, proven: Json) -> Json:
        """Return the schema of an answer."""
        keys = [fact["key"] for fact in declared(evidence.facts)]
        return answer_schema(goal, proven, len(evidence.facts["rowIds"]), keys, self._rules(evidence).required_sections)

    def proven(self, draft: Draft, findings: Sequence[Issue]) -> Json:
        """Return the metrics and citations that no finding names."""
        wrong = {finding.field for finding in findings}
        metrics = {name: value for name, value in draft.metrics.dump().items() if f"metrics.{name}" not in wrong}
        if own := metrics.get("declared"):
            metrics["declared"] = {key: value for key, value in own.items() if f"metrics.declared.{key}" not in wrong}
        right = not any(field.startswith("citations") for field in wrong)
        return {"metrics": metrics} | (
            {"citations": [citation.dump() for citation in draft.citations]} if right else {}
        )

    def kept(self, draft: Draft, findings: Sequence[Issue]) -> Json:
        """Return the fields that no finding names: a wrong sentence that is shown is copied."""
        return without_faulty(draft, findings)

    def questions(self, draft: Draft, evidence: Evidence) -> tuple[Question, ...]:
        """Return the rubric's questions for this draft."""
        return questions.questions(draft, self.rubric(evidence), self._rules(evidence).items)

    def _rules(self, evidence: Evidence) -> HouseRules:
        return house_rules.of(evidence.facts)

    def render(self, draft: Draft, evidence: Evidence, goal: str) -> str:
        """Return the body of the Markdown report."""
        return render.render(draft, evidence, goal)


def _fixture(name: str) -> bytes:
    return _FOLDER.joinpath("fixtures", name).read_bytes()


def _options(options: Mapping[str, Any]) -> Options:
    try:
        known = Options.load(dict(options))
    except NotStrict as cause:
        raise BadRequest(
            "the options do not fit the monthly report", where="request.json, options", found=cause
        ) from cause
    if known.periods and known.periods[0] >= known.periods[1]:
        raise BadRequest(
            "the periods are out of order",
            where="options.periods",
            found=",".join(known.periods),
            expected="the baseline, then a later period",
        )
    return known


domain: Domain = MonthlyReport()
