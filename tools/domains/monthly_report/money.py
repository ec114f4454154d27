"""Money: the decimals of a currency, its names, and amounts as the goal's language writes them."""

from decimal import Decimal
from functools import lru_cache

from babel.numbers import format_currency, format_decimal, get_currency_name, get_currency_symbol, list_currencies

from ditto.state.language import is_chinese

# ISO 4217: the currencies whose minor unit is not a hundredth.
_DECIMALS: dict[int, str] = {
    0: "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF",
    3: "BHD IQD JOD KWD LYD OMR TND",
    4: "CLF UYW",
}

_COMMON = {"CNY": ("元",)}
"""What a currency is called where its country is meant."""


def digits_of(currency: str | None) -> int:
    """Return the number of decimals of a currency; two where none is stated."""
    return next((digits for digits, codes in _DECIMALS.items() if currency in codes.split()), 2)


@lru_cache(maxsize=1)
def currencies() -> frozenset[str]:
    """Return every code that is known."""
    return frozenset(list_currencies())


@lru_cache(maxsize=64)
def spellings(currency: str | None) -> frozenset[str]:
    """Return the ways to write a currency in English and Chinese: code, signs, names."""
    if currency is None:
        return frozenset()
    found = {currency, *_COMMON.get(currency, ())}
    for locale in ("en", "zh"):
        names = [get_currency_name(currency, count, locale=locale) for count in (None, 1, 2)]
        found |= {*names, get_currency_symbol(currency, locale=locale), *(name.split()[-1] for name in names)}
    return frozenset(one.lower() if one.isascii() and one.isalpha() and one != currency else one for one in found)


def written(minor: int, currency: str | None) -> str:
    """Return an amount as prompts and findings write it: 114000 cents, or 1,140.00 EUR."""
    if currency is None:
        return f"{minor} cents"
    return f"{_major(minor, currency):,} {currency}"


def displayed(minor: int, currency: str | None, goal: str) -> str:
    """Return an amount in units, as readers of the goal's language write it.

    The currency stands as its code: `$` and `¥` are the signs of several.
    """
    locale, value = "zh_CN" if is_chinese(goal) else "en_US", _major(minor, currency)
    if currency is None:
        return format_decimal(value, format="#,##0.00", locale=locale)
    return format_currency(value, currency, locale=locale, currency_digits=False, format=_pattern(currency))


def _pattern(currency: str) -> str:
    digits = digits_of(currency)
    return "¤¤\u00a0#,##0" + (f".{'0' * digits}" if digits else "")


def _major(minor: int, currency: str | None) -> Decimal:
    return Decimal(minor).scaleb(-digits_of(currency))
