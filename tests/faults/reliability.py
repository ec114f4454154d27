"""What fault tests measured, gathered into one file of results for docs/reliability.md."""

import json
import os
import platform
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest


class Reliability:
    """Figures by area, and what was not run; `add` and `not_run` are for tests."""

    def __init__(self) -> None:
        self.areas: dict[str, dict[str, Any]] = {}
        self.left_out: list[dict[str, str]] = []
        self.tests: dict[str, int] = {}

    def add(self, area: str, **figures: Any) -> None:
        """Add figures to an area: numbers add up, lists grow, mappings are added to key by key, texts are replaced."""
        self.areas[area] = added(self.areas.get(area, {}), figures)

    def not_run(self, what: str, reason: str) -> None:
        """Say what was left out, and why."""
        if (left := {"what": what, "reason": reason}) not in self.left_out:
            self.left_out.append(left)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Count the test; one that was skipped was not run."""
        if report.skipped:
            reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
            self.not_run(report.nodeid, reason.removeprefix("Skipped: "))
        if report.when == "call" or report.outcome != "passed":
            self.tests[report.outcome] = self.tests.get(report.outcome, 0) + 1

    def write(self, path: Path) -> None:
        """Write the results, with what they were measured on."""
        path.parent.mkdir(parents=True, exist_ok=True)
        document = {"machine": machine(), "tests": self.tests, "areas": self.areas, "not_run": self.left_out}
        path.write_text(f"{json.dumps(document, indent=1, sort_keys=True)}\n")


def added(to: Any, what: Any) -> Any:
    """Return the sum of two figures of one kind; booleans and texts are replaced."""
    if isinstance(to, dict) and isinstance(what, dict):
        return {**to, **{key: added(to[key], value) if key in to else value for key, value in what.items()}}
    if isinstance(what, bool | str):
        return what
    return to + what


def machine() -> dict[str, Any]:
    """Return the class of this machine, and when it was used."""
    return {
        "date": datetime.now(UTC).date().isoformat(),
        "cores": os.cpu_count(),
        "python": platform.python_version(),
        "system": f"{sys.platform} {platform.machine()}",
    }
