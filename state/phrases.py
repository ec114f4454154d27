"""What a text holds beside its sense: markup, and words or phrases that are looked for."""

import re
import unicodedata

_MARKUP = re.compile(r"[<>`|\\]|\]\(|!\[|https?:|www\.|&#?\w+;|\*\*|__")


def markup(text: str) -> str | None:
    """Return the first mark of Markdown, HTML or a link that a text holds."""
    found = _MARKUP.search(text)
    return found.group() if found else None


def holds(text: str, phrase: str) -> bool:
    """Tell whether a text holds a word or a phrase, in any case; scripts without spaces have no edges of words."""
    plain, sought = (unicodedata.normalize("NFKC", one).casefold() for one in (text, phrase))
    if not sought.isascii():
        return sought in plain
    return re.search(rf"(?<![a-z0-9]){re.escape(sought)}(?![a-z0-9])", plain) is not None
