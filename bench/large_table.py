"""Measure reading, fingerprinting, validating and summing a 1,000,000-row order export, beside the plain csv module.

Both read the same file in this process, in turn. The csv module's loop sums two columns by month with floats and checks nothing.
"""

import csv
import json
import os
import platform
import random
import resource
import statistics
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ditto.state.canonical import sha256
from ditto.state.evidence import Source
from ditto.tools.domains import load_domain

RESULTS = Path(__file__).with_name("results") / "large-table.json"
ROWS, RUNS, MOST_RATIO = 1_000_000, 5, 3.0
MAPPING: dict[str, Any] = {
    "period": {"column": "date", "formats": ["YYYY-MM-DD"]},
    "gross": "gross",
    "refund": "refund",
    "currency": "EUR",
    "ignore": ["order", "channel"],
}


def write_orders(path: Path, rows: int = ROWS) -> None:
    """Write an order export of two whole months, the same at every run."""
    values = random.Random(5)
    with path.open("w", encoding="utf-8") as file:
        file.write("order,date,gross,refund,channel\n")
        for row in range(rows):
            month, day = 7 + row * 2 // rows, 1 + row % (rows // 2) * 31 // (rows // 2)
            gross, refund = values.randint(500, 50_000), values.choice([0, 0, 0, 0, values.randint(0, 500)])
            file.write(f"A{row:08d},2026-{month:02d}-{day:02d},{gross / 100:.2f},{refund / 100:.2f},web shop\n")


def plain(path: Path) -> int:
    """Sum with the csv module, and return the growth in cents."""
    sums: defaultdict[str, float] = defaultdict(float)
    with path.open(encoding="utf-8", newline="") as file:
        rows = csv.reader(file)
        next(rows)
        for row in rows:
            sums[row[1][:7]] += float(row[2]) - float(row[3])
    return round((sums["2026-08"] - sums["2026-07"]) * 100)


def checked(path: Path) -> int:
    """Read as a task does, and return the growth in cents."""
    data = path.read_bytes()
    evidence = load_domain("monthly_report").gather(
        [Source("orders", data)], {"mappings": {"orders": MAPPING}}, sha256(data)
    )
    return evidence.facts["changeCents"][0]


def _timed(act: Callable[[Path], int], path: Path) -> tuple[float, int]:
    started = time.perf_counter()
    found = act(path)
    return time.perf_counter() - started, found


def main() -> int:
    """Measure, write the result file and say whether the limit holds."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "orders.csv"
        write_orders(path)
        size = path.stat().st_size
        runs = [(_timed(plain, path), _timed(checked, path)) for _ in range(RUNS)]
    if len({found for run in runs for _, found in run}) != 1:
        raise AssertionError(f"the two do not agree: {runs}")
    seconds = [[run[which][0] for run in runs] for which in (0, 1)]
    ratio = statistics.median(seconds[1]) / statistics.median(seconds[0])
    result = {
        "rows": ROWS,
        "bytes": size,
        "csvSeconds": seconds[0],
        "dittoSeconds": seconds[1],
        "ratio": ratio,
        "mostRatio": MOST_RATIO,
        "peakBytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024,
        "python": platform.python_version(),
        "cpus": os.cpu_count(),
    }
    RESULTS.write_text(json.dumps(result, indent=1) + "\n")
    print(f"ratio {ratio:.2f}, at most {MOST_RATIO}: {'met' if ratio <= MOST_RATIO else 'MISSED'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
