"""`ditto new`: what can be said of a new task on the command line."""

import typer

from ditto.cli import options
from ditto.cli.output import reported


def new(
    context: typer.Context,
    directory: options.Directory,
    source: options.Sources = None,
    domain: options.Domain = None,
    seed: options.Seed = None,
    goal: options.Goal = None,
    max_rounds: options.MaxRounds = None,
    max_model_calls: options.MaxModelCalls = None,
    deadline: options.Deadline = None,
    tenant: options.Tenant = None,
    principal: options.Principal = None,
    periods: options.Periods = None,
    ignore_columns: options.IgnoreColumns = None,
    mapping: options.Mappings = None,
    change: options.Changes = None,
    add_sources: options.AddSources = False,
    metrics: options.MetricsFile = None,
    rubric: options.Rubric = None,
    option: options.SubjectOptions = None,
    previous: options.PreviousReport = None,
    approval: options.Approval = None,
    on_human: options.OnHuman = None,
    after: options.After = None,
    like: options.Like = None,
    config: options.Config = None,
    as_json: options.AsJson = False,
) -> None:
    """Make a task directory from your own sources; nothing is asked yet."""
    from ditto.cli.creating import Wanted, create
    from ditto.cli.table_options import TableOptions

    fixed = {
        "tenant": tenant,
        "principal": principal,
        "maxRounds": max_rounds,
        "maxModelCalls": max_model_calls,
        "deadlineSeconds": deadline,
        "approval": approval,
        "onHuman": on_human,
    }
    wanted = Wanted(
        directory,
        domain,
        goal,
        tuple(source or ()),
        seed,
        periods,
        tuple(option or ()),
        TableOptions(
            mapping or (),
            change or (),
            ignore_columns.split(",") if ignore_columns else (),
            add_sources,
            metrics,
            rubric,
            previous,
        ),
        {name: value for name, value in fixed.items() if value is not None},
        after,
        like,
    )
    reported(lambda: create(wanted, config or context.obj, as_json=as_json), as_json=as_json)
