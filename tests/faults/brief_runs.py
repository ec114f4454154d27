"""Running briefs of fixed values in this process or through the command line, and what must hold of one that did not end."""

import asyncio
import json
from pathlib import Path
from typing import Any

from bench.experiments import material, write
from ditto.agents.brief_app import open_briefs
from ditto.agents.briefs import BriefInput, resume_brief, run_brief
from ditto.state.brief import BriefReport, Flow
from ditto.tools.settings import Settings
from ditto.tools.verification import verify
from tests.faults.fuzz_commands import Answer, ditto
from tests.faults.kill_records import recorded
from tests.faults.kill_scenarios import RIGHT


def brief_input(folder: Path, files: Any = None, **limits: Any) -> BriefInput:
    """Write an input directory, of one source a field where nothing else is given, and name an output beside it."""
    write(folder / "input", material(RIGHT) if files is None else files)
    return BriefInput(folder / "input", folder / "output", **limits)


def searched() -> Any:
    """Return material without evidence, for the flows that search."""
    return material(RIGHT, imported=False)


async def begun(flow: Flow, given: BriefInput, settings: Settings, **opening: Any) -> BriefReport:
    """Make the task and run it."""
    async with open_briefs(settings, **opening) as app:
        return await run_brief(app, flow, given)


async def resumed(output: Path, settings: Settings, **opening: Any) -> BriefReport:
    """Run the task on."""
    async with open_briefs(settings, **opening) as app:
        return await resume_brief(app, output)


def begin(flow: Flow, given: BriefInput, settings: Settings) -> BriefReport:
    """As `begun`, for tests that run commands, which have a loop of their own."""
    return asyncio.run(begun(flow, given, settings))


def go_on(output: Path, settings: Settings) -> BriefReport:
    """As `resumed`, for those tests."""
    return asyncio.run(resumed(output, settings))


def commanded(flow: Flow, given: BriefInput, config: Path) -> Answer:
    """Run the flow's command."""
    return ditto("--config", config, "brief", flow, "--input", given.source, "--output", given.output)


def resumed_by_command(output: Path, config: Path) -> Answer:
    """Run the task on by its command."""
    return ditto("--config", config, "brief", "resume", "--output", output)


def kept(output: Path) -> list[str]:
    """Return the revisions and rounds of a task that has not ended; it has no result and no brief."""
    assert not any((output / name).exists() for name in ("result.json", "brief.md", ".ditto/manifest.json"))
    return sorted(file.relative_to(output).as_posix() for file in output.glob("r*s/*.json"))


def after_rounds(number: int) -> list[str]:
    """Return what a flow that revises once a round has saved after so many rounds."""
    return sorted(
        [f"revisions/{n}.json" for n in range(number + 1)] + [f"rounds/{n}.json" for n in range(1, number + 1)]
    )


async def outcomes(output: Path) -> list[str]:
    """Return how each call ended that Memory holds."""
    return [call.outcome for call in await recorded(output)]


def require_right(output: Path, report: BriefReport) -> None:
    """The brief is complete, right, verified, and on disk as it was returned."""
    assert (report.status, report.reason, report.snapshot.draft) == ("completed", "goal", RIGHT)
    assert json.loads((output / "result.json").read_bytes()) == report.dump()
    assert verify(output).findings == ()


def tree(folder: Path) -> dict[str, Any]:
    """Return every path below a folder, with the bytes of those that are files."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() if path.is_file() else None
        for path in sorted(folder.rglob("*"))
    }
