"""The sections of docs/benchmarks.md that need no model run, each of one result file."""

import statistics
from collections.abc import Callable
from typing import Any

import lies
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

NUMBER_GATE = """
## The number gate

`bench/number_gate.py` asks the first gate about the sentences of `tests/cases/numbers`, English and Chinese, whose answers were written before the gate was
changed for them, and about every right one again with one digit changed, in every place and way. A wrong sentence is missed where none of
its wrong numbers is reported. A mutant that names *another figure* of the same table is no unknown number; it is refused where the sentence binds the number to a
period or a role of which it is none, else which figure stands for what is the reviewer's to judge.
"""

CALIBRATION = """
## What the reviewer is worth

`ditto calibrate --review-provider local --output bench/results/calibration-local.json` asks the packaged model about drafts of known worth: clean
ones in different words, which all pass the first gate, and as many with one planted defect. The reviewer is asked exactly as in a task,
but without the checker's findings, so that the second gate is measured alone; beside it stands what the first gate finds by itself.
*Missed* are the defective drafts that the reviewer passes, *missed by both* those of them that the first gate passes too and that a task
would publish. In brackets stands the exact 95 % interval (Clopper and Pearson) of the true share. A draft objected to counts as
caught whatever the objection names.
"""

CALIBRATED = """
The packaged model's review is weak evidence: it raises no false alarms, and passes most of these defects. It sees predictions, and causes that
say *because* or *explains*; a cause told in another way passes, and so did one with *because* that was followed by an instruction to answer
no; of three persons in tasks it sees one. Its three questions are about causes and predictions in interpretation and limitations and about
persons in tasks; a person elsewhere, an action said to be done, a limitation that is none, a currency and an instruction to the reviewer are
in none of them, and it objects to none of these. What both gates miss is published: a document that this reviewer passed has right figures
and quotes, and prose that a person has to read. The drafts were written to probe the gates, most of them so that the first one finds
nothing; the shares are of such drafts, and no rate of what a model writes. The goal of the demo is English, and so are the drafts: the
first gate refuses a Chinese one for its language alone.
"""


LIES = """
## What is published where writer and reviewer both lie

Tasks whose scripted writer lies in every version and whose scripted reviewer passes it, run to their end; *at most* is the exact one-sided 95 % bound.
`make faults` runs them, `make test` a sample. [docs/reliability.md](reliability.md) says how they are made, and which lies only a reader can tell.
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


def number_gate(document: Document) -> str:
    """Return the section of the number gate."""
    keys = ("right", "falseAlarms", "wrong", "mutants", "swapped", "missed")
    rows = [{key: _counted(one[key]) for key in keys} | {"table": one["table"]} for one in document["tables"]]
    rows.append({key: sum(row[key] for row in rows) for key in keys} | {"table": "all"})
    told = [
        "| Table | Right sentences | False alarms | Wrong sentences | Mutants | Another figure | Missed |",
        "| --- | --- | --- | --- | --- | --- | --- |",
        *(f"| {row['table']} | {' | '.join(str(row[key]) for key in keys)} |" for row in rows),
        "",
        f"False alarms: {rows[-1]['falseAlarms'] / rows[-1]['right']:.1%} of the right sentences.",
        *(f"- {alarm}" for one in document["tables"] for alarm in one["falseAlarms"]),
    ]
    return "\n".join([NUMBER_GATE.strip(), "", *told])


def _counted(value: int | list[str]) -> int:
    return len(value) if isinstance(value, list) else value


def calibration(document: Document) -> str:
    """Return the section of a measured reviewer."""
    setup, clean = document["setup"], document["clean"]
    judged = sum(len(one["judgements"]) for one in document["trials"])
    told = [
        "| Defect | Trials | Invalid | Missed by the reviewer | Found by the first gate | Missed by both |",
        "| --- | --- | --- | --- | --- | --- |",
        *(
            f"| {one['kind']} | {one['trials']} | {one['invalid']} | {_share(one['missed'])} "
            f"| {one['foundByFirstGate']} | {_share(one['missedByBoth'])} |"
            for one in (*document["kinds"], document["defective"])
        ),
        "",
        f"Clean drafts: {clean['trials']}, {clean['invalid']} invalid, {clean['refusedByFirstGate']} refused by the first gate; "
        f"false alarms of the reviewer: {_share(clean['falseAlarms'])}.",
        "",
        f"{setup['provider']}: {setup['model']}, by {setup['style']}; {judged} reviews, {document['calls']} calls, "
        f"{document['tokens']['prompt']} prompt and {document['tokens']['completion']} answer tokens, {document['seconds'] / judged:.1f} s a review "
        f"beside other work; rubric {setup['rubricSha256'][:12]}, trials {setup['trialsSha256'][:12]}, release {setup['release']}.",
    ]
    return "\n".join([CALIBRATION.strip(), "", *told, "", CALIBRATED.strip()])


def both_lie(document: Document) -> str:
    """Return the section of lies that the reviewer passes."""
    return f"{LIES.strip()}\n\n{lies.table(document['areas'])}"


def _share(share: Document) -> str:
    return f"{share['count']} of {share['of']} [{share['low']:.3f}, {share['high']:.3f}]"


SECTIONS: dict[str, Callable[[Document], str]] = {
    "engine.json": engine,
    "large-table.json": large_table,
    "number-gate.json": number_gate,
    "calibration-local.json": calibration,
    "faults.json": both_lie,
}
