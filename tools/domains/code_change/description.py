"""The evidence in words, for prompts: the given tests and the code that is there already."""

from ditto.state.evidence import Evidence

from .reading import ALLOWED


def describe(evidence: Evidence) -> str:
    """Return the files to be written, the tests and the present code."""
    facts = evidence.facts
    allowed = ", ".join(sorted({*ALLOWED, *facts["options"]["allow"]}))
    parts = [
        f"Files to write: {', '.join(facts['wanted'])}",
        *(f"Given tests, {name}:\n{text.rstrip()}" for name, text in facts["tests"].items()),
        *(f"Present code, {name}:\n{text.rstrip()}" for name, text in facts["code"].items()),
        f"Modules that may be imported: {allowed}.",
    ]
    return "\n\n".join(parts)
