"""The header: every column is mapped or ignored, and none is missing."""

import csv
from typing import NamedTuple

from ditto.state.errors import BadSource

from .lines import Place
from .mapping import Mapping
from .presets import STRICT, fitting_preset
from .suggestion import suggested


def cells_of(source: str, place: Place, delimiter: str) -> list[str]:
    """Split one line; raises BadSource for a quoted cell that does not end on it."""
    try:
        return next(csv.reader([place.text], delimiter=delimiter, strict=True))
    except csv.Error as cause:
        raise BadSource(
            "a quoted cell that does not end on its line",
            where=f"{source}, line {place.line}",
            found=repr(place.text[:80]),
            expected="closed quotes",
        ) from cause


class Header(NamedTuple):
    """Where each column stands."""

    width: int
    places: dict[str, int]


def read_header(source: str, place: Place, mapping: Mapping, sample: Place | None) -> Header:
    """Return the header's columns; `sample` is the first row, from which a mapping is suggested where none fits."""
    columns = cells_of(source, place, mapping.delimiter)
    where, found = f"{source}, line {place.line}", place.text[:200]
    wanted = _wanted(mapping)
    for column in columns:
        if columns.count(column) > 1 and (column in mapping.read or mapping == STRICT):
            raise BadSource(f"the column {column!r} stands more than once", where=where, found=found, expected=wanted)
    extra = [column for column in columns if column not in mapping.read and column not in mapping.ignore]
    missing = [column for column in mapping.read if column not in columns]
    if extra:
        problem = f"a column that was not declared: {', '.join(map(repr, extra[:20]))}"
        raise BadSource(
            problem, where=where, found=found, expected=f"{wanted}, or {_remedy(place, sample, missing, extra)}"
        )
    if missing:
        problem = f"a column is missing: {', '.join(missing)}"
        raise BadSource(problem, where=where, found=found, expected=wanted)
    return Header(len(columns), {column: columns.index(column) for column in mapping.read})


def _wanted(mapping: Mapping) -> str:
    return ",".join(mapping.read)


def _remedy(place: Place, sample: Place | None, missing: list[str], extra: list[str]) -> str:
    if not missing:
        return f"the column named in --ignore-columns {','.join(extra)}"
    if name := fitting_preset(place.text):
        return f"the option --mapping {name}"
    return f"a mapping: {suggested(place.text, sample.text if sample else None)}"
