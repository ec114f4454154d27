"""Finding the currencies that a text names: signs, names in English and Chinese, and codes."""

import re
import unicodedata
from collections.abc import Collection

from ditto.state.number_units import spellings

_CURRENCY = re.compile(
    r"\b(?:dollars?|euros?|pounds?|sterling|yen|yuan|renminbi|rupees?|francs?|pesos?|krona|kronor|roubles?|rubles?|zloty|bucks)\b"
    r"|(?-i:\b(?:USD|EUR|GBP|JPY|CNY|RMB|CHF|CAD|AUD|NZD|INR|KRW|KWD|SEK|NOK|DKK|PLN|BRL|MXN|ZAR|SGD|HKD|RUB|TRY)\b)"
    r"|[美欧日港]元|英镑|人民币|卢比|法郎|块钱|(?<![多单公纪次])元(?![素件旦年月])",
    re.IGNORECASE,
)


def currency(text: str, stated: Collection[str] = ()) -> str | None:
    """Return the first currency sign, name or code of a text that is none of the stated ones."""
    plain = unicodedata.normalize("NFKC", text)
    plain = re.sub(spellings(frozenset(stated)).alone, " ", plain, flags=re.IGNORECASE)
    sign = next((character for character in plain if unicodedata.category(character) == "Sc"), None)
    named = _CURRENCY.search(plain)
    return sign or (named.group() if named else None)
