"""Writing Markdown in which a document's text can only ever be text."""

import re
from collections.abc import Sequence

from ditto.state.characters import is_hidden

_SPECIAL = re.compile(r"[\\`*_{}\[\]<>&|~#!$]")
_BLOCK = re.compile(r"^(\s*)([-+](?=\s|$)|[-=]{2,}|\d+[.)](?=\s|$))")
_FORMULA = tuple("=+-@＝＋－＠")  # a spreadsheet takes the full-width signs too
_LINK = re.compile(r"(?i)(https?|ftp|mailto)(:)|(www)(\.)")


def plain(text: str) -> str:
    """Return the text with every control, format and line-separating character replaced by U+FFFD."""
    return "".join("\ufffd" if is_hidden(character) else character for character in text)


def escape(text: str) -> str:
    """Return the text so that no Markdown reader finds markup, HTML, an image or a link in it."""
    escaped = _SPECIAL.sub(lambda match: "\\" + match.group(), plain(text).lstrip(" "))
    unlinked = _LINK.sub(lambda match: f"{match[1] or match[3]}&#{ord(match[2] or match[4])};", escaped).replace(
        "@", "&#64;"
    )
    return _BLOCK.sub(lambda match: match[1] + match[2][:-1] + "\\" + match[2][-1], unlinked)


def fenced(text: str) -> str:
    """Return the text as a code block whose fence the text cannot close."""
    longest = max((len(run) for run in re.findall(r"`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    lines = "\n".join(map(plain, text.split("\n")))
    return f"{fence}text\n{lines}\n{fence}"


def table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table; a cell that a spreadsheet would take for a formula gets an apostrophe, a negative number does not."""
    lines = [header, ["---"] * len(header), *[[_cell(cell) for cell in row] for row in rows]]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def _cell(text: str) -> str:
    number = re.fullmatch(r"-([A-Z]{3}\s)?[\d,]+(\.\d+)?( (cents|%|[A-Z]{3}))?", text)
    return escape(f"'{text}" if text.lstrip()[:1] in _FORMULA and not number else text)
