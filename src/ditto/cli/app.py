"""The commands: each says what it does in one line and leaves the work to its module."""

from pathlib import Path
from typing import Annotated, Literal

import typer

from ditto.cli.output import reported

app = typer.Typer(
    help="Write documents that can be trusted: a model writes, a program recomputes, another model call reviews.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    add_completion=True,
    rich_markup_mode=None,
)

Config = Annotated[
    Path | None,
    typer.Option("--config", help="Settings file (default ./ditto.yaml, then the packaged one).", show_default=False),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document on stdout.")]
Directory = Annotated[Path, typer.Argument(metavar="DIR", help="The task directory.")]
Scenario = Literal["generate", "flawed-draft", "missing-data"]
Stage = Literal["draft", "review", "report"]


@app.callback()
def _root(context: typer.Context, config: Config = None) -> None:
    context.obj = config


def _chosen(context: typer.Context, config: Path | None) -> Path | None:
    return config or context.obj


@app.command()
def demo(
    context: typer.Context,
    scenario: Annotated[Scenario, typer.Argument(help="Which fixture task.")] = "flawed-draft",
    directory: Annotated[
        Path | None,
        typer.Option(
            "--dir", metavar="DIR", help="Where to make it (default ./ditto-demo-SCENARIO).", show_default=False
        ),
    ] = None,
    provider: Annotated[str | None, typer.Option(help="The provider that writes.", show_default=False)] = None,
    review_provider: Annotated[str | None, typer.Option(help="The provider that reviews.", show_default=False)] = None,
    config: Config = None,
    as_json: AsJson = False,
) -> None:
    """Make a fixture task and run it."""
    from ditto.cli.running import run_demo

    reported(
        lambda: run_demo(scenario, directory, _chosen(context, config), provider, review_provider, as_json=as_json),
        as_json=as_json,
    )


@app.command()
def new(
    context: typer.Context,
    directory: Directory,
    source: Annotated[list[str], typer.Option(help="A source file, or ID=FILE; may be repeated.")],
    domain: Annotated[str, typer.Option(help="The subject.")] = "monthly_report",
    seed: Annotated[Path | None, typer.Option(help="An existing draft, as JSON.", show_default=False)] = None,
    goal: Annotated[
        str | None, typer.Option(help="What the document is for; its language is the document's.", show_default=False)
    ] = None,
    max_rounds: Annotated[
        int | None, typer.Option(help="Draft versions, a seed included: 1-16.", show_default=False)
    ] = None,
    max_model_calls: Annotated[
        int | None, typer.Option(help="Attempts to ask a model: 1-100.", show_default=False)
    ] = None,
    deadline: Annotated[int | None, typer.Option(help="Seconds from the first start.", show_default=False)] = None,
    tenant: Annotated[str | None, typer.Option(show_default=False)] = None,
    principal: Annotated[str | None, typer.Option(show_default=False)] = None,
    periods: Annotated[
        str | None,
        typer.Option(metavar="A,B", help="The two periods to compare (default: the two latest).", show_default=False),
    ] = None,
    ignore_columns: Annotated[
        str | None,
        typer.Option(metavar="A,B", help="Further columns of the source, carried as data only.", show_default=False),
    ] = None,
    approval: Annotated[
        bool,
        typer.Option(
            "--approval", help="Publish only on a person's approval; a task that waits for one ends as needs-human."
        ),
    ] = False,
    on_human: Annotated[
        Literal["stop", "pause"],
        typer.Option(help="Where a person must decide; both end the task as needs-human in this version."),
    ] = "stop",
    config: Config = None,
    as_json: AsJson = False,
) -> None:
    """Make a task directory from your own sources; nothing is asked yet."""
    from ditto.cli.creating import Wanted, create

    fixed = {
        "tenant": tenant,
        "principal": principal,
        "maxRounds": max_rounds,
        "maxModelCalls": max_model_calls,
        "deadlineSeconds": deadline,
    }
    wanted = Wanted(
        directory,
        domain,
        goal,
        tuple(source),
        seed,
        periods,
        ignore_columns,
        {**fixed, "approval": approval, "onHuman": on_human},
    )
    reported(lambda: create(wanted, _chosen(context, config), as_json=as_json), as_json=as_json)


@app.command()
def run(
    context: typer.Context,
    directory: Directory,
    stop_after: Annotated[Stage | None, typer.Option(help="Stop at this checkpoint.", show_default=False)] = None,
    provider: Annotated[str | None, typer.Option(help="The provider that writes.", show_default=False)] = None,
    review_provider: Annotated[str | None, typer.Option(help="The provider that reviews.", show_default=False)] = None,
    config: Config = None,
    as_json: AsJson = False,
) -> None:
    """Start, resume or replay a task."""
    from ditto.cli.running import run_task

    reported(
        lambda: run_task(directory, _chosen(context, config), stop_after, provider, review_provider, as_json=as_json),
        as_json=as_json,
    )


@app.command()
def show(directory: Directory, config: Config = None, as_json: AsJson = False) -> None:
    """Say where a task stands; runs nothing."""
    from ditto.cli.showing import show_task

    reported(lambda: show_task(directory, as_json=as_json), as_json=as_json)


@app.command()
def doctor(context: typer.Context, config: Config = None, as_json: AsJson = False) -> None:
    """Look at settings, provider, Redis, SQLite, disk and locks; each finding comes with its mend."""
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
