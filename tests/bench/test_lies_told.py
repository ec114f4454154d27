"""The bound beside the published lies is the exact one, and every kind has its line."""

import importlib.util
import math
import sys
from pathlib import Path
from types import ModuleType

import pytest

BENCH = Path(__file__).parents[2] / "bench"


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The module as the page's script imports it."""
    monkeypatch.syspath_prepend(BENCH)
    spec = importlib.util.spec_from_file_location("lies_told", BENCH / "lies.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, spec.name, module)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("tasks", [1, 59, 300, 555])
def test_of_none_published_the_bound_has_its_closed_form(told: ModuleType, tasks: int) -> None:
    assert told.upper_bound(0, tasks) == pytest.approx(1 - 0.05 ** (1 / tasks))


@pytest.mark.parametrize(("published", "tasks"), [(1, 20), (3, 300), (299, 300)])
def test_at_the_bound_so_few_are_seen_in_one_of_twenty(told: ModuleType, published: int, tasks: int) -> None:
    part = told.upper_bound(published, tasks)
    seen = sum(math.comb(tasks, one) * part**one * (1 - part) ** (tasks - one) for one in range(published + 1))
    assert seen == pytest.approx(0.05)
    assert part > published / tasks


def test_where_all_are_published_nothing_is_bounded(told: ModuleType) -> None:
    assert told.upper_bound(7, 7) == 1.0


def test_each_kind_and_their_sum_stand_in_the_section_with_the_control_apart(told: ModuleType) -> None:
    day = {"date": "2026-01-02"}
    section = told.section(
        {
            "lies: quotes": {"tasks": 100, "published": 0, **day},
            "lies: figures": {"tasks": 200, "published": 1, **day},
            "lies: none, the control": {"tasks": 36, "published": 35, **day},
        }
    )
    assert "| figures | 200 | 1 | 2.35% |\n| quotes | 100 | 0 | 2.95% |\n| all | 300 | 1 | 1.57% |" in section
    assert "2026-01-02: 300 tasks, 2 kinds" in section
    assert section.endswith("The control: 35 of 36 right drafts were published.")
