"""Finding imports of Ditto that are not public: anything but the names that a public module lists."""

import ast
from typing import Any

import ditto
import ditto.domain
import ditto.domain_suite

PUBLIC: dict[str, Any] = {"ditto": ditto, "ditto.domain": ditto.domain, "ditto.domain_suite": ditto.domain_suite}


def private_imports(program: str) -> list[str]:
    """Return each import of a program that reaches behind the public names."""
    found: list[str] = []
    for node in ast.walk(ast.parse(program)):
        if isinstance(node, ast.Import):
            found += [one.name for one in node.names if one.name.startswith("ditto.") and one.name not in PUBLIC]
        elif isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "ditto" and not node.level:
            listed = getattr(PUBLIC.get(node.module or ""), "__all__", ())
            found += [f"{node.module}.{one.name}" for one in node.names if one.name not in listed]
    return found
