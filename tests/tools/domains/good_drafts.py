"""A good draft of each subject's first complete demo; a new subject adds its own here."""

from typing import Any

from tests.scripted_model import GOOD_DRAFT

GOOD_DRAFTS: dict[str, dict[str, Any]] = {"monthly_report": GOOD_DRAFT}
