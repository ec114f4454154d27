"""Which characters a reader cannot see, or is misled by: control, format and bidi characters, and other line ends."""

import unicodedata


def is_hidden(character: str) -> bool:
    """Tell whether a character is of Unicode's categories Cc, Cf, Cs, Zl or Zp."""
    return unicodedata.category(character) in ("Cc", "Cf", "Cs", "Zl", "Zp")
