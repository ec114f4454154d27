"""How much of the chance is tried, and where the number of cases is told."""

import os
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings


def wants_all(request: pytest.FixtureRequest) -> bool:
    """Tell whether the long form is asked for, by `--faults=all` or FAULTS=all."""
    return "all" in (request.config.getoption("--faults", "sample"), os.environ.get("FAULTS"))


def profile(request: pytest.FixtureRequest, sample: int, everything: int) -> settings:
    """Return how many examples are tried: in the short form always the same ones, in the long form new ones."""
    return settings(
        max_examples=everything if wants_all(request) else sample,
        deadline=None,
        database=None,
        derandomize=not wants_all(request),
        suppress_health_check=list(HealthCheck),
        phases=[Phase.explicit, Phase.generate, Phase.shrink],
        print_blob=True,
    )


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
