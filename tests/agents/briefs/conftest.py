"""What tests of the iteration flows share: a scripted model that fills in rightly, and input directories."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bench.experiments import FIELDS, material, values, write
from tests.brief_model import filled
from tests.scripted_model import ScriptedModel

MakeInput = Callable[..., Path]


@pytest.fixture(autouse=True)
def _fills(model: ScriptedModel) -> None:
    model.otherwise = filled


@pytest.fixture
def right() -> dict[str, str]:
    """The values of this test."""
    return values()


@pytest.fixture
def make_input(tmp_path: Path, right: dict[str, str]) -> MakeInput:
    """Make an input directory; keywords are those of `material`, or keys of spec.json."""

    def make(name: str = "input", spec: dict[str, Any] | None = None, **given: Any) -> Path:
        files = material({field: right[field] for field in FIELDS}, **given)
        files["spec"] |= spec or {}
        write(tmp_path / name, files)
        return tmp_path / name

    return make
