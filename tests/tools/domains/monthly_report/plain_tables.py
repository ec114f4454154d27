"""A second, plain reading of a table under its mapping, which shares no code with the domain's."""

import csv
from collections import defaultdict
from datetime import datetime
from decimal import Decimal
from typing import Any

from tests.tools.domains.monthly_report.drawn_tables import DIGITS, FORMATS

Sums = dict[str, dict[str, int]]


def plain_sums(data: bytes, mapping: dict[str, Any]) -> Sums:
    """The sums of every month in minor units; whatever does not fit raises something."""
    lines = data.decode(mapping["encoding"]).removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
    lines = lines[mapping["skip_before"] : len(lines) - mapping["skip_after"]]
    rows = csv.DictReader((line for line in lines if line.strip()), delimiter=mapping["delimiter"], strict=True)
    sums: Sums = defaultdict(lambda: {"gross": 0, "refund": 0, "discount": 0})
    for row in rows:
        kind = mapping.get("kind")
        if kind and row[kind["column"]] == "Deposit":
            continue
        when = datetime.strptime(row[mapping["period"]["column"]], FORMATS[mapping["period"]["formats"][0]])
        month = f"{when.year:04}-{when.month:02}"
        for role, column in _columns(row, mapping).items():
            sums[month][role] += _amount(row[column], mapping) * _direction(role, mapping)
    return dict(sums)


def _columns(row: dict[str, str], mapping: dict[str, Any]) -> dict[str, str]:
    if kind := mapping.get("kind"):
        roles = {"Sale": "gross", "Return": "refund", "Voucher": "discount"}
        return {roles[row[kind["column"]]]: mapping["amount"]}
    return {role: mapping[role] for role in ("gross", "refund", "discount") if role in mapping}


def _direction(role: str, mapping: dict[str, Any]) -> int:
    sign = mapping["signs"][role]
    return 1 if sign == "positive" or (sign, role) == ("signed", "gross") else -1


def _amount(text: str, mapping: dict[str, Any]) -> int:
    opened, closed = {"leading": ("-", ""), "trailing": ("", "-"), "parentheses": ("(", ")")}[mapping["negative"][0]]
    negative = text.startswith(opened) and text.endswith(closed)
    size = text.removeprefix(opened).removesuffix(closed) if negative else text
    if mapping["thousands"] != "none":
        size = size.replace(mapping["thousands"], "")
    number = Decimal(size.replace(mapping["decimal"], "."))
    minor = number if mapping["unit"] == "minor" else number.scaleb(DIGITS[mapping["currency"]])
    if minor != int(minor):
        raise ValueError(f"a part of a minor unit: {text}")
    return -int(minor) if negative else int(minor)
