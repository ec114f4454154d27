"""When the rows of a block are: each text is read once, and the times of day beside a date are only looked at."""

from collections.abc import Sequence
from typing import NamedTuple

from .cells import BadCell
from .formats import Moment, pattern_of, read_moment, split
from .mapping import PeriodColumn
from .periods import period_name

_REMEMBERED = 1 << 16


class When(NamedTuple):
    """A row's period, and what its cell says."""

    period: str
    moment: Moment


class Moments(dict[str, When]):
    """The periods of every text that was met; raises BadCell for a text in none of the formats."""

    def __init__(self, column: PeriodColumn) -> None:
        super().__init__()
        self._column = column
        self._formats = column.formats
        date, time = split(column.formats[0]) if len(column.formats) == 1 else ("", "")
        self._width = len(date.replace("'", "")) if time else 0
        self._time = pattern_of(time)
        self._times: set[str] = set()
        if time:
            self._formats = (date,)

    def __missing__(self, text: str) -> When:
        moment = read_moment(text, self._formats)
        if moment is None:
            raise self._unfit()
        if len(self) >= _REMEMBERED:
            self.clear()
        self[text] = When(period_name(moment, self._column.span), moment)
        return self[text]

    def of(self, texts: Sequence[str]) -> list[When]:
        """Return what each of a block's texts says."""
        if not self._width:
            return list(map(self.__getitem__, texts))
        width = self._width
        for time in {text[width:] for text in texts} - self._times:
            if not self._time.fullmatch(time):
                raise self._unfit()
            self._times.add(time)
        return [self[text[:width]] for text in texts]

    def _unfit(self) -> BadCell:
        return BadCell(f"not a {self._column.grain}", " or ".join(self._column.formats))
