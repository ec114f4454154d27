"""Reports that stand in the repository: the model that answers a case's draft, and the report without its times."""

import json
import re
from pathlib import Path

from tests.scripted_model import ScriptedModel, answer, document, is_question, is_review, review


def answer_with(model: ScriptedModel, draft: Path) -> None:
    """Let the scripted model write this draft and pass it."""
    written = document(json.loads(draft.read_text("utf-8")))
    model.otherwise = lambda body: answer("no") if is_question(body) else review() if is_review(body) else written


def body(report: Path) -> str:
    """Return the report without the times of its run."""
    return re.sub(r"started \S+, ended \S+", "started, ended", report.read_text("utf-8"))
