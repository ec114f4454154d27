"""What a report carries on from the one before: its figure for the baseline, and its open actions."""

from collections.abc import Mapping
from typing import Any

from ditto.state.errors import BadRequest
from ditto.state.markdown import escape, table

from .money import displayed, written
from .options import Previous


def carried(previous: Previous | None, baseline: str, net: int, currency: str | None) -> dict[str, Any] | None:
    """Return the previous report beside this one's baseline; raises BadRequest where they are not about the same."""
    if previous is None:
        return None
    for name, found, expected in (
        ("period", previous.period, baseline),
        ("currency", previous.currency, currency),
    ):
        if found != expected:
            raise BadRequest(
                f"the previous report has another {name}",
                where="--previous",
                found=str(found),
                expected=f"{expected}, that of this report's baseline",
            )
    return {**previous.dump(), "restatedBy": net - previous.net_cents}


def told(facts: Mapping[str, Any]) -> list[str]:
    """Return what a writer is told of the previous report."""
    if (previous := facts["previous"]) is None:
        return []
    net, currency = previous["netCents"], facts["currency"]
    lines = [f"- the previous report stated {written(net, currency)} for {previous['period']}"] * bool(
        previous["restatedBy"]
    )
    return lines + [
        f"- open action of the previous report: {one['owner']}: {one['task']}" for one in previous["actions"]
    ]


def section(facts: Mapping[str, Any], goal: str) -> list[str]:
    """Return the part of a report that follows the previous one up."""
    if (previous := facts["previous"]) is None:
        return []
    stated, now = (_amount(net, facts["currency"], goal) for net in (previous["netCents"], facts["baselineNetCents"]))
    name = f"The previous report ({previous['report'][:12]})"
    if previous["restatedBy"]:
        change = _amount(previous["restatedBy"], facts["currency"], goal)
        said = f"**Restatement:** {name} stated {stated} for {previous['period']}; this table gives {now}, a difference of {change}."
    else:
        said = f"{name} stated {stated} for {previous['period']}, as this one does."
    open_actions = [(one["owner"], one["task"]) for one in previous["actions"]]
    follow = ["Its proposed actions, to be followed up:", table(("Responsible role", "Task"), open_actions)]
    return ["## Since the previous report", said, *(follow if open_actions else [])]


def _amount(minor: int, currency: str | None, goal: str) -> str:
    return escape(written(minor, None) if currency is None else displayed(minor, currency, goal))
