"""A code change: files that must pass given tests, which run where the code cannot reach them."""

from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Any

from ditto.state.canonical import Json, NotStrict, parse_object
from ditto.state.domain import Demo, Domain, Grounds, Question, Trial
from ditto.state.errors import BadRequest
from ditto.state.evidence import Evidence, Source
from ditto.state.review import Finding, Issue

from . import checks, description, evidence, prepared, questions, render
from .options import Options
from .sandbox import found_bubblewrap, require_sandbox
from .schema import Draft, answer_schema

_FOLDER = files(__name__)
_GOAL = "Write median.py: a function median(numbers) that returns the median of a list."


class CodeChange:
    """The subject as the engine sees it."""

    name = "code_change"
    draft = Draft
    options = Options
    grounds = Grounds(
        "Every given test was run against these files by a program and passed",
        "every given test passes",
        "fitness beyond the tests",
    )

    def instructions(self, evidence: Evidence) -> str:
        """How a change is written."""
        return _FOLDER.joinpath("instructions.md").read_text("utf-8")

    def rubric(self, evidence: Evidence) -> str:
        """What a change must satisfy."""
        return _FOLDER.joinpath("rubric.md").read_text("utf-8")

    @property
    def demos(self) -> Mapping[str, Demo]:
        """A function from its tests alone, and one whose present code fails them."""
        sources = {"test-median": ("test_median.py", _fixture("median_tests.txt"))}
        # A demo runs everywhere; a task of one's own says that it may.
        chosen = {"sandbox": "required" if found_bubblewrap() else "optional"}
        return {
            "code-change": Demo(_GOAL, sources, None, chosen),
            "failing-code": Demo(_GOAL, sources, _fixture("failing-code.json"), chosen),
        }

    @property
    def trials(self) -> Sequence[Trial]:
        """A right change, and what a reviewer must see in others."""
        trials = parse_object(_fixture("trials.json").decode())["trials"]
        return [Trial(one["defect"], one["draft"]) for one in trials]

    def gather(self, sources: Sequence[Source], options: Mapping[str, Any], sha256: str) -> Evidence:
        """Read the tests and the code that is there."""
        known = _options(options)
        require_sandbox(known)  # before anything is spent on code that cannot be tried
        return evidence.gather(sources, known, sha256)

    def describe(self, evidence: Evidence) -> str:
        """Return the tests, the code that is there, and what may be used."""
        return description.describe(evidence)

    def check(self, draft: Draft, evidence: Evidence, goal: str) -> tuple[Finding, ...]:
        """Read the files, then run every test against them."""
        return checks.check(draft, evidence, goal)

    def hints(self, draft: Draft) -> tuple[Issue, ...]:
        """Name values that look prepared."""
        return prepared.hints(draft)

    def schema(self, evidence: Evidence, goal: str, proven: Json) -> Json:
        """Return the schema of an answer."""
        return answer_schema(evidence.facts["wanted"])

    def proven(self, draft: Draft, findings: Sequence[Issue]) -> Json:
        """Return nothing: code is proven as a whole."""
        return {}

    def kept(self, draft: Draft, findings: Sequence[Issue]) -> Json:
        """Return the whole change: a fault in code is mended where it stands."""
        return draft.dump()

    def questions(self, draft: Draft, evidence: Evidence) -> tuple[Question, ...]:
        """Return the rubric's questions for this change."""
        return questions.questions(draft, self.rubric(evidence), evidence.facts["tests"])

    def render(self, draft: Draft, evidence: Evidence, goal: str) -> str:
        """Return the body of the Markdown report."""
        return render.render(draft, evidence)


def _fixture(name: str) -> bytes:
    return _FOLDER.joinpath("fixtures", name).read_bytes()


def _options(options: Mapping[str, Any]) -> Options:
    try:
        return Options.load(dict(options))
    except NotStrict as cause:
        raise BadRequest("the options do not fit a code change", where="request.json, options", found=cause) from cause


domain: Domain = CodeChange()
