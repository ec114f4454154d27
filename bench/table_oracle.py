"""An independent judge of the figures, quotes and identity of a published report over tables with mappings.

The texts are the other oracle's: bench/oracle.py.
"""

import ast
import json
import sys
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

from bench.oracle import identity_faults, load, shape_faults
from bench.plain_tables import STRICT, Row, plain_quote, plain_rows, plain_sums

Sums = dict[str, int]
JOINED = {
    ast.Add: lambda left, right: left + right,
    ast.Sub: lambda left, right: left - right,
    ast.Mult: lambda left, right: left * right,
    ast.Div: lambda left, right: left / right,
}


def judge(task: Path) -> list[str]:
    """The faults of a completed task directory, each one sentence; none if it is right."""
    analysis, request = load(task / "output/analysis.json"), load(task / "request.json")
    draft = analysis["draft"]
    if broken := shape_faults(draft):
        return broken
    options = request["options"] or {}
    sources = {one["id"]: _rows(task / one["path"], one["id"], options) for one in request["sources"]}
    held = plain_sums(row for rows in sources.values() for row in rows)
    periods = options.get("periods") or sorted(held)[-2:]
    before, after = ({**held[one], "net": _net(held[one])} for one in periods)
    return [
        *identity_faults(task / f"drafts/{analysis['draftId']}.json", analysis),
        *_figure_faults(draft["metrics"], before, after),
        *_declared_faults(draft["metrics"].get("declared") or {}, options.get("metrics") or {}, before, after),
        *_citation_faults(draft["citations"], sources, periods),
    ]


def _rows(path: Path, source: str, options: dict[str, Any]) -> list[Row]:
    return list(plain_rows(path.read_bytes(), options.get("mappings", {}).get(source, STRICT)))


def _net(sums: Sums) -> int:
    return sums["gross"] - sums["refund"] - sums["discount"]


def _figure_faults(metrics: dict[str, Any], before: Sums, after: Sums) -> Iterator[str]:
    growth = rounded(Fraction(after["net"] - before["net"], before["net"]) * 100, 2)
    expected = {"baselineNetCents": before["net"], "currentNetCents": after["net"], "growthPercent": growth}
    for name, value in expected.items():
        if metrics[name] != value:
            yield f"The metric {name} is {metrics[name]}, not {float(value)}."


def _declared_faults(stated: dict[str, Any], metrics: dict[str, Any], before: Sums, after: Sums) -> Iterator[str]:
    expected = dict(_declared(metrics, before, after))
    for name in sorted(stated.keys() | expected.keys()):
        if stated.get(name) != expected.get(name):
            yield f"The declared metric {name} is {stated.get(name)}, not {expected.get(name)}."


def _declared(metrics: dict[str, Any], before: Sums, after: Sums) -> Iterator[tuple[str, Fraction]]:
    for name, metric in metrics.items():
        formula = ast.parse(metric["formula"], mode="eval").body
        places = 0 if metric["unit"] == "money" else metric.get("places", 2)
        once = "growth" in metric["formula"]
        whens = {"current": after} if once else {"baseline": before, "current": after}
        for when, sums in whens.items():
            try:
                yield (name if once else f"{name}.{when}"), rounded(value(formula, sums, before, after), places)
            except ZeroDivisionError:
                continue


def value(node: ast.expr, sums: Sums, before: Sums, after: Sums) -> Fraction:
    """The value of a formula in the period of `sums`."""
    match node:
        case ast.Constant(int() | float() as number):
            return Fraction(str(number))
        case ast.Name(name):
            return Fraction(sums[name])
        case ast.BinOp(left, mark, right):
            return JOINED[type(mark)](value(left, sums, before, after), value(right, sums, before, after))
        case ast.Call(ast.Name("growth"), [part]):
            old, new = (value(part, one, before, after) for one in (before, after))
            return (new - old) / old * 100
        case ast.Call(ast.Name("share"), [part, whole]):
            return value(part, sums, before, after) / value(whole, sums, before, after) * 100
        case ast.Call(ast.Name("sum"), parts):
            return sum((value(part, sums, before, after) for part in parts), Fraction())
        case _:
            raise ValueError(f"not a formula: {ast.unparse(node)}")


def rounded(exact: Fraction, places: int) -> Fraction:
    """The value rounded half away from zero."""
    units = int(abs(exact) * 10**places + Fraction(1, 2))
    return Fraction(units if exact >= 0 else -units, 10**places)


def _citation_faults(citations: list[Any], sources: dict[str, list[Row]], periods: list[str]) -> Iterator[str]:
    cited = {(one["sourceId"], one["quote"]) for one in citations}
    wanted, known = set[tuple[str, str]](), set[tuple[str, str]]()
    for source, rows in sources.items():
        for period in {row.period for row in rows}:
            quoted = (f"{source}-{period}", plain_quote([row for row in rows if row.period == period]))
            known.add(quoted)
            wanted |= {quoted} if period in periods else set()
    yield from (f"The citation {one} is not of the sources." for one in sorted(cited - known))
    yield from (f"The rows {one} are not cited." for one in sorted(wanted - cited))


if __name__ == "__main__":
    verdicts = [{"task": name, "faults": judge(Path(name))} for name in sys.argv[1:]]
    print("\n".join(json.dumps(verdict, ensure_ascii=False) for verdict in verdicts))
    sys.exit(any(verdict["faults"] for verdict in verdicts))
