"""How a review is asked for, one file a style; a provider names its style in the settings."""

from collections.abc import Awaitable, Callable, Mapping

from ditto.agents.reviews import document, questions
from ditto.agents.reviews.material import Material, Put
from ditto.state.review import Review

Style = Callable[[Put, Material], Awaitable[Review]]

STYLES: Mapping[str, Style] = {"document": document.review, "questions": questions.review}
