"""Settings: arguments win over the environment's DITTO_*, those over .env, those over ditto.yaml."""

import os
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any, TypeVar

from dotenv import dotenv_values
from pydantic import ValidationError
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
from ditto.tools.sections import ContextSettings, Domains, Limits, ModelChoice, Network, Provider
from ditto.tools.subjects import INSTALLED, Subjects

PREFIX = "DITTO_"
REDIS_VARIABLE = "DITTO_WORKER_CONTEXT_REDIS_URL"
MANIFEST_KEY = "DITTO_MANIFEST_KEY"
_PACKAGED = "the packaged ditto.yaml"
S = TypeVar("S", bound=BaseSettings)


class Settings(BaseSettings):
    """Everything that is configured; `environment` holds the variables that keys are read from."""

    model_config = SettingsConfigDict(frozen=True, extra="forbid", env_prefix=PREFIX, env_nested_delimiter="__")

    model: ModelChoice
    review_model: ModelChoice | None = None
    providers: dict[str, Provider]
    network: Network = Network()
    context: ContextSettings = ContextSettings()
    limits: Limits = Limits()
    calibration: Path | None = None
    domains: Domains = {}
    """Subjects from outside by name: a package folder or module file, relative to this file. Naming one runs its code."""
    _origin: str = ""
    _subjects: Subjects = INSTALLED
    _environment: Mapping[str, str] = {}

    @property
    def origin(self) -> str:
        """Where the settings were read."""
        return self._origin

    @property
    def subjects(self) -> Subjects:
        """The subjects that a task may have, beside the package's own."""
        return self._subjects

    def variable(self, name: str) -> str | None:
        """Return a variable of the environment or .env, such as a provider's key."""
        return self._environment.get(name)

    def provider(self, name: str | None, *, review: bool = False) -> tuple[str, Provider]:
        """Return the provider of that name, else the configured one; raises BadSettings where it is not known."""
        configured = self.review_model if review and self.review_model else self.model
        chosen = name or configured.provider
        if chosen not in self.providers:
            raise BadSettings(
                "there is no such provider",
                where=self.origin,
                found=repr(chosen),
                expected=" or ".join(sorted(self.providers)),
            )
        return chosen, self.providers[chosen]


def load_settings(path: Path | str | None = None) -> Settings:
    """Read the settings from the file, else ./ditto.yaml, else the packaged one, with DITTO_* laid over it.

    Raises BadSettings that names the key at fault.
    """
    origin, file = _file(Path(path) if path is not None else None)
    environment = read_environment()
    _require_known(environment)
    settings = _read(Settings, origin, file, environment)
    settings._origin, settings._environment = origin, environment  # pyright: ignore[reportPrivateUsage] -- set once, here
    settings._subjects = _subjects(settings.domains, origin, file)  # pyright: ignore[reportPrivateUsage] -- as above
    settings.provider(None)
    settings.provider(None, review=True)
    return settings


def load_subjects(path: Path | str | None = None) -> Subjects:
    """Read which subjects the settings name, whatever else stands in them; a fault is kept and raised where one is asked for."""
    try:
        origin, file = _file(Path(path) if path is not None else None)
        named = _read(_Named, origin, file, read_environment())
    except BadSettings as fault:
        return Subjects(fault=fault)
    return _subjects(named.domains, origin, file)


class _Named(BaseSettings):
    """The one section that commands without a model read."""

    model_config = SettingsConfigDict(frozen=True, extra="ignore", env_prefix=PREFIX, env_nested_delimiter="__")

    domains: Domains = {}


def _subjects(domains: Mapping[str, Path], origin: str, file: Path) -> Subjects:
    folder = Path() if origin == _PACKAGED else file.parent
    return Subjects({name: (folder / path).absolute() for name, path in domains.items()}, origin)


def _read(form: type[S], origin: str, file: Path, environment: Mapping[str, str]) -> S:
    try:
        return _reader(form, file, environment)()
    except ValidationError as cause:
        raise BadSettings(_worded(cause), where=origin) from cause
    except (SettingsError, YAMLError, TypeError, ValueError, RecursionError) as cause:
        raise BadSettings(
            "the settings cannot be read",
            where=origin,
            found=" ".join(str(cause).split())[:200],
            expected="a YAML mapping of sections",
        ) from cause


def read_environment() -> Mapping[str, str]:
    """Return the environment's variables, laid over those of .env; raises BadSettings where that is no text."""
    try:
        given = dotenv_values(".env")
    except UnicodeDecodeError as cause:
        raise BadSettings("the variables cannot be read", where=".env", found=cause, expected="UTF-8 text") from cause
    return {key: value for key, value in given.items() if value is not None} | dict(os.environ)


def _reader(form: type[S], file: Path, environment: Mapping[str, str]) -> type[S]:
    class Configured(form):
        @classmethod
        def settings_customise_sources(  # pyright: ignore[reportIncompatibleMethodOverride] -- called with these names
            cls, settings_cls: type[BaseSettings], **sources: Any
        ) -> tuple[PydanticBaseSettingsSource, ...]:
            yaml, dotenv = YamlConfigSettingsSource(settings_cls, yaml_file=file), _prefixed_dotenv(settings_cls)
            redis = environment.get(REDIS_VARIABLE)
            named = InitSettingsSource(settings_cls, {"context": {"redis": redis}} if redis else {})
            return named, sources["env_settings"], dotenv, yaml

    return Configured  # pyright: ignore[reportReturnType] -- a class made of a variable's class


def _prefixed_dotenv(settings_cls: type[BaseSettings]) -> EnvSettingsSource:
    source = EnvSettingsSource(settings_cls)
    source.env_vars = {key.lower(): value for key, value in dotenv_values(".env").items() if key.startswith(PREFIX)}
    return source


def _file(path: Path | None) -> tuple[str, Path]:
    chosen = path or (Path("ditto.yaml") if Path("ditto.yaml").is_file() else None)
    if chosen is None:
        return _PACKAGED, Path(str(files("ditto").joinpath("ditto.yaml")))
    try:
        chosen.read_text("utf-8")  # the YAML source ignores a file that is missing
    except (OSError, UnicodeDecodeError) as cause:
        reason = getattr(cause, "strerror", None) or "not UTF-8 text"
        raise BadSettings("the settings cannot be read", where=chosen, found=reason, expected="a YAML file") from cause
    return str(chosen), chosen


def _require_known(environment: Mapping[str, str]) -> None:
    sections = tuple(f"{PREFIX}{name.upper()}" for name in Settings.model_fields)
    for variable in environment:
        known = (
            variable in (REDIS_VARIABLE, MANIFEST_KEY)
            or variable in sections
            or variable.startswith(tuple(f"{one}__" for one in sections))
        )
        if variable.startswith(PREFIX) and not known:
            raise BadSettings(
                "this variable is not known",
                where="environment",
                found=variable,
                expected=f"{PREFIX}<SECTION>__<KEY>, such as DITTO_MODEL__PROVIDER",
            )


def _worded(error: ValidationError) -> str:
    first = error.errors(include_url=False, include_context=False)[0]
    place = ".".join(str(part) for part in first["loc"])
    if first["type"] == "extra_forbidden":
        return f"{place}: this key is not known"
    return f"{place}: {first['msg']}" + (f", found {first['input']!r}"[:120] if first["type"] != "missing" else "")
