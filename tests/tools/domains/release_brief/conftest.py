"""A small brief: two fields, the sources that supply them, and states made of them."""

from typing import Any

from hypothesis import settings

from ditto.state.brief import BriefState, CatalogEntry, Format, SourceFacts, Spec
from ditto.tools.domains import load_brief

settings.register_profile("steady", deadline=None, database=None)
settings.load_profile("steady")

BRIEF = load_brief("release_brief")
HOSTILE = (
    "<script>x</script> ![x](http://h.invalid/?q=1) [y](http://h.invalid) **b** `c` | # http://h.invalid & a@h.invalid"
)


def entry_of(*fields: str, format: Format = "json") -> CatalogEntry:
    """A source `release` that names these fields."""
    return CatalogEntry(id="release", fields=fields, format=format)


def spec_of(**changes: Any) -> Spec:
    """A brief of a code and an owner, each with a source of its own."""
    catalog = (CatalogEntry(id="release", fields=("code",)), CatalogEntry(id="team", fields=("owner",)))
    return Spec(**{"required": ("code", "owner"), "catalog": catalog, **changes})


def source(name: str, **facts: str) -> SourceFacts:
    """A source that is evidence, its digest made of its name's first letter."""
    return SourceFacts(source=name, sha256=f"{ord(name[0]):064x}", facts=facts)


def state_of(*evidence: SourceFacts, **draft: str) -> BriefState:
    """A state of this evidence and draft."""
    return BriefState(evidence=evidence, draft=draft)


RELEASE, TEAM = source("release", code="REL-731"), source("team", owner="team-412")
