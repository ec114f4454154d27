"""The changes of a release as fields: grouped by the type that each subject names, joined, and split where too long."""

import re
from collections.abc import Iterator, Sequence

from ditto.state.brief import Facts

_MOST = 2000
_TYPE = re.compile(r"(?P<type>[A-Za-z]+)(\([^()]*\))?(?P<breaking>!)?: ")
_GROUPS = {"feat": "features", "fix": "fixes"}
_BETWEEN = "; "


def fields_of(subjects: Sequence[str]) -> Facts:
    """Return how many changes there are, and the subjects of each group; a long group goes over numbered fields."""
    groups: dict[str, list[str]] = {name: [] for name in ("breaking", "features", "fixes", "other")}
    for subject in subjects:
        groups[_group(subject)].append(subject)
    facts: Facts = {"changes": str(len(subjects))}
    for name, members in groups.items():
        parts = list(_joined(members))
        facts |= {name if len(parts) == 1 else f"{name}-{index}": part for index, part in enumerate(parts, start=1)}
    return facts


def _group(subject: str) -> str:
    found = _TYPE.match(subject)
    if found is None:
        return "other"
    return "breaking" if found["breaking"] else _GROUPS.get(found["type"].lower(), "other")


def _joined(subjects: Sequence[str]) -> Iterator[str]:
    pieces = [subject[at : at + _MOST].strip() for subject in subjects for at in range(0, len(subject), _MOST)]
    value = ""
    for piece in pieces:
        if value and len(value) + len(_BETWEEN) + len(piece) > _MOST:
            yield value
            value = ""
        value += _BETWEEN + piece if value else piece
    if value:
        yield value
