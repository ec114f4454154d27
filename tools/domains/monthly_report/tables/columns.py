"""The columns of a block of rows, each read at once: periods, amounts by what they are, and the source's own net."""

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeVar

from ..money import currencies, digits_of
from .amounts import Amounts, Counts
from .cells import BadCell
from .header import Header
from .mapping import Mapping, Role, Sign
from .moments import Moments, When

Cells = Sequence[str]
T = TypeVar("T")


class Read(NamedTuple):
    """What a block holds, for the rows that count: their places in it, their periods, their amounts, their stated nets."""

    kept: Sequence[int]
    when: list[When]
    amounts: dict[str, list[int]]
    stated: list[int] | None


class Columns:
    """The reader of one table's columns; it remembers texts from block to block, and the currency from the first row on."""

    def __init__(self, header: Header, mapping: Mapping) -> None:
        self._places, self._mapping = header.places, mapping
        self._moments, self._counts = Moments(mapping.period), Counts(mapping)
        self._kinds = _kinds(mapping)
        self.currency = mapping.currency
        self._amounts: Amounts | None = (
            None if mapping.currency_column else Amounts(mapping, digits_of(mapping.currency))
        )

    def read(self, rows: Sequence[Cells]) -> Read:
        """Return what the rows hold; raises BadCell, whose text is right where there is one row."""
        columns: list[Cells] = list(zip(*rows, strict=True))
        kinds = self._kinds_of(columns)
        kept = [place for place, kind in enumerate(kinds) if kind] if kinds else range(len(rows))
        if not kept:
            return Read([], [], {}, None)
        if kinds and len(kept) < len(rows):
            columns = [[column[place] for place in kept] for column in columns]
            kinds = [kinds[place] for place in kept]
        return self._counted(kept, columns, kinds)

    def _counted(self, kept: Sequence[int], columns: list[Cells], kinds: list[str]) -> Read:
        mapping = self._mapping
        when = self._each(columns, mapping.period.column, self._moments.of)
        self._state_currency(columns)
        signs = self._signs_of(columns)
        amounts = self._by_kind(columns, kinds, signs) if kinds else self._by_column(columns, signs)
        zeros = [0] * len(kept)
        amounts = {role: amounts.get(role, zeros) for role in ("gross", "refund", "discount")} | amounts
        for name, column in mapping.columns.items():
            amounts[name] = _signed(self._raw(columns, column), signs)
        for name, column in mapping.counts.items():
            amounts[name] = self._each(columns, column, lambda cells: list(map(self._counts.__getitem__, cells)))
        stated = _signed(self._raw(columns, mapping.net), signs) if mapping.net else None
        return Read(kept, when, amounts, stated)

    def _by_column(self, columns: list[Cells], signs: list[int] | None) -> dict[str, list[int]]:
        return {
            role: self._sized(columns, column, role, _signed(self._raw(columns, column), signs))
            for role, column in self._mapping.roles.items()
        }

    def _by_kind(self, columns: list[Cells], kinds: list[str], signs: list[int] | None) -> dict[str, list[int]]:
        column = self._mapping.amount or ""
        values = _signed(self._raw(columns, column), signs)
        roles: tuple[Role, ...] = ("gross", "refund", "discount")
        return {
            role: self._sized(
                columns, column, role, [value if kind == role else 0 for value, kind in zip(values, kinds, strict=True)]
            )
            for role in roles
        }

    def _sized(self, columns: list[Cells], column: str, role: Role, values: list[int]) -> list[int]:
        sign: Sign = getattr(self._mapping.signs, role)
        if sign == "positive" and min(values) < 0:
            raise self._at(columns, column, BadCell(f"negative {role}", "0 or more, or another sign in the mapping"))
        if sign == "negative" and max(values) > 0:
            raise self._at(columns, column, BadCell(f"positive {role}", "0 or less, or another sign in the mapping"))
        return values if sign == "positive" or (sign == "signed" and role == "gross") else [-value for value in values]

    def _raw(self, columns: list[Cells], column: str) -> list[int]:
        amounts = self._amounts
        assert amounts is not None
        return self._each(columns, column, lambda cells: list(map(amounts.__getitem__, cells)))

    def _state_currency(self, columns: list[Cells]) -> None:
        if not (column := self._mapping.currency_column):
            return
        codes = columns[self._places[column]]
        if self._amounts is None:
            if codes[0] not in currencies():
                raise self._at(columns, column, BadCell("not a currency", "a code of ISO 4217, such as EUR"))
            if self.currency not in {None, codes[0]}:
                raise self._at(columns, column, BadCell("another currency than the mapping's", self.currency or ""))
            self.currency, self._amounts = codes[0], Amounts(self._mapping, digits_of(codes[0]))
        if set(codes) != {self.currency}:
            raise self._at(columns, column, BadCell("a second currency", self.currency or ""))

    def _kinds_of(self, columns: list[Cells]) -> list[str]:
        if not (kind := self._mapping.kind):
            return []
        listed = ", ".join(map(repr, self._kinds))
        try:
            return [self._kinds[cell] for cell in columns[self._places[kind.column]]]
        except KeyError:
            raise self._at(
                columns, kind.column, BadCell("a kind of row that the mapping does not list", listed)
            ) from None

    def _signs_of(self, columns: list[Cells]) -> list[int] | None:
        if not (sign := self._mapping.sign_column):
            return None
        known = dict.fromkeys(sign.plus, 1) | dict.fromkeys(sign.minus, -1)
        try:
            return [known[cell] for cell in columns[self._places[sign.column]]]
        except KeyError:
            raise self._at(columns, sign.column, BadCell("not a sign", ", ".join(map(repr, known)))) from None

    def _each(self, columns: list[Cells], column: str, read: Callable[[Cells], T]) -> T:
        try:
            return read(columns[self._places[column]])
        except BadCell as cause:
            raise self._at(columns, column, cause) from None

    def _at(self, columns: list[Cells], column: str, cause: BadCell) -> BadCell:
        return cause.at(column, columns[self._places[column]][0])


def _signed(values: list[int], signs: list[int] | None) -> list[int]:
    return values if signs is None else [value * sign for value, sign in zip(values, signs, strict=True)]


def _kinds(mapping: Mapping) -> dict[str, str]:
    """What each value of the kind column says: a role, or nothing for a row that does not count."""
    if not (kind := mapping.kind):
        return {}
    lists = {"gross": kind.sales, "refund": kind.refunds, "discount": kind.discounts, "": kind.none}
    return {value: role for role, values in lists.items() for value in values}
