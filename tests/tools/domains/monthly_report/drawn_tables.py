"""Tables and mappings drawn at random: any marks, signs, formats and encodings, a third of them spoiled by one character."""

import csv
import io
import random
from datetime import date
from decimal import Decimal
from typing import Any, NamedTuple

from bench.plain_tables import DIGITS, ROLES

FORMATS = {
    "YYYY-MM": "%Y-%m",
    "MM/YYYY": "%m/%Y",
    "DD.MM.YYYY": "%d.%m.%Y",
    "YYYY-MM-DD": "%Y-%m-%d",
    "Mon YYYY": "%b %Y",
}
MARKS = [(".", "none"), (".", ","), (",", "."), (",", " "), (".", "'"), (",", "none")]
KINDS = {"gross": "Sale", "refund": "Return", "discount": "Voucher", "": "Deposit"}
NOTES = ["", "paid", "a;b", "a,b", 'said "no"', "Überweisung", "-", "0"]
SPOILED_BY = ",;.-'\"0 9()Q\n\r\t\0€=+"


class Drawn(NamedTuple):
    """A table's bytes, its mapping, and whether a character was exchanged."""

    data: bytes
    mapping: dict[str, Any]
    spoiled: bool


def drawn_table(draw: random.Random) -> Drawn:
    """One table of up to twelve rows."""
    mapping = _mapping(draw)
    lines = [f"preamble {number}" for number in range(mapping["skipBefore"])]
    lines += _rows(draw, mapping)
    lines += ["Total"] * mapping["skipAfter"]
    text = draw.choice(["\n", "\r\n"]).join(lines)
    if spoiled := draw.random() < 1 / 3:
        place = draw.randrange(len(text))
        text = text[:place] + draw.choice(SPOILED_BY) + text[place + draw.randrange(2) :]
    return Drawn(text.encode(mapping["encoding"], "replace"), mapping, spoiled)


def _mapping(draw: random.Random) -> dict[str, Any]:
    decimal, thousands = draw.choice(MARKS)
    minor = draw.random() < 0.2
    roles = ROLES if draw.random() < 0.5 else ROLES[:2]
    by_kind = draw.random() < 0.4
    kind = {"column": "Kind", "sales": ["Sale"], "refunds": ["Return"], "discounts": ["Voucher"], "none": ["Deposit"]}
    columns = {"amount": "Amount", "kind": kind} if by_kind else {role: role.title() for role in roles}
    return {
        **columns,
        "period": {"column": "When", "formats": [draw.choice(list(FORMATS))], "every": "month", "rows": "many"},
        "signs": {role: draw.choice(["positive", "negative", "signed"]) for role in ROLES},
        "negative": [draw.choice(["leading", "trailing", "parentheses"])],
        "decimal": "none" if minor else decimal,
        "thousands": "none" if minor else thousands,
        "unit": "minor" if minor else "major",
        "currency": draw.choice(list(DIGITS)),
        "delimiter": draw.choice(",;\t|"),
        "encoding": draw.choice(["utf-8", "utf-16", "cp1252", "gb18030"]),
        "skipBefore": draw.choice([0, 0, 1, 3]),
        "skipAfter": draw.choice([0, 0, 1]),
        "ignore": ["Note"],
    }


def _rows(draw: random.Random, mapping: dict[str, Any]) -> list[str]:
    named = {mapping[role]: role for role in ROLES if role in mapping}
    amounts = list(named) or ["Amount"]
    header = ["When", "Note", *(["Kind"] if "kind" in mapping else []), *amounts]
    draw.shuffle(header)
    rows = [header]
    for _ in range(draw.randint(2, 12)):
        kind = draw.choice(list(KINDS))
        cells = {"When": _when(draw, mapping), "Note": draw.choice(NOTES), "Kind": KINDS[kind]}
        roles = named or {"Amount": kind or "gross"}
        cells |= {column: _amount(draw, mapping, mapping["signs"][role]) for column, role in roles.items()}
        rows.append([cells[column] for column in header])
    return _written(draw, mapping["delimiter"], rows)


def _when(draw: random.Random, mapping: dict[str, Any]) -> str:
    return date(draw.choice([2025, 2026]), draw.randint(1, 12), draw.randint(1, 28)).strftime(
        FORMATS[mapping["period"]["formats"][0]]
    )


def _amount(draw: random.Random, mapping: dict[str, Any], sign: str) -> str:
    digits = 0 if mapping["unit"] == "minor" else DIGITS[mapping["currency"]]
    size = Decimal(draw.choice([0, 1, 999, 1000, draw.randrange(10**9)])).scaleb(-digits)
    text = f"{size:,.{digits}f}".replace(",", "_").replace(".", mapping["decimal"])
    text = text.replace("_", "" if mapping["thousands"] == "none" or draw.random() < 0.3 else mapping["thousands"])
    negative = sign == "negative" or (sign == "signed" and draw.random() < 0.5)
    forms = {"leading": f"-{text}", "trailing": f"{text}-", "parentheses": f"({text})"}
    return forms[mapping["negative"][0]] if negative else text


def _written(draw: random.Random, delimiter: str, rows: list[list[str]]) -> list[str]:
    file = io.StringIO()
    quoting = draw.choice([csv.QUOTE_MINIMAL, csv.QUOTE_ALL])
    csv.writer(file, delimiter=delimiter, quoting=quoting, lineterminator="\n").writerows(rows)
    return file.getvalue().removesuffix("\n").split("\n")
