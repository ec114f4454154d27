"""The engine's figures as a table, for the terminal and for docs/benchmarks.md."""

from typing import Any

Document = dict[str, Any]


def table(results: Document) -> str:
    """Return the results as a Markdown table, and below it the targets."""
    names = {"ditto": "Ditto", "bare": "bare graph", "replay": "Ditto, replay", "open": "Ditto, open_app alone"}
    lines = ["| | Median ms | p90 ms | Steps | ms a step | Checkpoint bytes |", "| --- | --- | --- | --- | --- | --- |"]
    for key, name in names.items():
        wall = results["wallMs"][key]
        others = [results[one].get(key, "") for one in ("steps", "msPerStep", "checkpointBytes")]
        lines.append("| " + " | ".join(map(str, [name, wall["median"], wall["p90"], *others])) + " |")
    told = [f"{'met' if met else 'MISSED'}: {name}" for name, met in results["targets"].items()]
    ratios = f"time {results['ratio']} times the bare graph's, checkpoint bytes {results['checkpointBytesRatio']} times"
    return "\n".join(
        [
            *lines,
            "",
            f"{ratios}; a whole task directory has {results['taskDirectoryBytes']} bytes",
            f"{results['runs']} runs; one fsync {results['machine']['fsyncMs']} ms, one request {results['machine']['serverMs']} ms",
            *told,
        ]
    )
