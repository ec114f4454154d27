"""The lines of a Markdown table, as the generated pages write them."""

from collections.abc import Sequence


def table_head(*names: str) -> list[str]:
    """Return the two lines that begin a table."""
    return [row(names), row(["---"] * len(names))]


def row(cells: Sequence[str]) -> str:
    """Return one line of a table."""
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"
