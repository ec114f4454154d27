"""Presets: mappings that come with Ditto, each a YAML file that needs no code."""

from importlib.resources import files

from ditto.state.canonical import Json
from ditto.state.errors import BadRequest
from ditto.tools.yaml_files import parse_yaml

from .mapping import Mapping

_FOLDER = files("ditto.tools.domains.monthly_report").joinpath("presets")
STRICT_PRESET = "ditto"


def preset_names() -> list[str]:
    """Return the names of all presets."""
    return sorted(file.name.removesuffix(".yaml") for file in _FOLDER.iterdir() if file.name.endswith(".yaml"))


def preset(name: str) -> Json:
    """Return a preset's mapping as a JSON object; raises BadRequest where there is none of that name."""
    if name not in preset_names():
        known = ", ".join(preset_names())
        raise BadRequest(
            "there is no such mapping", where="--mapping", found=name, expected=f"a YAML file, or one of {known}"
        )
    return parse_yaml(_FOLDER.joinpath(f"{name}.yaml").read_bytes(), f"preset {name}")


def fitting_preset(line: str) -> str | None:
    """Return the name of the preset whose columns are those of a header line."""
    for name in preset_names():
        mapping = Mapping.load(preset(name))
        if sorted(line.split(mapping.delimiter)) == sorted([*mapping.read, *mapping.ignore]):
            return name
    return None


STRICT = Mapping.load(preset(STRICT_PRESET))
"""The contract's header, which holds where a source has no mapping."""
