"""Importing a subject from a path: the one file or folder that is named, under a name that nothing else can have."""

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from threading import RLock
from types import ModuleType

from ditto.state.canonical import sha256
from ditto.state.errors import BadSettings

_ATTRIBUTE = "domain"
_LOCK = RLock()  # two apps may be opened by two threads at once


def domain_at(path: Path) -> object:
    """Return what the package or module at a path calls `domain`.

    The path's parent is not searched: nothing beside it can be imported by it, and it can stand in no other module's way.
    """
    file = (path / "__init__.py" if path.is_dir() else path).resolve()
    if not file.is_file() or file.suffix != ".py":
        raise BadSettings(
            "no subject stands at this path",
            found="a folder without __init__.py" if path.is_dir() else "no Python file",
            expected="a folder that is a Python package, or a module file",
        )
    with _LOCK:
        module = _module(file)
    if not hasattr(module, _ATTRIBUTE):
        raise BadSettings("the module has no subject", found=f"no {_ATTRIBUTE!r} in {file.name}", expected="domain = …")
    return getattr(module, _ATTRIBUTE)


def _module(file: Path) -> ModuleType:
    name = f"ditto_subject_{sha256(str(file).encode())[:16]}"
    if name in sys.modules:
        return sys.modules[name]
    within = [str(file.parent)] if file.name == "__init__.py" else None
    spec = spec_from_file_location(name, file, submodule_search_locations=within)
    assert spec is not None and spec.loader is not None, "a .py file has a loader"
    module = sys.modules[name] = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except BaseException:
        for one in [one for one in sys.modules if one == name or one.startswith(f"{name}.")]:
            del sys.modules[one]
        raise
    return module
