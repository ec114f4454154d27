"""How much of the chance is tried, and where the number of cases is told."""

import os
from typing import Any

import pytest


def wants_all(request: pytest.FixtureRequest) -> bool:
    """Tell whether the long form is asked for, by `--faults=all`."""
    return "all" in (request.config.getoption("--faults", "sample"), os.environ.get("DITTO_TEST_FAULTS"))


def count(request: pytest.FixtureRequest, cases: int) -> None:
    """Tell the number of cases that were tried, where somebody keeps it."""
    assert cases > 0
    reliability: Any = _reliability(request)
    if reliability is not None:
        reliability.add("fuzz", cases=cases)


def _reliability(request: pytest.FixtureRequest) -> Any:
    try:
        return request.getfixturevalue("reliability")
    except pytest.FixtureLookupError:
        return None
