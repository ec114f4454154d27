"""The options of the commands: each says what it is for, and None stands for the default."""

from pathlib import Path
from typing import Annotated, Literal

import typer

DEFAULT_DOMAIN = "monthly_report"
Config = Annotated[
    Path | None,
    typer.Option("--config", help="Settings file (default ./ditto.yaml, then the packaged one).", show_default=False),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document on stdout.")]
Directory = Annotated[Path, typer.Argument(metavar="DIR", help="The task directory.")]
Writer = Annotated[str | None, typer.Option("--provider", help="The provider that writes.", show_default=False)]
Reviewer = Annotated[
    str | None, typer.Option("--review-provider", help="The provider that reviews.", show_default=False)
]


Scenario = Annotated[
    str,
    typer.Argument(
        metavar="SCENARIO",
        help="A scenario of a subject (generate, flawed-draft, missing-data, …) or a brief's flow.",
    ),
]
Stage = Literal["draft", "review", "report"]

Sources = Annotated[
    list[str] | None, typer.Option(help="A source file, or ID=FILE; may be repeated.", show_default=False)
]
Domain = Annotated[str | None, typer.Option(help=f"The subject (default {DEFAULT_DOMAIN}).", show_default=False)]
Seed = Annotated[Path | None, typer.Option(help="An existing draft, as JSON.", show_default=False)]
Goal = Annotated[
    str | None, typer.Option(help="What the document is for; its language is the document's.", show_default=False)
]
MaxRounds = Annotated[int | None, typer.Option(help="Draft versions, a seed included: 1-16.", show_default=False)]
MaxModelCalls = Annotated[int | None, typer.Option(help="Attempts to ask a model: 1-100.", show_default=False)]
Deadline = Annotated[int | None, typer.Option(help="Seconds from the first start.", show_default=False)]
Tenant = Annotated[str | None, typer.Option(show_default=False)]
Principal = Annotated[str | None, typer.Option(show_default=False)]
Periods = Annotated[
    str | None,
    typer.Option(metavar="A,B", help="The two periods to compare (default: the two latest).", show_default=False),
]
IgnoreColumns = Annotated[
    str | None,
    typer.Option(metavar="A,B", help="Further columns of the source, carried as data only.", show_default=False),
]
Mappings = Annotated[
    list[str] | None,
    typer.Option(
        "--mapping",
        metavar="[ID=]FILE|PRESET",
        help="How a source is read (docs/tables.md); may be repeated.",
        show_default=False,
    ),
]
Changes = Annotated[
    list[str] | None,
    typer.Option(
        "--map",
        metavar="KEY=VALUE",
        help="One key of the mapping, a value in YAML; may be repeated.",
        show_default=False,
    ),
]
AddSources = Annotated[
    bool, typer.Option("--add-sources", help="Add the amounts of a period that stands in several sources.")
]
MetricsFile = Annotated[
    Path | None,
    typer.Option("--metrics", help="Further metrics, as formulas in YAML (docs/tables.md).", show_default=False),
]
SubjectOptions = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        metavar="KEY=VALUE",
        help="An option of the subject, a value in YAML; may be repeated.",
        show_default=False,
    ),
]
Rubric = Annotated[
    Path | None,
    typer.Option("--rubric", help="House rules, in YAML: items, sections, words (docs/tables.md).", show_default=False),
]
PreviousReport = Annotated[
    Path | None,
    typer.Option(
        "--previous", metavar="DIR", help="An accepted task of the period before, to carry on from.", show_default=False
    ),
]
Approval = Annotated[
    bool | None,
    typer.Option("--approval/--no-approval", help="Publish only on a person's approval.", show_default=False),
]
OnHuman = Annotated[
    Literal["pause", "stop"] | None,
    typer.Option(help="Where a person must decide: wait, or end as needs-human (default).", show_default=False),
]
After = Annotated[
    Path | None,
    typer.Option(
        "--from", metavar="OLD", help="An ended task: its sources, its best draft as seed.", show_default=False
    ),
]
Like = Annotated[
    Path | None, typer.Option(metavar="OLD", help="A task whose settings are repeated.", show_default=False)
]
