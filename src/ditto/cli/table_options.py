"""The options of `ditto new` that say how a table is read and reported (docs/tables.md)."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, cast

from ditto.cli.given_files import read_given
from ditto.state.errors import BadRequest
from ditto.tools.artifacts import MOST_BYTES
from ditto.tools.domains.monthly_report.previous_report import previous_report
from ditto.tools.domains.monthly_report.tables.presets import preset, preset_names
from ditto.tools.yaml_files import parse_value, parse_yaml

_KEY = re.compile(r"[A-Za-z][A-Za-z0-9_]*(?:\.[A-Za-z][A-Za-z0-9_]*)*")
_FILE = re.compile(r"[/\\]|\.(?:ya?ml|json)$", re.IGNORECASE)


class TableOptions(NamedTuple):
    """What was given; `mappings` are `[ID=]FILE|PRESET`, `changes` KEY=VALUE."""

    mappings: Sequence[str] = ()
    changes: Sequence[str] = ()
    ignored: Sequence[str] = ()
    add_sources: bool = False
    metrics: Path | None = None
    rubric: Path | None = None
    previous: Path | None = None

    def options(self, sources: Sequence[str], base: Mapping[str, Any]) -> dict[str, Any]:
        """Return the request's options on top of an earlier task's; raises BadRequest that names what does not fit."""
        options = {**base}
        if self.add_sources:
            options["addSources"] = True
        for name, path in (("metrics", self.metrics), ("houseRules", self.rubric)):
            if path:
                options[name] = parse_yaml(read_given(path, MOST_BYTES), str(path))
        if self.previous:
            options["previous"] = previous_report(self.previous)
        if mappings := self._mappings(sources, base.get("mappings", {})):
            options["mappings"] = mappings
        if self.ignored and any(source not in mappings for source in sources):
            options["ignoredColumns"] = list(self.ignored)
        return options

    def _mappings(self, sources: Sequence[str], base: Mapping[str, Any]) -> dict[str, Any]:
        mappings = {source: base[source] for source in sources if source in base}
        for given in sorted(self.mappings, key=lambda one: _named(one)[0] is not None):
            source, name = _named(given)
            if source is not None and source not in sources:
                raise BadRequest(
                    "there is no such source", where="--mapping", found=source, expected=" or ".join(sources)
                )
            mappings |= dict.fromkeys(sources if source is None else [source], _read(name))
        for change in self.changes:
            mappings = {source: _changed(mappings.get(source, {}), change) for source in sources}
        return {source: self._ignoring(mapping) for source, mapping in mappings.items()}

    def _ignoring(self, mapping: Mapping[str, Any]) -> dict[str, Any]:
        return {**mapping, "ignore": [*mapping.get("ignore", ()), *self.ignored]} if self.ignored else {**mapping}


def _named(given: str) -> tuple[str | None, str]:
    source, found, name = given.partition("=")
    return (source, name) if found and re.fullmatch(r"[a-z][a-z0-9-]*", source) else (None, given)


def _read(name: str) -> dict[str, Any]:
    """Return a mapping from a file, or the preset of that name."""
    if name in preset_names() or not (_FILE.search(name) or Path(name).exists()):
        return preset(name)
    return parse_yaml(read_given(Path(name), MOST_BYTES), name)


def _changed(mapping: Mapping[str, Any], change: str) -> dict[str, Any]:
    """Return the mapping with one key set: `period.column=Date`, `currency=EUR`, `ignore=[Orders]`."""
    key, found, text = change.partition("=")
    if not found or not _KEY.fullmatch(key):
        raise BadRequest("not a change of a mapping", where="--map", found=change, expected="KEY=VALUE")
    return _set(mapping, key.split("."), _value(text, f"--map {key}"))


def _value(text: str, where: str) -> object:
    """A value is YAML, but for a delimiter or mark such as `,` or `;`, which stands for itself."""
    return text if len(text) == 1 and not text.isalnum() else parse_value(text, where)


def _set(document: Mapping[str, Any], path: Sequence[str], value: object) -> dict[str, Any]:
    if len(path) == 1:
        return {**document, path[0]: value}
    inner = document.get(path[0])
    part: Mapping[str, Any] = cast("Mapping[str, Any]", inner) if isinstance(inner, Mapping) else {}
    return {**document, path[0]: _set(part, path[1:], value)}
