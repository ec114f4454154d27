"""The draft as Markdown: figures, prose, proposals and the exact rows, every text escaped."""

from typing import Any

from ditto.state.evidence import Evidence
from ditto.state.markdown import escape, fenced, table

from . import continuity, house_rules
from .metrics import worded
from .money import displayed, written
from .schema import Draft


def render(draft: Draft, evidence: Evidence, goal: str) -> str:
    """Return the body of the report."""
    return "\n\n".join(
        [
            f"# {escape(draft.title)}",
            _figures(draft, evidence, goal),
            *_notes(evidence),
            *_metrics(evidence, goal),
            "## Interpretation",
            escape(draft.interpretation),
            "## Limitations",
            "\n".join(f"- {escape(text)}" for text in draft.limitations) or "None given.",
            "## Proposed actions",
            table(("Responsible role", "Task"), [(action.owner, action.task) for action in draft.actions])
            if draft.actions
            else "None given.",
            "Proposals only: nothing was carried out and nothing was sent.",
            *(part for section in draft.sections for part in (f"## {escape(section.title)}", escape(section.text))),
            *continuity.section(evidence.facts, goal),
            *house_rules.named(house_rules.of(evidence.facts)),
            *_differences(evidence, goal),
            "## Source rows",
            _rows(draft, evidence),
        ]
    )


def _figures(draft: Draft, evidence: Evidence, goal: str) -> str:
    facts, metrics = evidence.facts, draft.metrics
    nets = zip(facts["periods"], (metrics.baseline_net_cents, metrics.current_net_cents), strict=True)
    figures = [(f"Net revenue {period}", net) for period, net in nets]
    growth = f"{metrics.growth_percent:.2f} %"
    if (currency := facts["currency"]) is None:
        rows = [(name, f"{net} cents", displayed(net, None, goal)) for name, net in figures]
        return table(("Figure", "Value", "In units"), [*rows, ("Growth", growth, "")])
    rows = [(name, displayed(net, currency, goal)) for name, net in figures]
    return table(("Figure", "Value"), [*rows, ("Growth", growth)])


def _metrics(evidence: Evidence, goal: str) -> list[str]:
    """The request's own metrics, as they were computed; the check holds the draft's against them."""
    facts = evidence.facts
    if not facts["metrics"]:
        return []
    rows: dict[str, dict[str | None, str]] = {}
    for fact in facts["metrics"]:
        rows.setdefault(fact["name"], {"title": fact["title"]})[fact["period"]] = _value(fact, facts["currency"], goal)
    columns = (*facts["periods"], None)
    cells = [(row["title"], *(row.get(column, "") for column in columns)) for row in rows.values()]
    return ["## Metrics", table(("Metric", *facts["periods"], "Both"), cells)]


def _value(fact: dict[str, Any], currency: str | None, goal: str) -> str:
    value = fact["value"]
    if fact["unit"] == "money" and value is not None:
        return _amount(value, currency, goal)
    return worded(fact, currency)


def _amount(minor: int, currency: str | None, goal: str) -> str:
    return written(minor, None) if currency is None else displayed(minor, currency, goal)


def _notes(evidence: Evidence) -> list[str]:
    """What a reader must know before the figures are compared."""
    facts = evidence.facts
    nets = [facts[name] for name in ("baselineNetCents", "currentNetCents")]
    negative = ", ".join(written(net, facts["currency"]) for net in nets if net < 0)
    notes = [f"refunds exceed gross revenue in a period: net revenue is {negative}."] if negative else []
    notes += [
        f"{period} seems incomplete: the source has rows of {parts} alone." for period, parts in facts["parts"].items()
    ]
    return [f"**Note:** {note}" for note in notes]


def _differences(evidence: Evidence, goal: str) -> list[str]:
    """The rows whose source states another net than its own amounts give."""
    facts = evidence.facts
    if not facts["differing"]:
        return []
    amounts = [
        tuple(_amount(one[net], facts["currency"], goal) for net in ("stated", "ours")) for one in facts["differences"]
    ]
    places = [f"{one['source']}, line {one['line']}" for one in facts["differences"]]
    rows = [(place, *both) for place, both in zip(places, amounts, strict=True)]
    count = facts["differing"]
    said = f"{count} row{' states' if count == 1 else 's state'} another net than the amounts give"
    shown = said if len(rows) == count else f"{said}; the first {len(rows)}"
    return ["## Differences in the source", f"{shown}:", table(("Row", "Net stated", "Net computed"), rows)]


def _rows(draft: Draft, evidence: Evidence) -> str:
    if not draft.citations:
        return "None quoted."
    blocks: list[str] = []
    for citation in draft.citations:
        row = evidence.row(citation.source_id)
        place = f", line {row.line}" if row else ""
        blocks.append(f"{escape(citation.source_id)}{place}:\n\n{fenced(citation.quote)}")
    return "\n\n".join(blocks)
