"""A fact as a file states it, before anything is known of it."""

from typing import NamedTuple


class Stated(NamedTuple):
    """A field and its value, and where in the file they stand."""

    place: str
    field: str
    value: object
