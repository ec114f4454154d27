"""`ditto calibrate`: what can be said of a measurement on the command line."""

from pathlib import Path
from typing import Annotated

import typer

from ditto.cli import options
from ditto.cli.output import reported


def calibrate(
    context: typer.Context,
    domain: Annotated[
        str | None,
        typer.Option(
            help=f"The subject whose trials are judged (default {options.DEFAULT_DOMAIN}).", show_default=False
        ),
    ] = None,
    review_provider: options.Reviewer = None,
    runs: Annotated[int, typer.Option(min=1, max=100, help="How often each trial is judged.")] = 1,
    output: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Keep what is known after each trial; the same command again goes on from there. Without it every run starts over.",
            show_default=False,
        ),
    ] = None,
    config: options.Config = None,
    as_json: options.AsJson = False,
) -> None:
    """Measure the reviewer on drafts of known worth; each question is a real call to the model."""
    from ditto.cli.calibrating import Wanted, calibrate_reviewer

    wanted = Wanted(config or context.obj, domain, review_provider, runs, output, as_json)
    reported(lambda: calibrate_reviewer(wanted), as_json=as_json)
