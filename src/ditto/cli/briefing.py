"""What the commands of `ditto brief` do: run a flow to its end, and leave it resumable when a signal comes."""

from collections.abc import Awaitable, Callable
from pathlib import Path

from ditto.agents.brief_app import BriefApp, open_briefs
from ditto.agents.briefs import BriefInput, resume_brief, run_brief
from ditto.cli.output import OF_STATUS, Exit, answer, say, tell
from ditto.cli.progress import Progress
from ditto.cli.running import Running, free_name, until_signal
from ditto.state.brief import BriefReport, Flow
from ditto.state.record import Record
from ditto.tools.brief_creation import create_brief_demo, write_input
from ditto.tools.settings import Settings, load_settings


class SourcesMade(Record):
    """The answer of `ditto brief from-git --json`."""

    directory: str
    files: tuple[str, ...]


def start(flow: Flow, given: BriefInput, running: Running) -> Exit:
    """Run a new task."""
    return _run(lambda app: run_brief(app, flow, given), given.output, running)


def resume(output: Path, running: Running) -> Exit:
    """Go on with a task."""
    return _run(lambda app: resume_brief(app, output), output, running)


def run_brief_demo(flow: Flow, directory: Path | None, running: Running) -> Exit:
    """Make a flow's demo input of random values in a new directory and run it."""
    load_settings(running.config).provider(running.provider)
    folder = directory or free_name(f"ditto-demo-{flow}")
    create_brief_demo(folder / "input", flow)
    tell(f"made {folder / 'input'} with random values for the flow {flow}")
    budget = 1 if flow == "stop" else 24
    return start(flow, BriefInput(folder / "input", folder / "output", model_call_budget=budget), running)


def make_sources(repository: Path, revisions: str, output: Path, *, as_json: bool) -> Exit:
    """Write an input directory from a repository's tags and commits."""
    from ditto.tools.domains.release_brief.git import sources_from_git

    files = sources_from_git(repository, revisions)
    write_input(output, files)
    if as_json:
        answer(SourcesMade(directory=str(output), files=tuple(files)).dump())
    else:
        say(f"made {output} with {', '.join(files)}")
        say(f"`ditto brief bounded --input {output} --output NEW` fills in the brief")
    return Exit.DONE


def _run(act: Callable[[BriefApp], Awaitable[BriefReport]], output: Path, running: Running) -> Exit:
    async def opened(settings: Settings, progress: Progress) -> BriefReport:
        async with open_briefs(settings, provider=running.provider, observe=progress) as app:
            return await act(app)

    report = until_signal(opened, running, lambda: _after_cancellation(output))
    if report is None:
        return Exit.CANCELLED
    if running.as_json:
        answer(report.dump())
    else:
        _print(output, report)
    return OF_STATUS[report.status]


def _after_cancellation(output: Path) -> str:
    if output.exists():
        return f"cancelled; `ditto brief resume --output {output}` goes on"
    return "cancelled before anything was made"


def _print(output: Path, report: BriefReport) -> None:
    snapshot = report.snapshot
    say()
    say(f"{report.status}: {report.reason}")
    if report.status == "completed":
        say("proven: every field equals what its source says; whether the source is right is not")
    for issue in snapshot.issues:
        say(f"  - {issue.field}: {issue.message}")
    say(f"rounds {report.rounds}, model calls {report.model_calls}, revisions {snapshot.revision}")
    say(f"brief: {output / 'brief.md'}")
