"""What a subject of the iteration flows must bring; the engine knows no more of it than this."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from ditto.state.brief import BriefReport, BriefState, CatalogEntry, Facts, Flow, Spec
from ditto.state.canonical import Json
from ditto.state.review import Issue


class BriefDomain(Protocol):
    """One subject: its sources, its check, what a model is told, and its face."""

    @property
    def name(self) -> str:
        """The folder's name."""
        ...

    @property
    def instructions(self) -> str:
        """Markdown that tells a model how fields are filled in."""
        ...

    def read(self, entry: CatalogEntry, data: bytes) -> Facts:
        """Return what a source supplies of the fields its entry names; raises BadSource for a bad file."""
        ...

    def check(self, spec: Spec, state: BriefState) -> tuple[Issue, ...]:
        """Return an issue for each required field that does not hold."""
        ...

    def describe(self, state: BriefState, fields: Sequence[str]) -> str:
        """Return the evidence for fields in words for a prompt."""
        ...

    def patch_schema(self, fields: Sequence[str]) -> Json:
        """Return the JSON Schema of a patch that covers exactly these fields."""
        ...

    def render(self, spec: Spec, report: BriefReport) -> str:
        """Return brief.md: every field with its source and digest, every missing one with the reason."""
        ...

    def demo(self, flow: Flow) -> Mapping[str, bytes]:
        """Return an input directory of random values for a flow's demo, as bytes by file name."""
        ...
