"""Taking the numbers that count a text's own parts out of it: list items and notes, which run 1, 2, 3, and ordinals of two."""

import re
import unicodedata

from ditto.state.number_units import TAKEN

_CIRCLED = str.maketrans({chr(0x2460 + place): f"({place + 1})" for place in range(20)})
_RAISED = re.compile(r"(?<=[^\W\d_])[¹²³]|(?<=[.,;:%。，；：])[¹²³]")
_LIST = re.compile(
    r"(?:^|(?<=[.,;:!?。，；：！？])|(?<=[.,;:!?] ))"
    r"(?:\((\d{1,2})\)|(\d{1,2})(?:\)|[.、](?!\d)))(?=\s?[^\W\d_])"
)
_NOTE = re.compile(r"\[(\d{1,2})\]|\((?:see )?note (\d{1,2})\)|\(注 ?(\d{1,2})\)", re.IGNORECASE)
_ORDINAL = re.compile(r"\b(?:1st|2nd)(?= (?:months?|periods?|rows?|years?|of the two)\b)", re.IGNORECASE)


def marks_spelled_out(text: str) -> str:
    """Return a text whose circled numbers read (1), and whose raised ones after a word read [1]."""
    return _RAISED.sub(lambda match: f"[{unicodedata.digit(match.group())}]", text.translate(_CIRCLED))


def without_running(text: str) -> str:
    """Return a plain text without its list numbers and note marks where they run from 1, and without "1st" and "2nd" of two."""
    for family in (_LIST, _NOTE):
        found = [int(match[match.lastindex or 0]) for match in family.finditer(text)]
        if found == list(range(1, len(found) + 1)):
            text = family.sub(TAKEN, text)
    return _ORDINAL.sub(TAKEN, text)
