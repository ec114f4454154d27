"""The draft as Markdown: figures, prose, proposals and the exact rows, every text escaped."""

from ditto.state.evidence import Evidence
from ditto.state.markdown import escape, fenced, table

from .schema import Draft


def render(draft: Draft, evidence: Evidence) -> str:
    """Return the body of the report."""
    return "\n\n".join(
        [
            f"# {escape(draft.title)}",
            _figures(draft, evidence),
            "## Interpretation",
            escape(draft.interpretation),
            "## Limitations",
            "\n".join(f"- {escape(text)}" for text in draft.limitations) or "None given.",
            "## Proposed actions",
            table(("Responsible role", "Task"), [(action.owner, action.task) for action in draft.actions])
            if draft.actions
            else "None given.",
            "Proposals only: nothing was carried out and nothing was sent.",
            "## Source rows",
            _rows(draft, evidence),
        ]
    )


def units(cents: int) -> str:
    """Return an amount of cents as units with two decimals: 114000 is 1,140.00."""
    sign, size = "-" if cents < 0 else "", abs(cents)
    return f"{sign}{size // 100:,}.{size % 100:02d}"


def _figures(draft: Draft, evidence: Evidence) -> str:
    baseline, current = evidence.facts["periods"]
    metrics = draft.metrics
    rows = [
        (f"Net revenue {baseline}", f"{metrics.baseline_net_cents} cents", units(metrics.baseline_net_cents)),
        (f"Net revenue {current}", f"{metrics.current_net_cents} cents", units(metrics.current_net_cents)),
        ("Growth", f"{metrics.growth_percent:.2f} %", ""),
    ]
    return table(("Figure", "Value", "In units"), rows) + _warnings(evidence)


def _warnings(evidence: Evidence) -> str:
    negative = [
        str(evidence.facts[name]) for name in ("baselineNetCents", "currentNetCents") if evidence.facts[name] < 0
    ]
    return (
        f"\n\n**Note:** refunds exceed gross revenue in a period: net revenue is {', '.join(negative)} cents."
        if negative
        else ""
    )


def _rows(draft: Draft, evidence: Evidence) -> str:
    if not draft.citations:
        return "None quoted."
    blocks: list[str] = []
    for citation in draft.citations:
        row = evidence.row(citation.source_id)
        place = f", line {row.line}" if row else ""
        blocks.append(f"{escape(citation.source_id)}{place}:\n\n{fenced(citation.quote)}")
    return "\n\n".join(blocks)
