"""The change as Markdown: what it does, its files whole, and the tests that they pass."""

from ditto.state.evidence import Evidence
from ditto.state.markdown import escape, fenced, table

from .evidence import options_of
from .schema import Draft


def render(draft: Draft, evidence: Evidence) -> str:
    """Return the body of the report."""
    files = [part for file in draft.files for part in (f"### {escape(file.name)}", fenced(file.content.rstrip("\n")))]
    rows = [(row.id, str(row.line), row.quote.strip()) for row in evidence.rows]
    return "\n\n".join(
        [
            f"# {escape(draft.title)}",
            escape(draft.explanation),
            "## Files",
            *files,
            "## Given tests",
            table(("Test", "Line", "Begins with"), rows),
            _conditions(evidence),
        ]
    )


def _conditions(evidence: Evidence) -> str:
    options = options_of(evidence.facts)
    limits = f"{options.seconds} seconds of processor time and {options.megabytes} MB of memory"
    sandbox = (
        "in a bubblewrap sandbox without network and without a place to write to"
        if options.sandbox == "required"
        else "without a required sandbox: in bubblewrap where that is installed, **under limits alone where it is not**"
    )
    return f"The tests run {sandbox}, with {limits}. The code runs in a process of its own, which never sees a test."
