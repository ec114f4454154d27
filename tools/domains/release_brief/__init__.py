"""The release brief: fields of a release, each filled in with exactly what a source supplies."""

import json
from collections.abc import Mapping, Sequence
from importlib.resources import files

from ditto.state.brief import BriefReport, BriefState, CatalogEntry, Facts, Flow, Spec
from ditto.state.brief_domain import BriefDomain
from ditto.state.canonical import Json
from ditto.state.review import Issue

from . import checks, evidence, fixtures, render, schema

_FOLDER = files(__name__)


class ReleaseBrief:
    """The subject as the engine sees it."""

    name = "release_brief"

    @property
    def instructions(self) -> str:
        """How fields are filled in."""
        return _FOLDER.joinpath("instructions.md").read_text("utf-8")

    def read(self, entry: CatalogEntry, data: bytes) -> Facts:
        """Read a source's file strictly."""
        return evidence.read(entry, data)

    def check(self, spec: Spec, state: BriefState) -> tuple[Issue, ...]:
        """Compare every required field with its source."""
        return checks.check(spec, state)

    def describe(self, state: BriefState, fields: Sequence[str]) -> str:
        """Return a line for each field: its value and where it comes from."""
        return "\n".join(_line(state, field) for field in fields)

    def patch_schema(self, fields: Sequence[str]) -> Json:
        """Return the schema of a patch."""
        return schema.patch_schema(fields)

    def render(self, spec: Spec, report: BriefReport) -> str:
        """Return brief.md."""
        return render.render(spec, report)

    def demo(self, flow: Flow) -> Mapping[str, bytes]:
        """Return an input directory of random values."""
        return fixtures.demo(flow)


def _line(state: BriefState, field: str) -> str:
    one = state.supplied(field)
    # Quoted as in the answer, so that where a value ends is plain.
    quoted = json.dumps(one.facts[field], ensure_ascii=False) if one else ""
    return f"- {field}: {quoted} (source {one.source})" if one else f"- {field}: no source states it"


brief: BriefDomain = ReleaseBrief()
