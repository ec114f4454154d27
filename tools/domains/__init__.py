"""The subjects, one folder each; loaded by the name in the request."""

import importlib
import pkgutil
from types import ModuleType

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
    if name not in domain_names():
        filled = name in brief_names()
        raise BadRequest(
            "this domain is filled in by `ditto brief`" if filled else "there is no such domain",
            where="request.json, domain",
            found=repr(name),
            expected=" or ".join(domain_names()),
        )
    return _module(name).domain


def load_brief(name: str) -> BriefDomain:
    """Return the iteration subject of that name; raises BadRequest where there is none."""
    if name not in brief_names():
        raise BadRequest(
            "there is no such domain to fill in",
            where="request.json, domain",
            found=repr(name),
            expected=" or ".join(brief_names()),
        )
    return _module(name).brief


def _names(attribute: str) -> tuple[str, ...]:
    found = sorted(module.name for module in pkgutil.iter_modules(__path__))
    return tuple(name for name in found if hasattr(_module(name), attribute))


def _module(name: str) -> ModuleType:
    return importlib.import_module(f"{__name__}.{name}")
