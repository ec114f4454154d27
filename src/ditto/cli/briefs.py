"""`ditto brief`: the six iteration flows, a resumption, and sources made from a repository."""

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, get_args

import typer

from ditto.cli import options
from ditto.cli.output import reported
from ditto.state.brief import Flow

briefs = typer.Typer(no_args_is_help=True, rich_markup_mode=None)

Input = Annotated[Path, typer.Option("--input", metavar="DIR", help="The folder of spec.json and the sources.")]
Output = Annotated[Path, typer.Option("--output", metavar="DIR", help="The output directory.")]
Rounds = Annotated[int, typer.Option("--max-rounds", help="Rounds at most: 0-100.")]
Budget = Annotated[int, typer.Option("--model-call-budget", help="Model calls at most: 0-100.")]
KeepGoing = Annotated[
    bool, typer.Option("--keep-going", help="Fill in every other field before ending for one that no source supplies.")
]

_DOES: dict[Flow, str] = {
    "bounded": "Repeat one revision: a failing field a round.",
    "adaptive": "Let the model plan each retrieval and revision.",
    "improvement": "Revise an existing draft field by field; every version is kept.",
    "retrieval": "Search the sources until the evidence is complete, then compose the brief.",
    "goal": "Check fields and sources before and after each round.",
    "stop": "Go on or stop by goal, sources, rounds and budget.",
}


def _command(flow: Flow) -> Callable[..., None]:
    def run(
        context: typer.Context,
        source: Input,
        output: Output,
        max_rounds: Rounds = 24,
        model_call_budget: Budget = 24,
        keep_going: KeepGoing = False,
        provider: options.Writer = None,
        config: options.Config = None,
        as_json: options.AsJson = False,
    ) -> None:
        from ditto.agents.briefs import BriefInput
        from ditto.cli.briefing import start
        from ditto.cli.running import Running

        given = BriefInput(source, output, max_rounds, model_call_budget, keep_going)
        running = Running(config or context.obj, provider, None, as_json)
        reported(lambda: start(flow, given, running), as_json=as_json)

    return run


for _flow in get_args(Flow):
    briefs.command(_flow, help=_DOES[_flow])(_command(_flow))


@briefs.command()
def resume(
    context: typer.Context,
    output: Output,
    provider: options.Writer = None,
    config: options.Config = None,
    as_json: options.AsJson = False,
) -> None:
    """Go on with a task that was killed or cancelled; one that has ended is verified again."""
    from ditto.cli.briefing import resume as resume_output
    from ditto.cli.running import Running

    running = Running(config or context.obj, provider, None, as_json)
    reported(lambda: resume_output(output, running), as_json=as_json)


@briefs.command("from-git")
def from_git(
    revisions: Annotated[str, typer.Argument(metavar="RANGE", help="v1.0..v1.1, or a tag: from the tag before it.")],
    output: Annotated[Path, typer.Option("--output", metavar="DIR", help="A new input directory.")],
    repository: Annotated[Path, typer.Option("--repository", metavar="DIR", help="The repository.")] = Path(),
    config: options.Config = None,
    as_json: options.AsJson = False,
) -> None:
    """Make an input directory from a repository's tags and commits."""
    from ditto.cli.briefing import make_sources

    reported(lambda: make_sources(repository, revisions, output, as_json=as_json), as_json=as_json)
