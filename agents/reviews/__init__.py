"""How a review is asked for, one file a style; a provider names its style in the settings."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from ditto.agents.deps import Deps
from ditto.agents.reviews import document, questions
from ditto.state.review import Proof, Review

Style = Callable[[Deps, int, Any, Proof], Awaitable[Review]]

STYLES: Mapping[str, Style] = {"document": document.review, "questions": questions.review}
