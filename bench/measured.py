"""The sections of docs/benchmarks.md that need no model run, each of one result file."""

import statistics
from collections.abc import Callable
from typing import Any

from engine_table import table

Document = dict[str, Any]

ENGINE = """
## The engine alone

`bench/engine.py` lets a scripted model on a real socket answer within 2 ms: 3 versions, 6 calls, with Memory and artifacts at full durability,
beside `bench/bare_graph.py`, a LangGraph graph of 55 lines that makes the same requests in the same run, keeps its last draft alone and
publishes nothing. Wall time is that of opening and running a task, past imports.
"""

LARGE_TABLE = """
## A table of a million rows

`bench/large_table.py` reads, fingerprints, validates and sums an order export of two months, beside a loop over the plain csv module that sums
the same columns with floats and checks nothing; each reads the file from the start, in turn, in one process.
"""


def engine(document: Document) -> str:
    """Return the section of the engine alone."""
    return f"{ENGINE.strip()}\n\n{table(document)}"


def large_table(document: Document) -> str:
    """Return the section of the order export."""
    csv, ditto = (statistics.median(document[name]) for name in ("csvSeconds", "dittoSeconds"))
    met = "met" if document["ratio"] <= document["mostRatio"] else "MISSED"
    told = [
        "| Rows | Megabytes | csv module, s | Ditto, s | Ratio | Peak memory, MB |",
        "| --- | --- | --- | --- | --- | --- |",
        f"| {document['rows']} | {document['bytes'] / 1e6:.0f} | {csv:.2f} | {ditto:.2f} "
        f"| {document['ratio']:.2f} | {document['peakBytes'] / 1e6:.0f} |",
        "",
        f"{len(document['dittoSeconds'])} runs, medians; {met}: at most {document['mostRatio']:g} times the csv module's time",
    ]
    return "\n".join([LARGE_TABLE.strip(), "", *told])


SECTIONS: dict[str, Callable[[Document], str]] = {"engine.json": engine, "large-table.json": large_table}
