"""Settings: arguments win over the environment's DITTO_*, those over .env, those over ditto.yaml."""

import os
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from dotenv import dotenv_values
from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator
from pydantic_settings import (
    BaseSettings,
    EnvSettingsSource,
    InitSettingsSource,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    SettingsError,
    YamlConfigSettingsSource,
)
from yaml import YAMLError

from ditto.state.errors import BadSettings
from ditto.state.request import DeadlineSeconds, MaxModelCalls, MaxRounds

PREFIX = "DITTO_"
REDIS_VARIABLE = "DITTO_WORKER_CONTEXT_REDIS_URL"


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


class Settings(BaseSettings):
    """Everything that is configured; `environment` holds the variables that keys are read from."""

    model_config = SettingsConfigDict(frozen=True, extra="forbid", env_prefix=PREFIX, env_nested_delimiter="__")

    model: ModelChoice
    review_model: ModelChoice | None = None
    providers: dict[str, Provider]
    network: Network = Network()
    context: ContextSettings = ContextSettings()
    limits: Limits = Limits()
    _origin: str = ""
    _environment: Mapping[str, str] = {}

    @property
    def origin(self) -> str:
        """Where the settings were read."""
        return self._origin

    def variable(self, name: str) -> str | None:
        """Return a variable of the environment or .env, such as a provider's key."""
        return self._environment.get(name)

    def provider(self, name: str | None, *, review: bool = False) -> tuple[str, Provider]:
        """Return the provider of that name, else the configured one; raises BadSettings where it is not known."""
        configured = self.review_model if review and self.review_model else self.model
        chosen = name or configured.provider
        if chosen not in self.providers:
            raise BadSettings("there is no such provider", where=self.origin, found=repr(chosen), expected=" or ".join(sorted(self.providers)))
        return chosen, self.providers[chosen]


def load_settings(path: Path | str | None = None) -> Settings:
    """Read the settings from the file, else ./ditto.yaml, else the packaged one, with DITTO_* laid over it.

    Raises BadSettings that names the key at fault.
    """
    origin, file = _file(Path(path) if path is not None else None)
    environment = {key: value for key, value in dotenv_values(".env").items() if value is not None} | dict(os.environ)
    _require_known(environment)
    try:
        settings = _reader(file, environment)()  # pyright: ignore[reportCallIssue] -- the sources give what is required
    except ValidationError as cause:
        raise BadSettings(_worded(cause), where=origin) from cause
    except (SettingsError, YAMLError, TypeError, ValueError) as cause:
        raise BadSettings("the settings cannot be read", where=origin, found=" ".join(str(cause).split())[:200], expected="a YAML mapping of sections") from cause
    settings._origin, settings._environment = origin, environment  # pyright: ignore[reportPrivateUsage] -- set once, here
    settings.provider(None)
    settings.provider(None, review=True)
    return settings


def _reader(file: Path, environment: Mapping[str, str]) -> type[Settings]:
    class Configured(Settings):
        @classmethod
        def settings_customise_sources(cls, settings_cls: type[BaseSettings], **sources: Any) -> tuple[PydanticBaseSettingsSource, ...]:
            yaml, dotenv = YamlConfigSettingsSource(settings_cls, yaml_file=file), _prefixed_dotenv(settings_cls)
            redis = environment.get(REDIS_VARIABLE)
            named = InitSettingsSource(settings_cls, {"context": {"redis": redis}} if redis else {})
            return named, sources["env_settings"], dotenv, yaml

    return Configured


def _prefixed_dotenv(settings_cls: type[BaseSettings]) -> EnvSettingsSource:
    source = EnvSettingsSource(settings_cls)
    source.env_vars = {key.lower(): value for key, value in dotenv_values(".env").items() if key.startswith(PREFIX)}
    return source


def _file(path: Path | None) -> tuple[str, Path]:
    chosen = path or (Path("ditto.yaml") if Path("ditto.yaml").is_file() else None)
    if chosen is None:
        return "the packaged ditto.yaml", Path(str(files("ditto").joinpath("ditto.yaml")))
    try:
        chosen.read_text("utf-8")  # the YAML source ignores a file that is missing
    except (OSError, UnicodeDecodeError) as cause:
        reason = getattr(cause, "strerror", None) or "not UTF-8 text"
        raise BadSettings("the settings cannot be read", where=chosen, found=reason, expected="a YAML file") from cause
    return str(chosen), chosen


def _require_known(environment: Mapping[str, str]) -> None:
    sections = tuple(f"{PREFIX}{name.upper()}" for name in Settings.model_fields)
    for variable in environment:
        known = variable == REDIS_VARIABLE or variable in sections or variable.startswith(tuple(f"{one}__" for one in sections))
        if variable.startswith(PREFIX) and not known:
            raise BadSettings(
                "this variable is not known", where="environment", found=variable, expected=f"{PREFIX}<SECTION>__<KEY>, such as DITTO_MODEL__PROVIDER"
            )


def _worded(error: ValidationError) -> str:
    first = error.errors(include_url=False, include_context=False)[0]
    place = ".".join(str(part) for part in first["loc"])
    if first["type"] == "extra_forbidden":
        return f"{place}: this key is not known"
    return f"{place}: {first['msg']}" + (f", found {first['input']!r}"[:120] if first["type"] != "missing" else "")
