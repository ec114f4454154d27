"""The subjects, one folder each; loaded by the name in the request."""

import importlib
import pkgutil

from ditto.state.domain import Domain
from ditto.state.errors import BadRequest


def domain_names() -> tuple[str, ...]:
    """Return the names of the subjects that are installed."""
    return tuple(sorted(module.name for module in pkgutil.iter_modules(__path__)))


def load_domain(name: str) -> Domain:
    """Return the subject of that name; raises BadRequest where there is none."""
    if name not in domain_names():
        raise BadRequest(
            "there is no such domain",
            where="request.json, domain",
            found=repr(name),
            expected=" or ".join(domain_names()),
        )
    return importlib.import_module(f"{__name__}.{name}").domain
