"""The draft as Markdown: the announcement, every fact with its row, and the options; every text escaped."""

from ditto.state.evidence import Evidence
from ditto.state.markdown import escape, fenced, table

from .evidence import Said, facts_of, options_of
from .schema import Draft, words_of
from .tokens import stands


def render(draft: Draft, evidence: Evidence, goal: str) -> str:
    """Return the body of the report; the text to be sent stands first."""
    return "\n\n".join(
        [
            f"# {escape(draft.title)}",
            *(escape(paragraph.text) for paragraph in draft.paragraphs),
            "Nothing was sent.",
            "## Facts",
            table(
                ("Fact", "Text", "Required", "Stands in", "Row"),
                [_fact(fact, draft, evidence) for fact in facts_of(evidence)],
            ),
            "## Limits and tone",
            "\n".join(_limits(draft, evidence)),
            "## Source rows",
            "\n\n".join(f"{escape(row.id)}, line {row.line}:\n\n{fenced(row.quote)}" for row in evidence.rows),
        ]
    )


def _fact(fact: Said, draft: Draft, evidence: Evidence) -> tuple[str, ...]:
    row = evidence.row(fact.row)
    places = ["title"] * stands(fact.text, draft.title)
    places += [f"paragraph {index}" for index, one in enumerate(draft.paragraphs, 1) if stands(fact.text, one.text)]
    place = f"{fact.row}, line {row.line}" if row else fact.row
    return fact.id, fact.text, "yes" if fact.required else "no", ", ".join(places) or "not used", place


def _limits(draft: Draft, evidence: Evidence) -> list[str]:
    options, words = options_of(evidence), words_of(draft)
    lines = [f"- Length: {words} words, from {options.min_words} to {options.max_words} are wanted (checked)"]
    if forbidden := evidence.facts["mustNotSay"]:
        lines.append(f"- Never said: {escape('; '.join(forbidden))} (checked)")
    if options.audience:
        lines.append(f"- Audience: {escape(options.audience)} (told to the writer)")
    return lines + [f"- {escape(rule)} (judged)" for rule in options.tone]
