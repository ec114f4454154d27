"""The subjects, one folder each; loaded by the name in the request."""

import importlib
import pkgutil
from typing import Any

from ditto.state.brief_domain import BriefDomain
from ditto.state.domain import Domain
from ditto.state.errors import BadRequest


def domain_names() -> tuple[str, ...]:
    """Return the names of the subjects of the reflection flow that are installed."""
    return _names("domain")


def brief_names() -> tuple[str, ...]:
    """Return the names of the subjects of the iteration flows that are installed."""
    return _names("brief")


def load_domain(name: str) -> Domain:
    """Return the subject of that name; raises BadRequest where there is none."""
    if (found := _subject(name, "domain")) is None:
        filled = name in brief_names()
        raise BadRequest(
            "this domain is filled in by `ditto brief`" if filled else "there is no such domain",
            where="request.json, domain",
            found=repr(name),
            expected=" or ".join(domain_names()),
        )
    return found


def load_brief(name: str) -> BriefDomain:
    """Return the iteration subject of that name; raises BadRequest where there is none."""
    if (found := _subject(name, "brief")) is None:
        raise BadRequest(
            "there is no such domain to fill in",
            where="request.json, domain",
            found=repr(name),
            expected=" or ".join(brief_names()),
        )
    return found


def _names(family: str) -> tuple[str, ...]:
    return tuple(name for name in _installed() if _subject(name, family) is not None)


def _subject(name: str, family: str) -> Any:
    """Import the one subject that is asked for, and no other."""
    return getattr(importlib.import_module(f"{__name__}.{name}"), family, None) if name in _installed() else None


def _installed() -> tuple[str, ...]:
    return tuple(sorted(module.name for module in pkgutil.iter_modules(__path__)))
