"""The physical lines of a source, decoded and numbered, a block at a time: a large table is never held twice."""

import codecs
from collections.abc import Iterator
from typing import NamedTuple

from ditto.state.errors import BadSource
from ditto.state.evidence import Source

from .mapping import Mapping

_CHUNK = 1 << 20  # bytes decoded at once
_NAMES = {"utf-8": "UTF-8"}


class Place(NamedTuple):
    """A line of the file: its number, from 1, and its text."""

    line: int
    text: str


class Block(NamedTuple):
    """Lines that follow each other, without their endings, and the number of the first, from 1."""

    first: int
    lines: list[str]


def blocks(source: Source, mapping: Mapping) -> Iterator[Block]:
    """Yield the lines between what is skipped at both ends; raises BadSource that names the first line at fault."""
    _require_text(source)
    number, held = 1, list[str]()
    skipped = mapping.skip_before
    for text in _decoded(source, mapping.encoding):
        lines = [*held, *_lines(source.id, text, number + len(held))]
        kept = lines[: len(lines) - mapping.skip_after] if mapping.skip_after else lines
        held = lines[len(kept) :]
        passed = min(len(kept), max(0, skipped - number + 1))
        if kept[passed:]:
            yield Block(number + passed, kept[passed:])
        number += len(kept)


def _require_text(source: Source) -> None:
    if source.data.startswith((b"PK\x03\x04", b"\xd0\xcf\x11\xe0")):
        raise BadSource(
            "a spreadsheet, not a table in text",
            where=source.id,
            found="an Excel workbook or another office file",
            expected="CSV: in Excel, File > Save As > CSV UTF-8; in LibreOffice, File > Save As > Text CSV",
        )


def _decoded(source: Source, encoding: str) -> Iterator[str]:
    """Yield texts that begin and end where lines do."""
    decoder = codecs.getincrementaldecoder("utf-8-sig" if encoding == "utf-8" else encoding)("strict")
    rest, line = "", 1
    for start in range(0, len(source.data) or 1, _CHUNK):
        final = start + _CHUNK >= len(source.data)
        try:
            text = rest + decoder.decode(source.data[start : start + _CHUNK], final)
        except UnicodeDecodeError as cause:
            raise _undecodable(source.id, encoding, line, cause) from cause
        whole, ended, rest = (text.removesuffix("\n"), "", "") if final else text.rpartition("\n")
        if whole or ended:
            line += whole.count("\n") + 1
            yield whole


def _undecodable(where: str, encoding: str, line: int, cause: UnicodeDecodeError) -> BadSource:
    line += cause.object.count(b"\n", 0, cause.start)
    name = _NAMES.get(encoding, encoding)
    found = f"byte 0x{cause.object[cause.start]:02x}"
    return BadSource(
        f"not {name}", where=f"{where}, line {line}", found=found, expected=f"{name}, or the encoding in a mapping"
    )


def _lines(where: str, text: str, first: int) -> list[str]:
    plain = f"{text}\n".replace("\r\n", "\n")[:-1] if "\r" in text else text
    lines = plain.split("\n")
    if "\r" in plain or "\0" in plain:
        raise _unsupported(where, lines, first)
    return lines


def _unsupported(where: str, lines: list[str], first: int) -> BadSource:
    number, line = next(pair for pair in enumerate(lines, first) if "\r" in pair[1] or "\0" in pair[1])
    place = f"{where}, line {number}"
    if "\0" in line:
        return BadSource("a NUL character", where=place, expected="text")
    return BadSource(
        "a line ending that is not supported", where=place, found="a lone carriage return", expected="LF or CRLF"
    )
