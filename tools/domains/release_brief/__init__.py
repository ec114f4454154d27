"""The release brief: fields whose values must be exactly those of the source files."""

from collections.abc import Mapping, Sequence
from importlib.resources import files

from ditto.state.brief import BriefReport, BriefState, CatalogEntry, Facts, Flow, Spec
from ditto.state.brief_domain import BriefDomain
from ditto.state.review import Issue

from . import checks, evidence, fixtures, render


class ReleaseBrief:
    """The subject as the engine sees it."""

    name = "release_brief"

    @property
    def instructions(self) -> str:
        """How fields are filled in."""
        return files(__name__).joinpath("instructions.md").read_text("utf-8")

    def read(self, entry: CatalogEntry, data: bytes) -> Facts:
        """Return what a source supplies of the fields its entry names."""
        return evidence.read(entry, data)

    def check(self, spec: Spec, state: BriefState) -> tuple[Issue, ...]:
        """Compare every required field with its source."""
        return checks.check(spec, state)

    def describe(self, state: BriefState, fields: Sequence[str]) -> str:
        """Return each field's value and source, a line each."""
        found = [(field, state.supplied(field)) for field in fields]
        return "\n".join(f"- {field}: {one.facts[field]} (source {one.source})" for field, one in found if one)

    def render(self, spec: Spec, report: BriefReport) -> str:
        """Return brief.md."""
        return render.render(spec, report)

    def demo(self, flow: Flow) -> Mapping[str, bytes]:
        """Return an input directory of random values."""
        return fixtures.demo(flow)


brief: BriefDomain = ReleaseBrief()
