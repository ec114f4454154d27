"""Prompts are the same for every task: no figure, row or period of a fixture stands in one."""

import contextlib
import json
import re
from pathlib import Path

import pytest

from ditto.state.evidence import MissingData, Source
from ditto.tools.domains import domain_names, load_domain
from tests.architecture.tree import ROOT

PROMPTS = sorted([*(ROOT / "agents/prompts").rglob("*.md"), *(ROOT / "tools/domains").glob("*/*.md")])


def figures() -> set[str]:
    """Return every number of three digits or more, and every period, of every fixture and of the facts computed from it."""
    texts: list[str] = []
    for name in domain_names():
        domain = load_domain(name)
        for demo in domain.demos.values():
            texts += [data.decode() for _, data in demo.sources.values()] + [(demo.seed or b"").decode()]
            with contextlib.suppress(MissingData):
                sources = [Source(key, data) for key, (_, data) in demo.sources.items()]
                texts.append(json.dumps(domain.gather(sources, demo.options, "0" * 64).facts))
    return {number for text in texts for number in re.findall(r"\d{4}-\d{2}|\d+\.\d+|\d{3,}", text)}


def test_the_figures_looked_for_are_those_of_the_fixture() -> None:
    assert {"120000", "6000", "114000", "141000", "23.68", "2026-07"} <= figures()


@pytest.mark.parametrize("path", PROMPTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_a_prompt_holds_no_figure_of_a_fixture(path: Path) -> None:
    text = path.read_text("utf-8")
    assert [figure for figure in figures() if figure in text] == []


@pytest.mark.parametrize("path", PROMPTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_a_prompt_shows_no_finished_answer(path: Path) -> None:
    assert not re.search(r'"verdict"\s*:|"metrics"\s*:|\{\s*"', path.read_text("utf-8"))
