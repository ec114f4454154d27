"""The evidence in words, for prompts: facts, rows to quote, how money is written, and what the tables do not hold."""

import json
from collections.abc import Mapping
from functools import partial
from string import Template
from typing import Any

from ditto.state.evidence import Evidence, Row

from . import continuity
from .metrics import declared, stated, worded
from .money import written


def describe(evidence: Evidence) -> str:
    """Return the facts and the compared rows, and what the table does not hold."""
    facts = evidence.facts
    (before, after), (change, *_) = facts["periods"], facts["changeCents"]
    lines = [
        f"- baseline period {before}: baselineNetCents {_net(evidence, 'baselineNetCents')}",
        f"- current period {after}: currentNetCents {_net(evidence, 'currentNetCents')}",
        f"- net revenue {'grew' if change > 0 else 'fell' if change < 0 else 'did not change'} by {written(abs(change), facts['currency'])}; growthPercent {facts['growthPercent']}",
        *map(partial(_metric, facts["currency"]), facts["metrics"]),
        *continuity.told(facts),
        *(f"- {period} seems incomplete: rows of {parts} alone" for period, parts in facts["parts"].items()),
        *(f"- row: {named(row)}" for row in compared_rows(evidence)),
    ]
    absent = f"Not in the table: why revenue changed, customers, products, costs, other {facts['every']}s."
    return "\n".join(["Facts, computed from the table:", *lines, absent])


def _metric(currency: str | None, fact: Mapping[str, Any]) -> str:
    """A metric of the request: the number that the draft states, and how a sentence writes it."""
    named = f"- {fact['title']}{' in ' + fact['period'] if fact['period'] else ''}"
    if fact["value"] is None:
        return f"{named}: has no value, {fact['absent']}"
    return f"{named}: declared {fact['key']} {stated(fact):f}, written {worded(fact, currency)}"


def _net(evidence: Evidence, name: str) -> str:
    net, currency = evidence.facts[name], evidence.facts["currency"]
    return str(net) if currency is None else f"{net}, written {written(net, currency)}"


def compared_rows(evidence: Evidence) -> list[Row]:
    """Return the rows of both compared periods."""
    return [row for row_id in evidence.facts["rowIds"] if (row := evidence.row(row_id))]


def named(row: Row) -> str:
    """Return a row as a citation writes it."""
    return f'sourceId "{row.id}", quote {json.dumps(row.quote, ensure_ascii=False)}'


def instructions(text: str, evidence: Evidence) -> str:
    """Fill in how money is written and how many rows are quoted."""
    currency = evidence.facts["currency"]
    return Template(text).substitute(
        unit=" cents" if currency is None else f" {currency}",
        rows="both rows" if len(evidence.facts["rowIds"]) == 2 else "all rows",
        declared="; in declared each other metric of the facts, by its key" if declared(evidence.facts) else "",
        money="Money is in cents and has no other unit."
        if currency is None
        else f"In sentences money is written as in the facts, such as {written(123456, currency)}; the metrics are plain numbers as in the facts.",
    )
