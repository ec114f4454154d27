"""The monthly report's fixture as evidence, and the good draft that suits it."""

from collections.abc import Callable
from typing import Any

import pytest

from ditto.state.evidence import Evidence, Source
from ditto.state.review import Finding
from ditto.tools.domains import load_domain
from ditto.tools.domains.monthly_report.schema import Draft
from tests.scripted_model import GOOD_DRAFT

DOMAIN = load_domain("monthly_report")
GOAL = "Write the monthly report for the management team."
HEADER = "month,grossCents,refundCents\n"
Check = Callable[..., tuple[Finding, ...]]


def evidence_of(rows: str, **options: Any) -> Evidence:
    """The evidence of a table of these rows."""
    return DOMAIN.gather([Source("sales", (HEADER + rows).encode())], options, "e" * 64)


@pytest.fixture
def evidence() -> Evidence:
    """The fixture's evidence."""
    return evidence_of("2026-07,120000,6000\n2026-08,150000,9000\n")


def draft(**fields: Any) -> Draft:
    """The good draft with these fields in place of its own."""
    return Draft.load({**GOOD_DRAFT, **fields})


@pytest.fixture
def check(evidence: Evidence) -> Check:
    """Check the good draft with these fields in place of its own; `goal` is the task's."""

    def checked(goal: str = GOAL, **fields: Any) -> tuple[Finding, ...]:
        return DOMAIN.check(draft(**fields), evidence, goal)

    return checked
