"""Run each scenario with a real model through the installed command line, and keep every result.

Half of the runs use the fixture, half a random table; what a run published is judged by `oracle.py`.
"""

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from oracle import judge

DITTO = str(Path(sys.executable).with_name("ditto"))
SCENARIOS = ("flawed-draft", "generate", "missing-data")
LIMITS = ["--max-rounds", "6", "--max-model-calls", "16", "--deadline", "3600"]


def random_task(scenario: str, rng: random.Random, folder: Path) -> tuple[list[str], str]:
    """Write a random table, and a flawed draft where the scenario has one; return the arguments of `ditto new`."""
    year, month, gross = rng.randint(2021, 2026), rng.randint(1, 11), rng.randint(20_000, 900_000)
    later = int(gross * rng.uniform(0.6, 1.5))
    rows = [
        f"{year}-{month:02d},{gross},{rng.randint(0, gross // 10)}",
        f"{year}-{month + 1:02d},{later},{rng.randint(0, later // 10)}",
    ]
    table = "\n".join(["month,grossCents,refundCents", *(rows[:1] if scenario == "missing-data" else rows), ""])
    (folder / "sales.csv").write_text(table)
    arguments = ["--source", str(folder / "sales.csv"), *LIMITS]
    if scenario == "flawed-draft":
        seed = {
            "title": "Monthly revenue report",
            "metrics": {
                "baselineNetCents": gross,
                "currentNetCents": later,
                "growthPercent": round((later - gross) / gross * 100),
            },
            "interpretation": "Revenue moved because customers liked the new campaign, and it will rise again next month.",
            "limitations": [],
            "actions": [],
            "citations": [],
        }
        (folder / "seed.json").write_text(json.dumps(seed))
        arguments += ["--seed", str(folder / "seed.json")]
    return arguments, table


def run_once(scenario: str, number: int, provider: str, folder: Path) -> dict[str, Any]:
    """Make and run one task; return what it cost, how it ended, and what the oracle found."""
    task, table, seed = folder / f"{scenario}-{number}", None, 0
    if number % 2 == 0:
        seed = 100 * number  # on the same table only another seed makes another trial
        command = [DITTO, "demo", scenario, "--dir", str(task), "--provider", provider, "--json"]
    else:
        arguments, table = random_task(scenario, random.Random(f"{scenario}-{number}"), folder)
        subprocess.run([DITTO, "new", str(task), *arguments], check=True, capture_output=True)
        command = [DITTO, "run", str(task), "--provider", provider, "--json"]
    began = time.monotonic()
    environment = {**os.environ, f"DITTO_PROVIDERS__{provider.upper()}__SEED": str(seed)}
    ended = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    return {
        "scenario": scenario,
        "run": number,
        "seed": seed,
        "table": table,
        "seconds": round(time.monotonic() - began, 1),
        "exit": ended.returncode,
        **outcome(task, ended),
    }


def outcome(task: Path, ended: subprocess.CompletedProcess[str]) -> dict[str, Any]:
    """Return the report's own words, the published draft, and the oracle's faults."""
    if not (task / "output" / "report.json").exists():
        return {
            "status": "failed",
            "stopReason": None,
            "detail": ended.stderr.strip().splitlines()[-1:],
            "faults": ["no report"],
        }
    report = json.loads(ended.stdout)
    published = task / "output" / "analysis.json"
    return {
        "status": report["status"],
        "stopReason": report["stopReason"],
        "detail": report["detail"],
        "versions": len(report["rounds"]),
        "issues": [[issue["field"] for issue in one["issues"]] for one in report["rounds"]],
        "calls": report["usage"]["calls"],
        "tokens": report["usage"]["tokens"],
        "draft": json.loads(published.read_text())["draft"] if published.exists() else None,
        "faults": judge(task),
    }


def expected(result: dict[str, Any]) -> bool:
    """Tell whether a run ended as its scenario should, with nothing wrong in what it published."""
    wanted = "needs-human" if result["scenario"] == "missing-data" else "completed"
    return result["status"] == wanted and not result["faults"]


def main() -> int:
    """Run everything, write the results file, and say what came out."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=10)
    parser.add_argument("--provider", default="local")
    parser.add_argument("--results", type=Path, required=True)
    parser.add_argument("--strict", action="store_true", help="exit 1 where any run did not end as it should")
    given = parser.parse_args()
    results: list[dict[str, Any]] = []
    with tempfile.TemporaryDirectory(prefix="ditto-bench-") as folder:
        for scenario in SCENARIOS:
            for number in range(given.runs):
                result = run_once(scenario, number, given.provider, Path(folder))
                results.append(result)
                print(
                    f"{scenario} {number}: {result['status']} {result['stopReason']} {result['seconds']} s, faults {result['faults']}",
                    flush=True,
                )
    given.results.parent.mkdir(parents=True, exist_ok=True)
    given.results.write_text(
        json.dumps({"provider": given.provider, "results": results}, ensure_ascii=False, indent=1) + "\n"
    )
    wrong = [result for result in results if not expected(result)]
    print(f"{len(results) - len(wrong)} of {len(results)} ended as they should")
    return 1 if given.strict and wrong else 0


if __name__ == "__main__":
    sys.exit(main())
