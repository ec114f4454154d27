"""Finding imports of Ditto that are not public: anything but a name of `ditto.__all__`."""

import ast

import ditto


def private_imports(program: str) -> list[str]:
    """Return each import of a program that reaches behind the public names."""
    found: list[str] = []
    for node in ast.walk(ast.parse(program)):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names if alias.name.startswith("ditto.")]
        elif isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] == "ditto":
            found += [
                f"{node.module}.{alias.name}"
                for alias in node.names
                if node.module != "ditto" or alias.name not in ditto.__all__
            ]
    return found
