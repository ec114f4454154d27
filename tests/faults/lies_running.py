"""Running the lies to their end: a scripted writer that repeats its lie on every version, and a reviewer that says pass."""

import json
import shutil
from pathlib import Path
from typing import Any, NamedTuple

import yaml
from pytest_httpserver import HTTPServer

from ditto.agents.app import open_app
from ditto.agents.runner import run_reflection
from ditto.state.report import Report
from ditto.tools.creation import NewSource, create_task
from ditto.tools.settings import Settings, load_settings
from ditto.tools.verification import verify
from tests.faults.lies_reviews import REVIEWS, STALE
from tests.faults.lies_stage import Case, Draft
from tests.faults.lies_telling import Told
from tests.scripted_model import Reply, ScriptedModel, answer, asked_draft_id, is_question, is_review, review, text

OTHERWISE = {
    "limitations": (
        ("The data does not show customers.", "数据没有说明客户情况。"),
        ("The data does not show costs.", "数据没有说明成本情况。"),
    ),
    "title": (("Revenue of both periods", "两个时期的收入"), ("Net revenue of two periods", "两期净收入")),
}
"""What makes each version another one, beside the lie."""


class Liar(ScriptedModel):
    """Answer as a task's lie says, version after version."""

    def __init__(self, server: HTTPServer) -> None:
        super().__init__(server)
        self.otherwise = self._answer

    def begin(self, told: Told) -> None:
        """Forget the task before."""
        self.requests.clear()
        self._told, self._versions, self._reviewed = told, 0, list[str]()

    def _answer(self, body: dict[str, Any]) -> Reply:
        if is_question(body):
            return answer("no")
        if is_review(body):
            self._reviewed.append(asked_draft_id(body))
            return review(draft_id=self._reviewed[0]) if self._told.review == STALE else REVIEWS[self._told.review]
        self._versions += 1
        return text(self._written(), self._told.finish)

    def _written(self) -> str:
        draft, case = self._told.draft, self._told.case
        if isinstance(draft, str):
            return draft
        if self._told.review == STALE and self._versions == 1:
            draft = draft | {"citations": []}
        return json.dumps(another(draft, case, self._versions), ensure_ascii=False)


def another(draft: Draft, case: Case, version: int) -> Draft:
    """Return a later version of a draft, which differs where the lie does not."""
    right = case.draft()
    for field, texts in OTHERWISE.items() if version > 1 else ():
        if draft.get(field) == right[field]:
            added = texts[version % 2][case.chinese]
            return draft | {field: [*right[field], added] if field == "limitations" else added}
    return draft


class Outcome(NamedTuple):
    """How a task ended, and what the first gate said of each version."""

    report: Report
    published: bool
    verified: bool
    passed: bool
    """Whether the reviewing model had nothing against any version."""
    roots: list[set[str]]


class Stage:
    """Where the tasks run, one after the other, each in a directory of its own."""

    def __init__(self, folder: Path, model: Liar, redis_url: str, versions: int) -> None:
        self._folder, self._model, self._versions = folder, model, versions
        self._settings = {style: self._named(style, redis_url) for style in ("document", "questions")}

    def _named(self, style: str, redis_url: str) -> Settings:
        path = self._folder / f"{style}.yaml"
        path.write_text(yaml.safe_dump({**self._model.settings(style=style), "context": {"redis": redis_url}}))
        return load_settings(path)

    async def run(self, told: Told, name: str) -> Outcome:
        """Run a new task to its end."""
        task, case = self._folder / name, told.case
        create_task(
            task,
            domain="monthly_report",
            goal=case.goal,
            sources=[NewSource("sales", "sales.csv", case.csv)],
            options=case.options,
            maxRounds=self._versions,
            maxModelCalls=30,
        )
        self._model.begin(told)
        style = "questions" if told.review == "pass" and case.seed % 2 else "document"
        async with open_app(task, self._settings[style]) as app:
            report = await run_reflection(app)
        assert isinstance(report, Report)
        outcome = _judged(task, report)
        shutil.rmtree(task)
        return outcome


def _judged(task: Path, report: Report) -> Outcome:
    published = report.status == "completed" or (task / "output/analysis.json").exists()
    reviews = [one.review for one in report.rounds if one.review]
    # Of a text that the first gate rejects nothing is asked, and the review says so without the model.
    passed = all(one.verdict == "pass" or {answer.answer for answer in one.answers} == {"no"} for one in reviews)
    roots = [{issue.root for issue in one.issues} for one in report.rounds]
    return Outcome(report, published, verify(task).verified, passed, roots)
