"""Measure the number gate on a corpus of sentences with known answers, and on every one-digit mutant of its right ones.

What the rule of attribution finds counts as well: a right sentence must pass both.

A right sentence that is refused is a false alarm. A wrong one is missed where none of the numbers that are wrong in it is
reported; a mutant is missed where it passes and its number is no other figure of the table, whatever its scale.
"""

import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from ditto.state.evidence import Evidence, Source
from ditto.state.numbers import Known, unknown_numbers
from ditto.tools.domains import load_domain
from ditto.tools.domains.monthly_report.attribution import misattributed
from ditto.tools.domains.monthly_report.checks import known_numbers

ROOT = Path(__file__).resolve().parents[1]
CORPUS = ROOT / "tests" / "cases" / "numbers"
RESULTS = Path(__file__).with_name("results") / "number-gate.json"
_NUMBER = re.compile(r"\d(?:[\d.,'’]*\d)?")


class Table(NamedTuple):
    """The sentences about one table: the right ones by kind, and the wrong ones with the numbers that are wrong."""

    name: str
    known: Known
    evidence: Evidence
    figures: frozenset[str]
    right: dict[str, list[str]]
    wrong: dict[str, list[tuple[str, list[str]]]]

    def reported(self, text: str) -> tuple[str, ...]:
        """Return the numbers that the gate reports."""
        return unknown_numbers(text, self.known)

    def refused(self, text: str) -> tuple[str, ...]:
        """Return them, and what the gate says of numbers that stand in a wrong place."""
        return *self.reported(text), *misattributed(text, self.known, self.evidence.facts)

    def holds(self, number: str) -> bool:
        """Tell whether a number has the digits of a figure of the table."""
        return _digits(number) in self.figures


def tables() -> list[Table]:
    """Read the corpus."""
    return [_table(path) for path in sorted(CORPUS.glob("*.json"))]


def _table(path: Path) -> Table:
    told = json.loads(path.read_text("utf-8"))
    evidence = load_domain("monthly_report").gather([Source("sales", told["csv"].encode())], told["options"], "0" * 64)
    figures = frozenset(map(_digits, told["figures"].split()))
    return Table(path.stem, known_numbers(evidence, told["goal"]), evidence, figures, told["right"], told["wrong"])


def _digits(number: str) -> str:
    return re.sub(r"\D", "", number).strip("0")


def mutants(text: str) -> Iterator[tuple[str, str]]:
    """Yield the text with one digit changed, in every way, and the number that holds it."""
    for number in _NUMBER.finditer(text):
        for place in range(*number.span()):
            for digit in "0123456789":
                if text[place].isdigit() and digit != str(int(text[place])):
                    mutant = text[:place] + digit + text[place + 1 :]
                    yield mutant, mutant[number.start() : number.end()]


def measured(table: Table) -> dict[str, Any]:
    """Return the counts of one table, with every sentence that was judged wrongly."""
    counts, alarms, missed = Counter[str](), list[str](), list[str]()
    for text in (text for texts in table.right.values() for text in texts):
        counts["right"] += 1
        if found := table.refused(text):
            alarms.append(f"{text} {list(found)}")
            continue
        for mutant, number in mutants(text):
            passes = not table.refused(mutant)
            counts["mutants"] += 1
            counts["swapped"] += passes and table.holds(number)
            missed += [mutant] if passes and not table.holds(number) else []
    for text, numbers in (pair for pairs in table.wrong.values() for pair in pairs):
        counts["wrong"] += 1
        found = table.reported(text)
        missed += [] if any(number in one or one in number for number in numbers for one in found) else [text]
    return {"table": table.name, **counts, "falseAlarms": alarms, "missed": missed}


def main() -> None:
    """Write the results, and print what was judged wrongly."""
    results = [measured(table) for table in tables()]
    RESULTS.write_text(json.dumps({"tables": results}, ensure_ascii=False, indent=1) + "\n", "utf-8")
    for result in results:
        for name in ("falseAlarms", "missed"):
            print(f"{result['table']}: {len(result[name])} {name}", *result[name], sep="\n  ")


if __name__ == "__main__":
    main()
