"""What a review is made from: the draft with all that it is judged by, and a way to put a question to the reviewer."""

from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

from ditto.agents.asking import Prompt
from ditto.state.answer import Sample
from ditto.state.domain import Domain
from ditto.state.evidence import Evidence
from ditto.state.review import Proof

Put = Callable[[str, Prompt], Awaitable[Sample]]
"""Puts a part of the review, by its name, to the reviewing model."""


class Material(NamedTuple):
    """A draft under review; the proof names it, and holds what the checker found."""

    domain: Domain
    evidence: Evidence
    goal: str
    version: int
    draft: Any
    proof: Proof
