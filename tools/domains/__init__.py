"""The subjects, one folder each, and those from outside; loaded by the name in the request, and by nothing else in it."""

import importlib
import pkgutil
from collections.abc import Iterator
from functools import partial
from typing import Any

from ditto.state.brief_domain import BriefDomain
from ditto.state.domain import Domain
from ditto.state.errors import BadRequest, BadSettings, DittoError
from ditto.tools.subjects import INSTALLED, Place, Subjects, imported


def built_in_names() -> tuple[str, ...]:
    """Return the names of the package's own subjects of the reflection flow."""
    return _names("domain")


def domain_names(subjects: Subjects = INSTALLED) -> tuple[str, ...]:
    """Return the names of the subjects of the reflection flow: the package's own, then those from outside, not imported."""
    return tuple(dict.fromkeys([*built_in_names(), *sorted(place.name for place in subjects.places())]))


def brief_names() -> tuple[str, ...]:
    """Return the names of the subjects of the iteration flows that are installed."""
    return _names("brief")


def load_domain(name: str, subjects: Subjects = INSTALLED) -> Domain:
    """Return the subject of that name, the only one that is imported.

    Raises BadRequest where there is none, BadSettings where there are two of the name or one from outside is not usable.
    """
    own = name in _installed()
    places = [_own(name)] if own else []
    places += [place for place in subjects.places() if place.name == name]
    if len(places) > 1:
        raise BadSettings(
            f"two subjects have the name {name}",
            where=places[1].where,
            found=f"the other is {places[0].where}",
            expected=f"one of them; {places[1].removal}",
        )
    if not own and subjects.fault is not None:
        raise subjects.fault
    if not own and places:
        return imported(places[0])
    if (found := _subject(name, "domain")) is None:
        raise BadRequest(
            "this domain is filled in by `ditto brief`" if own else "there is no such domain",
            where="request.json, domain",
            found=repr(name),
            expected=" or ".join(domain_names(subjects)),
        )
    return found


def examined(subjects: Subjects) -> Iterator[tuple[Place, DittoError | None]]:
    """Import each subject of the reflection flow, and yield where it stands and what is wrong with it."""
    for place in (*map(_own, built_in_names()), *subjects.places()):
        try:
            load_domain(place.name, subjects)
        except DittoError as fault:
            yield place, fault
        else:
            yield place, None


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


def _own(name: str) -> Place:
    return Place(name, "built in", "rename the other one", partial(_subject, name, "domain"))


def _subject(name: str, family: str) -> Any:
    """Import the one subject that is asked for, and no other."""
    return getattr(importlib.import_module(f"{__name__}.{name}"), family, None) if name in _installed() else None


def _installed() -> tuple[str, ...]:
    return tuple(sorted(module.name for module in pkgutil.iter_modules(__path__)))
