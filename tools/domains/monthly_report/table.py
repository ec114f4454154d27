"""Reading the revenue table exactly as it stands: nothing is guessed, trimmed or skipped in silence."""

import csv
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ditto.state.errors import BadSource
from ditto.state.evidence import Source

COLUMNS = ("month", "grossCents", "refundCents")
MOST_BYTES = 1 << 20
_MONTH = re.compile(r"[0-9]{4}-(?:0[1-9]|1[0-2])")
_AMOUNT = re.compile(r"0|[1-9][0-9]{0,14}")


class Sale(NamedTuple):
    """One month of one source: amounts in cents, the physical line it stands on and its exact text."""

    source: str
    month: str
    gross: int
    refund: int
    line: int
    quote: str

    @property
    def net(self) -> int:
        """Gross less refund."""
        return self.gross - self.refund

    @property
    def id(self) -> str:
        """The row's id, as citations name it."""
        return f"{self.source}-{self.month}"


class _Line(NamedTuple):
    number: int
    text: str


def read_table(source: Source, ignored: Sequence[str] = ()) -> tuple[Sale, ...]:
    """Read the source's rows; raises BadSource that names line, column and text of the first fault."""
    lines = _lines(source)
    header = next(lines, None)
    if header is None:
        raise BadSource("the table is empty", where=source.id, expected=f"a header {','.join(COLUMNS)}")
    columns = _columns(source.id, header, ignored)
    sales = tuple(_sale(source.id, line, columns) for line in lines)
    refuse_repeats(sales)
    return sales


def _lines(source: Source) -> Iterator[_Line]:
    for number, line in enumerate(_text(source).split("\n"), start=1):
        text = line.removesuffix("\r")
        if "\r" in text:
            raise BadSource(
                "a line ending that is not supported",
                where=f"{source.id}, line {number}",
                found="a lone carriage return",
                expected="LF or CRLF",
            )
        if text.strip():
            yield _Line(number, text)


def _text(source: Source) -> str:
    if len(source.data) > MOST_BYTES:
        raise BadSource(
            "the table is too large",
            where=source.id,
            found=f"{len(source.data)} bytes",
            expected=f"at most {MOST_BYTES}",
        )
    try:
        text = source.data.decode("utf-8-sig")
    except UnicodeDecodeError as cause:
        line = source.data.count(b"\n", 0, cause.start) + 1
        raise BadSource(
            "not UTF-8",
            where=f"{source.id}, line {line}",
            found=f"byte 0x{source.data[cause.start]:02x}",
            expected="UTF-8",
        ) from cause
    if "\0" in text:
        raise BadSource(
            "a NUL character",
            where=f"{source.id}, line {text.count(chr(10), 0, text.index(chr(0))) + 1}",
            expected="text",
        )
    return text


def _cells(source: str, line: _Line) -> list[str]:
    try:
        return next(csv.reader([line.text], strict=True))
    except csv.Error as cause:
        raise BadSource(
            "a quoted cell that does not end on its line",
            where=f"{source}, line {line.number}",
            found=repr(line.text[:80]),
            expected="closed quotes",
        ) from cause


def _columns(source: str, header: _Line, ignored: Sequence[str]) -> list[str]:
    where = f"{source}, line {header.number}"
    columns = _cells(source, header)
    for column in columns:
        if columns.count(column) > 1:
            raise BadSource(
                f"the column {column!r} stands more than once",
                where=where,
                found=header.text[:200],
                expected=",".join(COLUMNS),
            )
    if extra := [column for column in columns if column not in COLUMNS and column not in ignored]:
        raise BadSource(
            f"a column that was not declared: {', '.join(map(repr, extra))}",
            where=where,
            found=header.text[:200],
            expected=f"{','.join(COLUMNS)}, or the column named in --ignore-columns",
        )
    if missing := [column for column in COLUMNS if column not in columns]:
        raise BadSource(
            f"a column is missing: {', '.join(missing)}",
            where=where,
            found=header.text[:200],
            expected=",".join(COLUMNS),
        )
    return columns


def _sale(source: str, line: _Line, columns: list[str]) -> Sale:
    where = f"{source}, line {line.number}"
    cells = _cells(source, line)
    if len(cells) != len(columns):
        raise BadSource(
            f"line {line.number} has {len(cells)} cells, the header {len(columns)}",
            where=where,
            found=repr(line.text[:80]),
        )
    row = dict(zip(columns, cells, strict=True))
    if not _MONTH.fullmatch(row["month"]):
        raise BadSource(
            "not a month", where=f"{where}, column month", found=repr(row["month"][:80]), expected="YYYY-MM"
        )
    return Sale(
        source,
        row["month"],
        _amount(row["grossCents"], where, "grossCents"),
        _amount(row["refundCents"], where, "refundCents"),
        line.number,
        line.text,
    )


def _amount(text: str, where: str, column: str) -> int:
    if not _AMOUNT.fullmatch(text):
        negative = (
            f"negative {column.removesuffix('Cents')}"
            if re.fullmatch(r"-[0-9]+", text)
            else "not an amount in whole cents"
        )
        raise BadSource(
            negative, where=f"{where}, column {column}", found=repr(text[:80]), expected="digits 0-9 alone, at most 15"
        )
    return int(text)


def refuse_repeats(sales: Sequence[Sale]) -> None:
    """Raise BadSource that names both lines where a month stands twice, in one source or in two."""
    seen: dict[str, Sale] = {}
    for sale in sales:
        if first := seen.get(sale.month):
            same = first.source == sale.source
            raise BadSource(
                f"the month {sale.month} stands {'twice' if same else 'in two sources'}",
                where=f"{sale.source}, lines {first.line} and {sale.line}"
                if same
                else f"{first.source} line {first.line} and {sale.source} line {sale.line}",
                found=f"{first.quote!r} and {sale.quote!r}",
                expected="one row a month",
            )
        seen[sale.month] = sale
