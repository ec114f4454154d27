"""Running the command line in a process of its own, and holding its answers against the published schemas."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

SCHEMAS = Path(__file__).parents[2] / "docs" / "schemas"


def ditto(*arguments: object, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the command line."""
    command = [sys.executable, "-m", "ditto.cli", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False, env={**os.environ, **environment})


def answered(ended: subprocess.CompletedProcess[str], name: str) -> Any:
    """Return the one JSON document of stdout, which fits the published schema of that name."""
    schema, document = json.loads((SCHEMAS / f"{name}.json").read_text("utf-8")), json.loads(ended.stdout)
    assert faults(document, schema, schema.get("$defs", {})) == []
    return document


def faults(value: Any, schema: dict[str, Any], defined: dict[str, Any], place: str = "$") -> list[str]:
    """Return where a value does not fit a schema, as far as pydantic writes schemas."""
    if "$ref" in schema:
        return faults(value, defined[schema["$ref"].rpartition("/")[2]], defined, place)
    if "anyOf" in schema:
        tried = [faults(value, one, defined, place) for one in schema["anyOf"]]
        return [] if [] in tried else min(tried, key=len)
    if not _typed(value, schema.get("type")):
        return [f"{place}: {value!r} is no {schema['type']}"]
    found = [f"{place}: {value!r}"] if value not in schema.get("enum", [value]) else []
    found += [f"{place}: {value!r}"] if value != schema.get("const", value) else []
    if isinstance(value, list):
        return found + [
            one
            for i, item in enumerate(value)
            for one in faults(item, schema.get("items", {}), defined, f"{place}[{i}]")
        ]
    return found + (_members(value, schema, defined, place) if isinstance(value, dict) else [])


def _members(value: dict[str, Any], schema: dict[str, Any], defined: dict[str, Any], place: str) -> list[str]:
    known = schema.get("properties", {})
    found = [f"{place}.{name} is missing" for name in schema.get("required", []) if name not in value]
    if schema.get("additionalProperties") is False:
        found += [f"{place}.{name} is not known" for name in value if name not in known]
    return found + [
        one for name in value if name in known for one in faults(value[name], known[name], defined, f"{place}.{name}")
    ]


def _typed(value: Any, kind: str | None) -> bool:
    kinds: dict[str, Any] = {"object": dict, "array": list, "string": str, "null": type(None), "boolean": bool}
    if kind in ("integer", "number"):
        return isinstance(value, int if kind == "integer" else (int, float)) and not isinstance(value, bool)
    return kind is None or isinstance(value, kinds[kind])


def table(name: str = "sales.csv", first: str = "2026-07", second: str = "2026-08") -> Path:
    """Write a table of two months."""
    path = Path(name)
    path.write_text(f"month,grossCents,refundCents\n{first},120000,6000\n{second},150000,9000\n")
    return path
