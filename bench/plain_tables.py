"""A second, plain reading of any table under its mapping, which shares no code with Ditto.

It is lenient: what it cannot make sense of raises something, and what it takes for an amount Ditto may refuse.
"""

import csv
import hashlib
import re
from collections.abc import Iterator
from datetime import datetime
from decimal import Decimal
from typing import Any, NamedTuple

STRICT: dict[str, Any] = {
    "period": {"column": "month", "formats": ["YYYY-MM"]},
    "gross": "grossCents",
    "refund": "refundCents",
    "decimal": "none",
    "unit": "minor",
}
DIGITS = {None: 2, "CNY": 2, "EUR": 2, "USD": 2, "JPY": 0, "KWD": 3}
TOKENS = {"YYYY": "%Y", "MM": "%m", "DD": "%d", "Mon": "%b"}
AFFIXES = {"leading": ("-", ""), "trailing": ("", "-"), "parentheses": ("(", ")")}
ROLES = ("gross", "refund", "discount")
KINDS = {"sales": "gross", "refunds": "refund", "discounts": "discount"}


class Row(NamedTuple):
    """A line that counts: its number from 1, its text, its period and its amounts by name."""

    line: int
    text: str
    period: str
    amounts: dict[str, int]


def plain_rows(data: bytes, mapping: dict[str, Any]) -> Iterator[Row]:
    """Yield every row that counts, in the order of the file."""
    text = data.decode(mapping.get("encoding", "utf-8")).removeprefix("\ufeff").replace("\r\n", "\n").removesuffix("\n")
    lines = list(enumerate(text.split("\n"), 1))
    lines = lines[mapping.get("skipBefore", 0) : len(lines) - mapping.get("skipAfter", 0)]
    lines = [(number, line) for number, line in lines if line.strip()]
    rows = csv.DictReader((line for _, line in lines), delimiter=mapping.get("delimiter", ","), strict=True)
    for (number, line), cells in zip(lines[1:], rows, strict=True):
        if amounts := _amounts(cells, mapping):
            yield Row(number, line, _period(cells, mapping["period"]), amounts)


def plain_sums(rows: Iterator[Row]) -> dict[str, dict[str, int]]:
    """Return the sums of every period."""
    sums: dict[str, dict[str, int]] = {}
    for row in rows:
        period = sums.setdefault(row.period, dict.fromkeys(ROLES, 0))
        for name, amount in row.amounts.items():
            period[name] = period.get(name, 0) + amount
    return sums


def plain_quote(rows: list[Row]) -> str:
    """Return what a citation of these rows quotes: the row, or the first, the last and what stands for all."""
    first, last = rows[0], rows[-1]
    if len(rows) == 1:
        return first.text
    digest = hashlib.sha256("".join(f"{row.text}\n" for row in rows).encode()).hexdigest()
    return f"{first.text}\n{last.text}\n{len(rows)} rows, lines {first.line}-{last.line}, sha256 {digest[:16]}"


def _period(cells: dict[str, str], period: dict[str, Any]) -> str:
    formats = period["formats"]
    for form in [formats] if isinstance(formats, str) else formats:
        try:
            year, month = _moment(cells[period["column"]], form)
        except ValueError:
            continue
        every = period.get("every") or (
            "quarter" if "Q" in form else "month" if "MM" in form or "Mon" in form else "year"
        )
        quarter = f"{year:04}-Q{(month + 2) // 3}"
        return {"year": f"{year:04}", "quarter": quarter, "month": f"{year:04}-{month:02}"}[every]
    raise ValueError(f"no period: {cells[period['column']]!r}")


def _moment(text: str, form: str) -> tuple[int, int]:
    if "Q" in form:
        year, quarter = map(int, re.findall(r"[0-9]+", text))
        return year, quarter * 3
    when = datetime.strptime(text, re.sub(r"YYYY|MM|DD|Mon", lambda token: TOKENS[token[0]], form.replace("'", "")))
    return when.year, when.month


def _amounts(cells: dict[str, str], mapping: dict[str, Any]) -> dict[str, int]:
    if kind := mapping.get("kind"):
        value = cells[kind["column"]]
        if value in kind.get("none", []):
            return {}
        roles = {role: mapping["amount"] for key, role in KINDS.items() if value in kind.get(key, [])}
        if not roles:
            raise ValueError(f"no kind: {value!r}")
    else:
        roles = {role: mapping[role] for role in ROLES if role in mapping}
    digits = DIGITS[cells[mapping["currencyColumn"]] if "currencyColumn" in mapping else mapping.get("currency")]
    found = {role: _minor(cells[column], mapping, digits) * _turned(role, mapping) for role, column in roles.items()}
    found |= {name: _minor(cells[column], mapping, digits) for name, column in mapping.get("columns", {}).items()}
    return found | {name: int(cells[column]) for name, column in mapping.get("counts", {}).items()}


def _turned(role: str, mapping: dict[str, Any]) -> int:
    sign = mapping.get("signs", {}).get(role, "positive")
    return 1 if sign == "positive" or (sign, role) == ("signed", "gross") else -1


def _minor(text: str, mapping: dict[str, Any], digits: int) -> int:
    opened, closed = next(
        (one for one in map(AFFIXES.__getitem__, mapping.get("negative", ["leading"])) if _within(text, *one)), ("", "")
    )
    size = text.removeprefix(opened).removesuffix(closed)
    if mapping.get("thousands", "none") != "none":
        size = size.replace(mapping["thousands"], "")
    number = Decimal(size.replace(mapping.get("decimal", "."), "."))
    minor = number if mapping.get("unit") == "minor" else number.scaleb(digits)
    if minor != int(minor):
        raise ValueError(f"a part of a minor unit: {text}")
    return -int(minor) if opened or closed else int(minor)


def _within(text: str, opened: str, closed: str) -> bool:
    return text.startswith(opened) and text.endswith(closed)
