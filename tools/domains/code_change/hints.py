"""Places in the code that are worth a reviewer's look: values that look prepared."""

import ast
from collections.abc import Iterator

from ditto.state.review import Issue

from .schema import CodeFile, Draft


def hints(draft: Draft) -> tuple[Issue, ...]:
    """Name each comparison with a fixed text of some length; never a decision."""
    return tuple(hint for file in draft.files for hint in _compared(file))


def _compared(file: CodeFile) -> Iterator[Issue]:
    try:
        tree = ast.parse(file.content)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return  # what the checker says of it stands
    for node in (one for one in ast.walk(tree) if isinstance(one, ast.Compare)):
        sides = (node.left, *node.comparators)
        fixed = [one.value for one in sides if isinstance(one, ast.Constant) and isinstance(one.value, str)]
        if text := next((one for one in fixed if len(one) > 3), None):
            yield Issue(
                field="files", message=f"{file.name}, line {node.lineno}: compares with {text!r:.60}: prepared?"
            )
