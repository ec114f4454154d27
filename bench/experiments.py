"""The 17 experiments that every release passes (contract, section 4): random material, exact reasons, calls and rounds.

`python bench/experiments.py [--provider NAME] [--runs N] [--results FILE]` runs them through whatever `ditto` this Python
imports, and exits 1 where one failed.
"""

import argparse
import asyncio
import json
import random
import sqlite3
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import ditto
from ditto import BriefApp, BriefInput, BriefReport, DittoError, open_briefs

FIELDS = ("code", "owner", "deadline")
Files = dict[str, Any]
Run = Callable[[BriefApp, BriefInput], Awaitable[BriefReport]]


class Experiment(NamedTuple):
    """What is run, on what, and how it must end; `raises` names the error of one that has no report."""

    name: str
    flow: str
    files: Callable[[Mapping[str, str]], Files]
    reason: str | None
    calls: int
    rounds: int | None = None
    limits: Mapping[str, int] = {}
    raises: str | None = None
    max_steps: int = 1_024


def values() -> dict[str, str]:
    """Draw the values of one run."""
    draw = random.SystemRandom()
    return {
        "code": f"REL-{draw.randint(100, 9999)}",
        "owner": f"team-{draw.choice('abcdefgh')}{draw.randint(10, 99)}",
        "deadline": f"2026-12-{draw.randint(1, 31):02d}",
    }


def material(
    right: Mapping[str, str],
    *,
    draft: Mapping[str, str] | None = None,
    imported: bool = True,
    without: Sequence[str] = (),
) -> Files:
    """Return an input directory with one source a field; the sources of `without` have no file."""
    spec = {
        "required": list(right),
        "catalog": [{"id": f"{field}-source", "fields": [field]} for field in right],
        "initialDraft": dict(draft or {}),
        "initialEvidence": [f"{field}-source" for field in right] if imported else [],
    }
    sources = {f"{field}-source": {"facts": {field: value}} for field, value in right.items() if field not in without}
    return {"spec": spec, **sources}


def first_missing(right: Mapping[str, str]) -> Files:
    """Return material whose catalog begins with a source that does not exist."""
    files = material(right, imported=False)
    files["spec"]["catalog"].insert(0, {"id": "first", "fields": ["code"]})
    return files


def wrong(right: Mapping[str, str], fields: Sequence[str] = FIELDS) -> dict[str, str]:
    """Return a draft in which these fields are wrong."""
    return {field: f"old-{value}" if field in fields else value for field, value in right.items()}


def only_code(right: Mapping[str, str]) -> dict[str, str]:
    """Return the values of one field."""
    return {"code": right["code"]}


def no_sources(right: Mapping[str, str]) -> Files:
    """Return material with an empty catalog."""
    files = material(right, imported=False)
    files["spec"]["catalog"] = []
    return {"spec": files["spec"]}


ZERO = {"max_rounds": 0, "model_call_budget": 0}
EXPERIMENTS = (
    Experiment("fixed rounds", "bounded", material, "goal", 3, 3),
    Experiment("missing first source", "adaptive", first_missing, "goal", 10, 14),
    Experiment("improve", "improvement", lambda v: material(v, draft=wrong(v)), "goal", 3, 3),
    Experiment("retrieve then compose", "retrieval", lambda v: material(v, imported=False), "goal", 4, 4),
    Experiment("last defect", "goal", lambda v: material(v, draft=wrong(v, ["owner"])), "goal", 1, 1),
    Experiment("already complete", "goal", lambda v: material(v, draft=v), "goal", 0, 0, ZERO),
    Experiment("empty goal", "goal", lambda v: material({}), "goal", 0, 0),
    Experiment("budget 1", "stop", material, "budget", 1, 1, {"model_call_budget": 1}),
    Experiment("budget 0", "stop", material, "budget", 0, 0, {"model_call_budget": 0}),
    Experiment("rounds 1", "stop", material, "round-limit", 1, 1, {"max_rounds": 1}),
    Experiment("rounds 0", "stop", material, "round-limit", 0, 0, {"max_rounds": 0}),
    Experiment("no sources", "stop", no_sources, "blocked", 0, 0),
    Experiment(
        "missing source file",
        "retrieval",
        lambda v: material(only_code(v), imported=False, without=["code"]),
        "blocked",
        1,
        1,
    ),
    Experiment(
        "budget 3", "retrieval", lambda v: material(v, imported=False), "budget", 3, 3, {"model_call_budget": 3}
    ),
    Experiment("budget 1 of a plan", "adaptive", first_missing, "budget", 1, 2, {"model_call_budget": 1}),
    Experiment("hard limit", "bounded", material, None, 1, raises="StepLimit", max_steps=3),
    Experiment("cancelled before start", "bounded", material, None, 0, raises="CancelledError"),
)


class Outcome(NamedTuple):
    """How one run of an experiment ended; `faults` is empty where it passed."""

    experiment: str
    flow: str
    reason: str | None
    calls: int
    rounds: int
    seconds: float
    faults: list[str]
    error: str | None
    asked: list[dict[str, Any]]
    """Every recorded call: purpose, round, provider, model, node, run, seconds, tokens, outcome."""


async def run(experiment: Experiment, folder: Path, settings: ditto.Settings, provider: str | None = None) -> Outcome:
    """Run an experiment on new material in a folder."""
    right = values()
    write(folder / "input", experiment.files(right))
    given = BriefInput(folder / "input", folder / "output", **experiment.limits)
    asked: list[object] = []

    def note(event: ditto.Event) -> None:
        if type(event).__name__ == "Asking":
            asked.append(event)

    began = time.monotonic()
    report, error = None, None
    async with open_briefs(settings, provider=provider, observe=note, max_steps=experiment.max_steps) as app:
        flow: Run = getattr(ditto, f"run_{experiment.flow}")
        running = asyncio.ensure_future(flow(app, given))
        if experiment.raises == "CancelledError":
            running.cancel()
        try:
            report = await running
        except (DittoError, asyncio.CancelledError) as raised:
            error = raised
    calls = report.model_calls if report else len(asked)
    return Outcome(
        experiment.name,
        experiment.flow,
        report.reason if report else None,
        calls,
        report.rounds if report else 0,
        round(time.monotonic() - began, 2),
        faults(experiment, right, folder / "output", report, error, calls),
        f"{type(error).__name__}: {error}".replace(f"{folder}/", "") if error else None,
        recorded(folder / "output"),
    )


def recorded(output: Path) -> list[dict[str, Any]]:
    """Return the calls that Memory holds, read from the side."""
    memory = output / ".ditto" / "memory.sqlite"
    if not memory.exists():
        return []
    db = sqlite3.connect(f"{memory.absolute().as_uri()}?mode=ro", uri=True)
    try:
        return [json.loads(row[0]) for row in db.execute("select document from calls order by number")]
    finally:
        db.close()


def write(folder: Path, files: Files) -> None:
    """Write an input directory."""
    folder.mkdir(parents=True)
    for name, document in files.items():
        (folder / f"{name}.json").write_text(json.dumps(document))


def faults(
    experiment: Experiment,
    right: Mapping[str, str],
    output: Path,
    report: BriefReport | None,
    error: BaseException | None,
    calls: int,
) -> list[str]:
    """Return what is not as the contract says, read from the files where there are any."""
    held = {
        f"raised {type(error).__name__}": (type(error).__name__ if error else None) == experiment.raises,
        f"{calls} calls": calls == experiment.calls,
        "an output directory": experiment.name != "cancelled before start" or not output.exists(),
    }
    if report is None:
        held["a result"] = not (output / "result.json").exists()
        return [problem for problem, holds in held.items() if not holds]
    result = json.loads((output / "result.json").read_text())
    draft, evidence = result["snapshot"]["draft"], result["snapshot"]["evidence"]
    held |= {
        f"reason {report.reason}": report.reason == experiment.reason,
        f"{report.rounds} rounds": experiment.rounds in (None, report.rounds),
        "the result is not what was returned": (result["reason"], result["modelCalls"]) == (report.reason, calls),
        "a wrong value": all(right[field] == value for field, value in draft.items()) or experiment.reason != "goal",
        "a field is missing": experiment.reason != "goal" or set(draft) == set(result_fields(output)),
        "evidence or brief of a spent budget": experiment.name != "budget 3" or (len(evidence), draft) == (3, {}),
        "attempts": experiment.name != "budget 1 of a plan" or len(result["snapshot"]["attempts"]) == 1,
    }
    return [problem for problem, holds in held.items() if not holds]


def result_fields(output: Path) -> list[str]:
    """Return the fields that a brief must hold."""
    return json.loads((output / "spec.json").read_text())["required"]


def main() -> int:
    """Run all experiments, keep the outcomes, and print what failed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--provider")
    parser.add_argument("--runs", type=int, default=1)
    parser.add_argument("--results", type=Path)
    given = parser.parse_args()
    settings, runs = ditto.load_settings(), []
    for number in range(given.runs):
        with tempfile.TemporaryDirectory(prefix="ditto-briefs-") as folder:
            for one in EXPERIMENTS:
                place = Path(folder) / one.name.replace(" ", "-")
                runs.append({"run": number, **asyncio.run(run(one, place, settings, given.provider))._asdict()})
                print(f"{number} {one.name}: {'; '.join(runs[-1]['faults']) or 'as it should be'}", flush=True)
    if given.results:
        wheel = "site-packages" in str(ditto.__file__)
        document = {"provider": given.provider or settings.model.provider, "fromWheel": wheel, "outcomes": runs}
        given.results.write_text(json.dumps(document, indent=1) + "\n")
    return 1 if any(one["faults"] for one in runs) else 0


if __name__ == "__main__":
    sys.exit(main())
