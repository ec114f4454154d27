"""The sections of the settings, each key with one line that says what it is."""

from pathlib import Path
from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from ditto.state.request import DeadlineSeconds, MaxModelCalls, MaxRounds


class _Section(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class ModelChoice(_Section):
    """Which provider's model is used."""

    provider: str


class Provider(_Section):
    """A model server, by its OpenAI-compatible address or embedded."""

    kind: Literal["openai", "embedded"] = "openai"
    """`embedded` is the packaged local model, started by Ditto."""
    base_url: str | None = None
    """The address up to and including /v1."""
    model: str | None = None
    """The model's name at the provider."""
    path: Path | None = None
    """A GGUF file for an embedded provider; the packaged weights where it is not given."""
    sha256: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")] | None = None
    """The digest that the GGUF file must have."""
    api_key_env: str | None = None
    """The environment variable that holds the key."""
    structured_output: Literal["json_schema", "json_object"] = "json_schema"
    """How the form of an answer is asked for."""
    style: Literal["document", "questions"] = "document"
    """How a review is asked for: as one document, or as yes/no questions."""
    max_tokens: Annotated[int, Field(ge=16, le=100_000)] | None = None
    """The longest answer."""
    temperature: Annotated[float, Field(ge=0, le=2)] | None = None
    """Of writing; where it is given, reviews use 0."""
    seed: Annotated[int, Field(ge=0, le=1_000_000)] = 0
    """Added to the version's number as an embedded model's seed: equal input and seed give an equal answer."""
    timeout_seconds: Annotated[float, Field(gt=0, le=3600)] = 120
    """How long one attempt may take."""
    retries: Annotated[int, Field(ge=0, le=10)] = 0
    """How often an outage is tried again; each try is one more reserved call."""
    price: dict[str, float] | None = None
    """Per million tokens: {prompt, completion}."""
    substituted: bool = False
    """This provider is a labelled fault injection, not a model."""

    @model_validator(mode="after")
    def _complete(self) -> Self:
        if self.kind == "openai" and not (self.base_url and self.model):
            raise ValueError("needs base_url and model, or kind: embedded")
        return self


class Network(_Section):
    """The hosts that may be called."""

    allow: tuple[str, ...] = ("127.0.0.1", "localhost")


class ContextSettings(_Section):
    """Where the messages of the next call are kept."""

    redis: str = "embedded"
    """`embedded`, or a redis:// URL."""
    ttl_seconds: Annotated[int, Field(ge=1)] = 3600
    key_prefix: Annotated[str, Field(pattern=r"^[A-Za-z0-9:_-]{1,64}$")] = "ditto"

    @property
    def url(self) -> str | None:
        """The server's URL; None for the embedded one."""
        return None if self.redis == "embedded" else self.redis


class Limits(_Section):
    """The limits of a new task that names none."""

    max_rounds: MaxRounds = 4
    max_model_calls: MaxModelCalls = 8
    deadline_seconds: DeadlineSeconds = 600


Domains = dict[Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{0,63}$")], Path]
"""Where subjects from outside stand, by name."""
