"""The options of a request: how long the announcement is, whom it speaks to, and in which tone."""

from typing import Annotated, Self

from pydantic import Field, model_validator

from ditto.state.record import Line, Record, absent

Rule = Annotated[Line, Field(max_length=200)]


class Options(Record):
    """Say the least and most words (of Chinese: characters), the rules of tone that a reviewer judges, and the audience."""

    min_words: Annotated[int, Field(ge=0, le=400)] = 10
    max_words: Annotated[int, Field(ge=1, le=400)] = 120
    tone: Annotated[tuple[Rule, ...], Field(max_length=5)] = ()
    audience: Rule | None = Field(default=None, exclude_if=absent)

    @model_validator(mode="after")
    def _sound(self) -> Self:
        if self.min_words > self.max_words:
            raise ValueError(f"minWords {self.min_words} is above maxWords {self.max_words}")
        if repeated := next((rule for rule in self.tone if self.tone.count(rule) > 1), None):
            raise ValueError(f"{repeated!r} stands twice")
        return self
