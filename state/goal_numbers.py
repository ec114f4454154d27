"""Taking the goal's own numbers out of a text where it speaks of the goal: its targets, and what it counts.

A number of the goal is no figure of the source: "the target of 20 %" may be said, "growth of 20 %" may not. What has a unit is an amount, and counts nothing.
"""

import re

from ditto.state.number_units import TAKEN

_AIM = re.compile(
    r"\b(?:target|goal|aim|plan|planned|budget|budgeted|threshold)"
    r"(?: (?:of|was|is|at|a|the|growth|net|gross|revenue|set|for))* (?:[^\W\d_]{3} |[^\w\s])?$"
    r"|(?:目标|计划|预算|门槛|指标)(?:的|值|额|为|是|增幅|增长率|净收入|毛收入|收入)*[^\w\s]?$",
    re.IGNORECASE,
)
_UNIT = r"(?! ?(?:per|percent|cents?|k|thousand|m|mn|million|bn|billion|times|percentage|pp)(?![a-z])| ?(?:个?百分点|[分元万亿千百月年日号季成倍]))"
_COUNTED = re.compile(
    rf"(?<![A-Za-z\d_.,])(\d{{1,2}}(?!\d){_UNIT}(?:(?: [A-Za-z]+){{1,2}}|[^\W\d_a-zA-Z]{{2,4}}))", re.IGNORECASE
)


def is_aim(before: str) -> bool:
    """Tell whether the text before a number calls it a target."""
    return _AIM.search(before) is not None


def without_counted(text: str, goal: str) -> str:
    """Return a text without what the goal counts, in the goal's words: "3 regional managers"."""
    for match in _COUNTED.finditer(goal):
        text = re.sub(rf"(?<![\d.,]){re.escape(match.group())}", TAKEN, text, flags=re.IGNORECASE)
    return text
