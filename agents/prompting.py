"""Prompts are Markdown files; `$name` is filled in, and what fills it is data."""

from functools import cache
from importlib.resources import files
from string import Template


def fill(name: str, **parts: str) -> str:
    """Return the prompt of that name (its path below `prompts`, without ending) with its parts filled in."""
    return Template(_text(name)).substitute(parts).strip()


@cache
def _text(name: str) -> str:
    return files("ditto.agents").joinpath("prompts", *f"{name}.md".split("/")).read_text("utf-8")
