"""The goal's language decides that of the report: Chinese where the goal holds Chinese characters, else English."""

import re

_HAN = re.compile(r"[\u3400-\u9fff]")
_LATIN_WORD = re.compile(r"[A-Za-z]{3,}")


def is_chinese(text: str) -> bool:
    """Tell whether a text holds Chinese characters."""
    return _HAN.search(text) is not None


def fits(text: str, goal: str) -> bool:
    """Tell whether a text is in the goal's language; a text without any words fits both."""
    if is_chinese(goal):
        return is_chinese(text) or _LATIN_WORD.search(text) is None
    return not is_chinese(text)
