"""Reading a table under its mapping, exactly as it stands: nothing is guessed, trimmed or skipped in silence.

A block of lines is read column by column, which is what makes a million rows bearable; where anything in a block does
not fit, its rows are read one by one, and the first at fault is named.
"""

import csv
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ditto.state.errors import BadSource
from ditto.state.evidence import Source

from .cells import BadCell
from .columns import Columns, Read
from .groups import Difference, Gathering, Table
from .header import Header, cells_of, read_header
from .lines import Place, blocks
from .mapping import Mapping
from .moments import When
from .presets import STRICT

_DIFFERENCES = 20  # that are kept to be told one by one
_MOST_ROW = 3900  # characters: a quote holds two rows and the line that stands for all
_ROWS = 1 << 10  # of a block: few enough for the processor's cache, and not to wake the garbage collector


class Rows(NamedTuple):
    """Lines of the file that hold rows: their numbers and their texts."""

    numbers: Sequence[int]
    texts: list[str]

    def only(self, places: Sequence[int]) -> "Rows":
        """Return the rows at these places, which are in order."""
        if len(places) == len(self.texts):
            return self
        return Rows([self.numbers[place] for place in places], [self.texts[place] for place in places])


def read_table(source: Source, mapping: Mapping = STRICT) -> Table:
    """Read a source; raises BadSource that names line, column and text of the first fault."""
    return _Reading(source, mapping).table()


class _Reading:
    """One pass over one source."""

    def __init__(self, source: Source, mapping: Mapping) -> None:
        self._source, self._mapping = source.id, mapping
        self._rows = _rows(source, mapping)
        self._groups: dict[str, Gathering] = {}
        self._differences: list[Difference] = []
        self._differing = 0

    def table(self) -> Table:
        mapping = self._mapping
        header, following = self._header()
        columns = Columns(header, mapping)
        for rows in following:
            self._add(rows, self._read(rows, header, columns))
        self._require_quotable()
        return Table(
            source=self._source,
            every=mapping.period.span,
            grain=mapping.period.grain,
            currency=columns.currency,
            discounted=bool(mapping.discount or (mapping.kind and mapping.kind.discounts)),
            columns=tuple(mapping.columns),
            counts=tuple(mapping.counts),
            groups=tuple(group.group(self._source, period) for period, group in self._groups.items()),
            differences=tuple(self._differences),
            differing=self._differing,
        )

    def _header(self) -> tuple[Header, Iterator[Rows]]:
        """Take the header off the first block, and return it with all rows that follow."""
        first = next(self._rows, None)
        if first is None:
            raise BadSource(
                "the table is empty", where=self._source, expected=f"a header {','.join(self._mapping.read)}"
            )
        (number, *numbers), (text, *texts) = first
        sample = Place(numbers[0], texts[0]) if texts else None
        header = read_header(self._source, Place(number, text), self._mapping, sample)
        return header, self._following(Rows(numbers, texts))

    def _following(self, first: Rows) -> Iterator[Rows]:
        if first.texts:
            yield first
        yield from self._rows

    def _cells(self, place: Place, header: Header) -> list[str]:
        cells = cells_of(self._source, place, self._mapping.delimiter)
        if len(cells) != header.width:
            where, problem = (
                f"{self._source}, line {place.line}",
                f"line {place.line} has {len(cells)} cells, the header {header.width}",
            )
            raise BadSource(problem, where=where, found=repr(place.text[:80]))
        return cells

    def _read(self, rows: Rows, header: Header, columns: Columns) -> Read:
        try:
            cells = list(csv.reader(rows.texts, delimiter=self._mapping.delimiter, strict=True))
            if len(cells) == len(rows.texts) and set(map(len, cells)) == {header.width}:
                return columns.read(cells)
        except (csv.Error, BadCell):
            pass
        raise self._first_fault(rows, header, columns)

    def _first_fault(self, rows: Rows, header: Header, columns: Columns) -> BadSource:
        for number, text in zip(*rows, strict=True):
            cells = self._cells(Place(number, text), header)
            try:
                columns.read([cells])
            except BadCell as cause:
                where = f"{self._source}, line {number}, column {cause.column}"
                return BadSource(cause.problem, where=where, found=repr(cause.text[:80]), expected=cause.expected)
        raise AssertionError("a block does not fit and each of its rows does")

    def _add(self, rows: Rows, read: Read) -> None:
        rows = rows.only(read.kept)
        moments = set(read.when)
        periods = {when.period for when in moments}
        if len(periods) == 1:
            self._add_to(periods.pop(), moments, rows, read.amounts)
        else:
            for period, those in _places(read.when).items():
                amounts = {name: [column[place] for place in those] for name, column in read.amounts.items()}
                self._add_to(period, {read.when[place] for place in those}, rows.only(those), amounts)
        if read.stated is not None:
            self._compare(rows, read.amounts, read.stated)

    def _add_to(self, period: str, moments: set[When], rows: Rows, amounts: dict[str, list[int]]) -> None:
        numbers, texts = rows
        group = self._groups.setdefault(period, Gathering(Place(numbers[0], texts[0])))
        again = numbers[0] if group.rows else numbers[1] if len(numbers) > 1 else None
        if again and self._mapping.period.single:
            raise self._repeated(period, group.first, Place(again, texts[numbers.index(again)]))
        group.add(numbers, texts, {name: sum(column) for name, column in amounts.items()})
        if not self._mapping.period.single:
            group.moments.update(when.moment for when in moments)

    def _require_quotable(self) -> None:
        for group in self._groups.values():
            for place in (group.first, group.last):
                if len(place.text) > _MOST_ROW:
                    raise BadSource(
                        "a row is too long to be quoted",
                        where=f"{self._source}, line {place.line}",
                        found=f"{len(place.text)} characters",
                        expected=f"at most {_MOST_ROW}",
                    )

    def _repeated(self, period: str, first: Place, second: Place) -> BadSource:
        return BadSource(
            f"the {self._mapping.period.span} {period} stands twice",
            where=f"{self._source}, lines {first.line} and {second.line}",
            found=f"{first.text!r} and {second.text!r}",
            expected=f"one row a {self._mapping.period.span}, or period.rows: many in a mapping",
        )

    def _compare(self, rows: Rows, amounts: dict[str, list[int]], stated: list[int]) -> None:
        ours = [
            gross - discount - refund
            for gross, discount, refund in zip(amounts["gross"], amounts["discount"], amounts["refund"], strict=True)
        ]
        for place, (one, other) in enumerate(zip(stated, ours, strict=True)):
            if one != other:
                self._differing += 1
                if len(self._differences) < _DIFFERENCES:
                    here = Place(rows.numbers[place], rows.texts[place])
                    self._differences.append(Difference(here, one, other))


def _rows(source: Source, mapping: Mapping) -> Iterator[Rows]:
    for block in blocks(source, mapping):
        for start in range(0, len(block.lines), _ROWS):
            texts = block.lines[start : start + _ROWS]
            rows = Rows(range(block.first + start, block.first + start + len(texts)), texts)
            rows = rows.only([place for place, text in enumerate(texts) if text and not text.isspace()])
            if rows.texts:
                yield rows


def _places(when: Sequence[When]) -> dict[str, list[int]]:
    places: defaultdict[str, list[int]] = defaultdict(list)
    for place, one in enumerate(when):
        places[one.period].append(place)
    return places
