"""The announcement's fixture as evidence, and the good draft that suits it."""

from collections.abc import Callable
from typing import Any

import pytest

from ditto.state.evidence import Evidence, Source
from ditto.state.review import Finding
from ditto.tools.domains import load_domain
from ditto.tools.domains.announcement.schema import Draft

DOMAIN = load_domain("announcement")
GOAL = "Announce the new release to the customers."
CHINESE_GOAL = "向客户宣布新版本。"
GOOD = DOMAIN.trials[0].draft
TEXT: str = GOOD["paragraphs"][0]["text"]
Check = Callable[..., tuple[Finding, ...]]


def evidence_of(text: str, **options: Any) -> Evidence:
    """The evidence of a facts file of this text."""
    return DOMAIN.gather([Source("facts", text.encode())], options, "e" * 64)


def fixture(**options: Any) -> Evidence:
    """The fixture's evidence."""
    _, data = DOMAIN.demos["announcement"].sources["facts"]
    return evidence_of(data.decode(), **options)


@pytest.fixture
def evidence() -> Evidence:
    """The fixture's evidence under the default options."""
    return fixture()


def draft(**fields: Any) -> Draft:
    """The good draft with these fields in place of its own; a paragraph that is a text names no fact."""
    given = {**GOOD, **fields}
    paragraphs = [{"facts": [], "text": one} if isinstance(one, str) else one for one in given["paragraphs"]]
    return Draft.load({**given, "paragraphs": paragraphs})


@pytest.fixture
def check(evidence: Evidence) -> Check:
    """Check the good draft with these fields in place of its own; `goal` is the task's."""

    def checked(goal: str = GOAL, **fields: Any) -> tuple[Finding, ...]:
        return DOMAIN.check(draft(**fields), evidence, goal)

    return checked
