"""Where subjects from outside the package stand: installed packages' entry points, and paths that settings name."""

import re
import traceback
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from functools import partial
from importlib.metadata import EntryPoint, entry_points
from inspect import getattr_static
from pathlib import Path
from typing import NamedTuple, cast

from typing_extensions import get_protocol_members

from ditto.state.domain import Domain
from ditto.state.errors import BadSettings
from ditto.tools.subject_files import domain_at

GROUP = "ditto.domains"
"""The group of entry points; each has its subject's name, and a value `module:attribute`."""

_NAME = re.compile(r"[a-z][a-z0-9_]{0,63}")
_ABSENT = object()


class Place(NamedTuple):
    """Where a subject stands, how it is taken away, and how it is imported."""

    name: str
    where: str
    removal: str
    load: Callable[[], object]


class Subjects(NamedTuple):
    """The subjects from outside that a caller may use: what is installed, and these paths by name.

    It is a value: settings make it, and it is handed to whatever loads a subject, so that two apps of one process may
    have different ones. Nothing is registered anywhere; a module is kept under a name that its path alone decides.
    `fault` says why paths could not be read; it is raised where a subject that is not built in is asked for.
    """

    paths: Mapping[str, Path] = {}
    origin: str = "ditto.yaml"
    fault: BadSettings | None = None

    def places(self) -> tuple[Place, ...]:
        """Return every place outside the package, importing nothing."""
        named = [
            Place(
                name,
                f"{self.origin}, domains.{name} ({path})",
                f"remove domains.{name} from {self.origin}",
                partial(domain_at, path),
            )
            for name, path in self.paths.items()
        ]
        return (*map(_of_package, entry_points(group=GROUP)), *named)


INSTALLED = Subjects()
"""What is installed, and no path."""


def imported(place: Place) -> Domain:
    """Import the subject at a place; raises BadSettings, in one line, where it cannot be used."""
    with _worded(place):
        found = place.load()
        members = get_protocol_members(Domain)
        missing = [one for one in sorted(members) if getattr_static(found, one, _ABSENT) is _ABSENT]
        name = None if missing else cast(Domain, found).name
    if missing:
        raise BadSettings(
            f"the subject {place.name} is not whole",
            where=place.where,
            found=f"{type(found).__name__} without {', '.join(missing)}",
            expected="every member of ditto.domain.Domain",
        )
    if name != place.name or not _NAME.fullmatch(place.name):
        raise BadSettings(
            "a subject's own name is not the one it is registered under",
            where=place.where,
            found=repr(name),
            expected=f"{place.name!r}, of a-z, 0-9 and _",
        )
    return cast(Domain, found)


@contextmanager
def _worded(place: Place) -> Generator[None]:
    """Whatever somebody else's code raises while it is imported becomes one line."""
    try:
        yield
    except BadSettings as cause:
        raise BadSettings(cause.problem, where=place.where, found=cause.found, expected=cause.expected) from cause
    except (Exception, SystemExit) as cause:
        frames = [one for one in traceback.extract_tb(cause.__traceback__) if not one.filename.startswith("<")]
        raise BadSettings(
            f"the subject {place.name} cannot be imported",
            where=place.where,
            found=f"{type(cause).__name__}: {cause} ({Path(frames[-1].filename).name}, line {frames[-1].lineno})",
            expected="a Domain; a package at a path imports its own modules by relative imports",
        ) from cause


def _of_package(point: EntryPoint) -> Place:
    package = f"{point.dist.name} {point.dist.version}" if point.dist else "a package"
    return Place(
        point.name,
        f"the entry point {point.name} = {point.value} of {package}",
        f"pip uninstall {point.dist.name if point.dist else package}",
        point.load,
    )
