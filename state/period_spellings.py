"""Taking the spelled periods of a table out of a text, so that only its other numbers are left to be read.

Months (2026-07), quarters (2026-Q3) and years (2026) are taken out where they are held. Another period stays as it is written.
"""

import re
from collections.abc import Iterable

from ditto.state.number_units import TAKEN
from ditto.state.period_ranges import MONTHS, without_bounds, without_pairs

_ORDINALS = {"first": 1, "second": 2, "third": 3, "fourth": 4, "1st": 1, "2nd": 2, "3rd": 3, "4th": 4}
_QUARTERS = {**_ORDINALS, "一": 1, "二": 2, "三": 3, "四": 4}
_QUARTER = (
    r"(?:Q ?(?P<letter>[1-4])(?![A-Za-z\d]|[.,]\d)|(?P<ordinal>first|second|third|fourth|1st|2nd|3rd|4th)[ -]quarter(?![A-Za-z])"
    r"|第 ?(?P<numbered>[1-4一二三四]) ?季度?|(?<![前后头近一二三四十])(?<![一二三四][、和至到与及])(?P<short>[一二三四])季度)"
)
_AMOUNT = r"[.,]\d|\s?(?:%|per ?cent|cents?\b|分|[千万亿])"


def without_periods(text: str, periods: frozenset[str], currency: str) -> str:
    """Return the text without the periods; a year beside the currency (a pattern) is an amount, and stays."""
    years = sorted({period[:4] for period in periods})
    text = without_pairs(without_bounds(text, periods), periods)
    if years:
        text = _without_quarters(text, periods, years, currency)
    for period in sorted(period for period in periods if period[5:].isdigit()):
        text = _without_month(text, *period.split("-"))
    # What is left of "September 2026" is another month's name, not a year that stands alone.
    text = re.sub(rf"\b({'|'.join(MONTHS)}),? (?=\d{{4}})", r"\1#", text, flags=re.IGNORECASE)
    text = _without_years(text, years, currency)
    for year in sorted(periods.intersection(years)):
        text = re.sub(rf"(?<![A-Za-z\d/-])(?<!\d[.,]){year} ?年", TAKEN, text)
    return text


def _without_quarters(text: str, periods: frozenset[str], years: Iterable[str], currency: str) -> str:
    year = "|".join(years)
    before = rf"(?:(?<![A-Za-z\d/-])|(?<=Q[1-4][/-]))(?<!\d[.,])(?P<before>{year})(?: ?年的? ?|['’]s |, |[ /.-])?"
    after = rf"(?:,? (?:of|in) | ?\(|, |[ /.-])(?P<after>{year})(?!\w|[/-]\d|{_AMOUNT}|{_beside(currency)})"

    def taken(match: re.Match[str]) -> str:
        stated, number = match["before"] or match["after"], _quarter(match)
        held = any(f"{one}-Q{number}" in periods for one in ([stated] if stated else years))
        return TAKEN if held and not (match["before"] and _led(match, currency)) else match.group()

    spelled = rf"(?:{before}|(?<![A-Za-z\d])){_QUARTER}(?(before)|(?:{after})?)"
    return re.sub(spelled, taken, text, flags=re.IGNORECASE)


def _quarter(match: re.Match[str]) -> int:
    written = match["letter"] or match["ordinal"] or match["numbered"] or match["short"]
    return int(written) if written.isdecimal() else _QUARTERS[written.lower()]


def _without_month(text: str, year: str, month: str) -> str:
    number, name = int(month), MONTHS[int(month) - 1]
    spelled = rf"{year}[-/.]{month}(?!\d|-\d)|{month}/{year}|(?:{name}|{name[:3]}\.?),? {year}|{year} ?年 ?0?{number} ?月份?|(?<!\d)0?{number} ?月份?"
    return re.sub(rf"(?<![\d/-])(?<!\d[.,])(?:{spelled})(?!\d)", TAKEN, text, flags=re.IGNORECASE)


def _without_years(text: str, years: Iterable[str], currency: str) -> str:
    for year in years:
        chinese = rf"(?<![A-Za-z\d_#/-])(?<!\d[.,]){year} ?年度?(?! ?\d)"
        alone = rf"{chinese}|(?<![\w#/-])(?<!\d[.,]){year}(?![\w/-]|{_AMOUNT}|{_beside(currency)})"
        text = re.sub(alone, lambda match: match.group() if _led(match, currency) else TAKEN, text)
    return text


def _led(match: re.Match[str], currency: str) -> bool:
    """Whether a currency stands before the match."""
    return re.search(rf"{currency}\s?-?$", match.string[: match.start()], re.IGNORECASE) is not None


def _beside(currency: str) -> str:
    """A currency that follows a number, and does not lead the next."""
    return rf"(?i:[\s-]?{currency}(?!\s?-?\d))"
