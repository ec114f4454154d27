"""The section of docs/reliability.md about lies that a reviewer passes: how many were published, and what that bounds."""

from collections.abc import Mapping
from typing import Any

from rows import row, table_head

from ditto.state.binomial import interval

HEAD = """## Lies that the reviewer passes

`tests/faults/test_lies.py`, {date}: {lies} tasks, {kinds} kinds, each a task directory of its own with a real SQLite, run to its end by the runner. The scripted
writer (labelled as a substitute) repeats its lie on every version, of three; the scripted reviewer lets every version pass, or answers with a review that is
none. Tables, periods, currencies, languages, metrics and house rules are drawn by a seed. A task is *published* where its report says `completed` or
`output/analysis.json` exists; each task must also verify, and the first gate must name the altered field and no other, in every version. As a control, right drafts
about the same tables must be published, so that a gate that refuses everything fails as well.

*At most* is the exact one-sided 95 % upper bound (Clopper-Pearson; for none of n it is 1 - 0.05^(1/n)) of the part that would be published of lies drawn as these
were. Of a kind of lie that is not among these it says nothing, and the tasks of a kind are variations of a few lies. What the set found open when it was written (a
row quoted twice, orders to the reviewer in the prose, some spellings of a period or of a change) was closed in the gate first, so these are lies that the gate
has seen; each is therefore also held against the first gate alone about 30 tables that no task is about (under *Other faults*).

These are lies that a program can tell: figures, quotes, numbers and what they are directly said of, form, language, orders and markup in the text, and reviews that do
not stand. Not among them is what only a reader can judge, and here the reader lies: a cause that is made up, a prediction, a person named beside a role, a right figure
that a pronoun, a list (`respectively`) or a far-off word binds to the wrong thing, a sentence that is beside the point. Against those stands the reviewing model alone.
"""


PREFIX, CONTROL = "lies: ", "none, the control"


def upper_bound(published: int, tasks: int, confidence: float = 0.95) -> float:
    """Return the exact one-sided upper bound of a proportion; that of a two-sided interval which leaves out as much below."""
    return interval(published, tasks, 2 * confidence - 1)[1]


def table(areas: Mapping[str, Mapping[str, Any]]) -> str:
    """Return a line for each kind of lie, their sum, and the control."""
    kinds = _kinds(areas)
    control = kinds.pop(CONTROL)
    tasks, published = (sum(area[one] for area in kinds.values()) for one in ("tasks", "published"))
    lines = [_line(name, area["tasks"], area["published"]) for name, area in sorted(kinds.items())]
    told = f"The control: {control['published']} of {control['tasks']} right drafts were published."
    head = table_head("Kind", "Tasks", "Published", "At most")
    return "\n".join([*head, *lines, _line("all", tasks, published), "", told])


def section(areas: Mapping[str, Mapping[str, Any]]) -> str:
    """Return the section of the areas that tell of lies."""
    kinds = _kinds(areas)
    control = kinds.pop(CONTROL)
    lies = sum(area["tasks"] for area in kinds.values())
    return f"{HEAD.format(date=control['date'], lies=lies, kinds=len(kinds)).strip()}\n\n{table(areas)}"


def _kinds(areas: Mapping[str, Mapping[str, Any]]) -> dict[str, Mapping[str, Any]]:
    return {name.removeprefix(PREFIX): area for name, area in areas.items() if name.startswith(PREFIX)}


def _line(name: str, tasks: int, published: int) -> str:
    return row([name, str(tasks), str(published), f"{upper_bound(published, tasks):.2%}"])
