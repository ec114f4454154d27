"""The commands: each says what it does in one line and leaves the work to its module."""

from pathlib import Path
from typing import Annotated, cast, get_args

import typer

from ditto.cli import options
from ditto.cli.briefs import briefs
from ditto.cli.calibrate import calibrate
from ditto.cli.new import new
from ditto.cli.output import reported
from ditto.state.brief import Flow
from ditto.state.errors import BadRequest

app = typer.Typer(
    help="Write documents that can be trusted: a model writes, a program recomputes, another model call reviews.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    add_completion=True,
    rich_markup_mode=None,
)


app.add_typer(briefs, name="brief", help="Complete a release brief field by field from source files.")


@app.callback()
def _root(context: typer.Context, config: options.Config = None) -> None:
    context.obj = config


def _chosen(context: typer.Context, config: Path | None) -> Path | None:
    return config or context.obj


@app.command()
def demo(
    context: typer.Context,
    scenario: options.Scenario = "flawed-draft",
    directory: Annotated[
        Path | None,
        typer.Option(
            "--dir", metavar="DIR", help="Where to make it (default ./ditto-demo-SCENARIO).", show_default=False
        ),
    ] = None,
    provider: options.Writer = None,
    review_provider: options.Reviewer = None,
    config: options.Config = None,
    as_json: options.AsJson = False,
) -> None:
    """Make a fixture task, or a brief's input of random values, and run it."""
    from ditto.cli.running import Running, run_demo

    running = Running(_chosen(context, config), provider, review_provider, as_json)
    if scenario in get_args(Flow):
        from ditto.cli.briefing import run_brief_demo

        reported(lambda: run_brief_demo(cast(Flow, scenario), directory, running), as_json=as_json)
    _require_scenario(scenario, running.config)
    reported(lambda: run_demo(scenario, directory, running), as_json=as_json)


def _require_scenario(scenario: str, config: Path | None) -> None:
    """A scenario that no subject has is wrong usage; subjects are loaded for a demo alone."""
    from ditto.tools.creation import find_demo
    from ditto.tools.settings import load_subjects

    try:
        find_demo(scenario, load_subjects(config))
    except BadRequest as error:
        flows = " or ".join(get_args(Flow))
        raise typer.BadParameter(
            f"{error.problem}: found {error.found}, expected {error.expected} or {flows}"
        ) from error


app.command()(new)


@app.command()
def run(
    context: typer.Context,
    directory: options.Directory,
    stop_after: Annotated[
        options.Stage | None, typer.Option(help="Stop at this checkpoint.", show_default=False)
    ] = None,
    provider: options.Writer = None,
    review_provider: options.Reviewer = None,
    config: options.Config = None,
    as_json: options.AsJson = False,
) -> None:
    """Start, resume or replay a task."""
    from ditto.cli.running import Running, run_task

    running = Running(_chosen(context, config), provider, review_provider, as_json, stop_after)
    reported(lambda: run_task(directory, running), as_json=as_json)


@app.command()
def review(
    context: typer.Context,
    directory: options.Directory,
    token: Annotated[str | None, typer.Option(help="The token of what waits.", show_default=False)] = None,
    actor: Annotated[
        str | None, typer.Option(help="Who decides: a principal of policy.json.", show_default=False)
    ] = None,
    approve: Annotated[bool, typer.Option("--approve", help="Accept this version.")] = False,
    revise: Annotated[
        list[str] | None,
        typer.Option(metavar="TEXT", help="What to mend, or FIELD: TEXT; may be repeated.", show_default=False),
    ] = None,
    edit: Annotated[
        Path | None, typer.Option(metavar="FILE", help="A whole draft of your own, as JSON.", show_default=False)
    ] = None,
    stop: Annotated[bool, typer.Option("--stop", help="End the task as needs-human.")] = False,
    note: Annotated[str | None, typer.Option(help="Kept with the decision.", show_default=False)] = None,
    provider: options.Writer = None,
    review_provider: options.Reviewer = None,
    config: options.Config = None,
    as_json: options.AsJson = False,
) -> None:
    """Show what waits for a human, or answer it and go on."""
    from ditto.cli.reviewing import Answered, review_task
    from ditto.cli.running import Running

    given = Answered(token, actor, approve, tuple(revise or ()), edit, stop, note)
    running = Running(_chosen(context, config), provider, review_provider, as_json)
    reported(lambda: review_task(directory, given, running), as_json=as_json)


@app.command()
def verify(
    context: typer.Context,
    directory: options.Directory,
    config: options.Config = None,
    as_json: options.AsJson = False,
) -> None:
    """Re-check a finished task from its files alone: no model, no Redis, no database."""
    from ditto.cli.verifying import verify_task

    reported(lambda: verify_task(directory, _chosen(context, config), as_json=as_json), as_json=as_json)


@app.command()
def recheck(
    context: typer.Context,
    directory: options.Directory,
    config: options.Config = None,
    as_json: options.AsJson = False,
) -> None:
    """Say what today's checks and rubric would change of a finished task; asks no model, writes nothing."""
    from ditto.cli.rechecking import recheck_task

    reported(lambda: recheck_task(directory, _chosen(context, config), as_json=as_json), as_json=as_json)


app.command()(calibrate)


@app.command()
def show(
    context: typer.Context,
    directory: options.Directory,
    config: options.Config = None,
    as_json: options.AsJson = False,
) -> None:
    """Say where a task stands; runs nothing."""
    from ditto.cli.showing import show_task

    reported(lambda: show_task(directory, _chosen(context, config), as_json=as_json), as_json=as_json)


@app.command()
def doctor(context: typer.Context, config: options.Config = None, as_json: options.AsJson = False) -> None:
    """Look at settings, provider, Redis, subjects, SQLite, disk and locks; each finding comes with its mend."""
    from ditto.cli.doctor import examine

    reported(lambda: examine(_chosen(context, config), as_json=as_json), as_json=as_json)


@app.command()
def clean() -> None:
    """Free the disk that the joined weights take; they are joined again when they are needed."""
    from ditto.cli.cleaning import clean_weights

    reported(clean_weights, as_json=False)


def main() -> None:
    """Run the command line."""
    app()
