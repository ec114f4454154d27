"""The subjects, one folder each; loaded by the name in the request."""

import importlib
import pkgutil
from types import ModuleType
from typing import Any

from ditto.state.brief_domain import BriefDomain
from ditto.state.domain import Domain
from ditto.state.errors import BadRequest


def domain_names() -> tuple[str, ...]:
    """Return the names of the subjects of the reflection flow."""
    return tuple(name for name in _installed() if hasattr(_module(name), "domain"))


def brief_names() -> tuple[str, ...]:
    """Return the names of the subjects of the iteration flows."""
    return tuple(name for name in _installed() if hasattr(_module(name), "brief"))


def load_domain(name: str) -> Domain:
    """Return the subject of that name; raises BadRequest where there is none."""
    return _subject(name, domain_names(), "domain")


def load_brief(name: str) -> BriefDomain:
    """Return the subject of the iteration flows of that name; raises BadRequest where there is none."""
    return _subject(name, brief_names(), "brief")


def _subject(name: str, known: tuple[str, ...], kind: str) -> Any:
    if name not in known:
        elsewhere = " (which is for `ditto brief`)" if kind == "domain" and name in brief_names() else ""
        raise BadRequest(
            "there is no such domain",
            where="request.json, domain",
            found=f"{name!r}{elsewhere}",
            expected=" or ".join(known),
        )
    return getattr(_module(name), kind)


def _installed() -> tuple[str, ...]:
    return tuple(sorted(module.name for module in pkgutil.iter_modules(__path__)))


def _module(name: str) -> ModuleType:
    return importlib.import_module(f"{__name__}.{name}")
