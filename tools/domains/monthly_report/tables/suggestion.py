"""The mapping that a table which fits none would need, ready to be pasted and completed; nothing is read by it."""

import csv
import json
import re

from .formats import read_moment

_DELIMITERS = (",", ";", "\t", "|")
_FORMATS = (
    "YYYY-MM", "YYYY-MM-DD", "YYYY/MM/DD", "YYYY/MM", "MM/YYYY", "DD.MM.YYYY", "MM.YYYY", "YYYY-'Q'Q", "'Q'Q YYYY",
    "YYYY-MM-DD HH:mm:ss", "YYYY-MM-DD HH:mm:ss ZZ", "YYYY-MM-DDTHH:mm:ssZZ", "MM/DD/YYYY", "DD/MM/YYYY", "Mon YYYY",
    "Month YYYY", "YYYY",
)  # fmt: skip
_HINTS = {
    "gross": r"gross|umsatz|brutto|revenue|sales|amount|betrag|毛|总收入|销售|收入",
    "refund": r"refund|return|erstattung|retoure|gutschrift|退",
    "discount": r"discount|rabatt|折扣|优惠",
    "net": r"^net|netto|净",
}
_UNKNOWN = "COLUMN"


def suggested(header: str, row: str | None) -> str:
    """Return one line of YAML with the file's own columns; what cannot be told from their names is COLUMN or FORMAT."""
    delimiter = max(_DELIMITERS, key=header.count)
    columns = _split(header, delimiter)
    cells = _split(row or "", delimiter)
    when, form = _period(columns, cells)
    roles = _roles([column for column in columns if column != when])
    mapping: dict[str, object] = {"delimiter": delimiter} if delimiter != "," else {}
    mapping["period"] = {"column": when, "formats": [form]}
    mapping |= roles
    if cells and any(re.search(r"\d,\d{1,2}$", cell) for cell in cells):
        mapping |= {"decimal": ",", "thousands": "."}
    if negative := [role for role, column in roles.items() if role != "net" and _is_negative(column, columns, cells)]:
        mapping["signs"] = dict.fromkeys(negative, "negative")
    used = {when, *roles.values()}
    mapping["ignore"] = [column for column in columns if column not in used]
    # JSON is YAML too, and stays right whatever the columns are called.
    return json.dumps(mapping, ensure_ascii=False)


def _split(line: str, delimiter: str) -> list[str]:
    try:
        return next(csv.reader([line], delimiter=delimiter), list[str]())
    except csv.Error:
        return line.split(delimiter)


def _period(columns: list[str], cells: list[str]) -> tuple[str, str]:
    for column, cell in zip(columns, cells, strict=False):
        if fitting := [form for form in _FORMATS if read_moment(cell, (form,))]:
            return column, " or ".join(fitting)
    return _UNKNOWN, "FORMAT"


def _is_negative(column: str, columns: list[str], cells: list[str]) -> bool:
    return any(one == column and cell.startswith("-") for one, cell in zip(columns, cells, strict=False))


def _roles(columns: list[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for role, hint in _HINTS.items():
        fitting = [one for one in columns if re.search(hint, one, re.IGNORECASE) and one not in found.values()]
        if fitting:
            found[role] = fitting[0]
    return {"gross": _UNKNOWN, "refund": _UNKNOWN} | found
