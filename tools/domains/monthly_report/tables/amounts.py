"""Amounts as a mapping writes them, read exactly into whole minor units; what is read once is remembered."""

import re

from .cells import BadCell
from .mapping import Mapping

MOST_DIGITS = 15
_REMEMBERED = 1 << 17
_SPACES = " \u00a0\u202f"


class Amounts(dict[str, int]):
    """The minor units of every amount that was met, by its text; raises BadCell for a text that is no amount."""

    def __init__(self, mapping: Mapping, digits: int) -> None:
        super().__init__()
        self._mapping, self._digits = mapping, digits
        whole = mapping.unit == "minor" or mapping.decimal == "none"
        self._body = _body(mapping.thousands, None if whole else mapping.decimal)
        self._expected = _expected(mapping, whole=whole, digits=digits)

    def __missing__(self, text: str) -> int:
        if len(self) >= _REMEMBERED:
            self.clear()
        self[text] = value = self._read(text)
        return value

    def _read(self, text: str) -> int:
        if not text and self._mapping.blank_is_zero:
            return 0
        plain, signed = self._unmarked(text)
        negative, plain = self._unsigned(plain)
        if not signed:
            plain, _ = self._unmarked(plain)
        if not (match := self._body.fullmatch(plain)):
            raise BadCell("not an amount" + (" in whole cents" if self._strict else ""), self._expected)
        size = self._minor(match["whole"], match.groupdict().get("fraction") or "")
        return -size if negative else size

    @property
    def _strict(self) -> bool:
        return self._mapping.unit == "minor" and self._mapping.currency is None

    def _minor(self, whole: str, fraction: str) -> int:
        number = whole if whole.isdecimal() else re.sub(r"[^0-9]", "", whole)
        if self._mapping.unit == "major":
            if fraction[self._digits :].strip("0"):
                raise BadCell(f"more than {self._digits} decimals", self._expected)
            number += fraction[: self._digits].ljust(self._digits, "0")
        if len(number.lstrip("0")) > MOST_DIGITS:
            raise BadCell("not an amount" + (" in whole cents" if self._strict else ""), self._expected)
        return int(number)

    def _unmarked(self, text: str) -> tuple[str, bool]:
        sign = self._mapping.currency_sign
        if sign and text.startswith(sign):
            return text.removeprefix(sign).removeprefix(" "), True
        if sign and text.endswith(sign):
            return text.removesuffix(sign).removesuffix(" "), True
        return text, False

    def _unsigned(self, text: str) -> tuple[bool, str]:
        written = () if self._mapping.sign_column else self._mapping.negative
        if "leading" in written and text.startswith("-"):
            return True, text[1:]
        if "trailing" in written and text.endswith("-"):
            return True, text[:-1]
        if "parentheses" in written and text.startswith("(") and text.endswith(")"):
            return True, text[1:-1]
        return False, text


class Counts(dict[str, int]):
    """Whole numbers by their text."""

    def __init__(self, mapping: Mapping) -> None:
        super().__init__()
        self._body, self._blank = _body(mapping.thousands, None), mapping.blank_is_zero

    def __missing__(self, text: str) -> int:
        match = self._body.fullmatch(text)
        number = re.sub(r"[^0-9]", "", match["whole"]) if match else "0" if self._blank and not text else ""
        if not number or len(number) > MOST_DIGITS:
            raise BadCell("not a count", f"digits 0-9 alone, at most {MOST_DIGITS}")
        if len(self) >= _REMEMBERED:
            self.clear()
        self[text] = int(number)
        return self[text]


def _body(thousands: str, decimal: str | None) -> re.Pattern[str]:
    mark = f"[{_SPACES}]" if thousands == " " else re.escape(thousands)
    grouped = "" if thousands == "none" else rf"[1-9][0-9]{{0,2}}(?:{mark}[0-9]{{3}})+|"
    fraction = "" if decimal is None else rf"(?:{re.escape(decimal)}(?P<fraction>[0-9]+))?"
    return re.compile(rf"(?P<whole>{grouped}0|[1-9][0-9]*){fraction}")


def _expected(mapping: Mapping, *, whole: bool, digits: int) -> str:
    parts = ["digits 0-9" + (" alone" if whole and mapping.thousands == "none" else "")]
    if mapping.thousands != "none":
        parts.append(f"groups of three between {mapping.thousands!r}")
    if not whole:
        parts.append(f"up to {digits} decimals after {mapping.decimal!r}")
    return ", ".join([*parts, f"at most {MOST_DIGITS}"])
