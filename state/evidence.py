"""What a draft may rest on: rows that can be quoted and facts that were computed."""

from typing import Any, NamedTuple

from ditto.state.canonical import digest
from ditto.state.record import Line, Record, Sha256
from ditto.state.request import SourceRef


class Source(NamedTuple):
    """A source as it was read: its id and its raw bytes."""

    id: str
    data: bytes


class Row(Record):
    """One quotable row: its id, the physical line (from 1) it stands on, and its exact text."""

    id: Line
    line: int
    quote: str


class Evidence(Record):
    """Hold what the sources prove; `facts` are the subject's own, as JSON primitives."""

    sha256: Sha256
    rows: tuple[Row, ...]
    facts: dict[str, Any]

    def row(self, row_id: str) -> Row | None:
        """Return the row of that id."""
        return next((row for row in self.rows if row.id == row_id), None)


def evidence_digest(sources: tuple[SourceRef, ...]) -> str:
    """Return the digest of the canonical list of {id, sha256} (contract, section 1)."""
    return digest([{"id": source.id, "sha256": source.sha256} for source in sources])


class MissingData(Exception):
    """The facts cannot be computed; the message says what is missing."""
