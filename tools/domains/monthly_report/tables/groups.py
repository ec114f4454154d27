"""What is kept of a table: per period the sums, the first and the last row, and a digest of all its rows."""

import hashlib
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ditto.state.evidence import Row

from .formats import Grain, Moment
from .lines import Place
from .mapping import Every


class Difference(NamedTuple):
    """A row whose source states another net than ours, in minor units."""

    place: Place
    stated: int
    ours: int


class Group(NamedTuple):
    """All rows of one period in one source; sums in minor units, counts as they are."""

    source: str
    period: str
    sums: Mapping[str, int]
    rows: int
    first: Place
    last: Place
    sha256: str
    moments: frozenset[Moment]

    @property
    def id(self) -> str:
        """The row's id, as citations name it."""
        return f"{self.source}-{self.period}"

    @property
    def net(self) -> int:
        """Gross less discount and refund."""
        return self.sums["gross"] - self.sums["discount"] - self.sums["refund"]

    def row(self) -> Row:
        """Return what a citation quotes: the row, or the first and the last with a line that stands for all."""
        if self.rows == 1:
            return Row(id=self.id, line=self.first.line, quote=self.first.text)
        summary = f"{self.rows} rows, lines {self.first.line}-{self.last.line}, sha256 {self.sha256[:16]}"
        quote = "\n".join([self.first.text, self.last.text, summary])
        return Row(id=self.id, line=self.first.line, quote=quote)


class Table(NamedTuple):
    """A source as it was read."""

    source: str
    every: Every
    grain: Grain
    currency: str | None
    discounted: bool
    columns: tuple[str, ...]
    counts: tuple[str, ...]
    groups: tuple[Group, ...]
    differences: tuple[Difference, ...]
    differing: int
    """How many rows differ; not all of them are in `differences`."""


class Gathering:
    """A group that grows block by block."""

    def __init__(self, first: Place) -> None:
        self.sums: dict[str, int] = {}
        self.rows = 0
        self.first = self.last = first
        self.moments: set[Moment] = set()
        self._sha256 = hashlib.sha256()

    def add(self, lines: Sequence[int], texts: Sequence[str], sums: Mapping[str, int]) -> None:
        """Add rows, in the order of their lines."""
        self.rows += len(texts)
        self.last = Place(lines[-1], texts[-1])
        self._sha256.update(("\n".join(texts) + "\n").encode("utf-8", "surrogatepass"))
        for name, value in sums.items():
            self.sums[name] = self.sums.get(name, 0) + value

    def group(self, source: str, period: str) -> Group:
        """Return the group as it stands."""
        digest, moments = self._sha256.hexdigest(), frozenset(self.moments)
        return Group(source, period, dict(self.sums), self.rows, self.first, self.last, digest, moments)
