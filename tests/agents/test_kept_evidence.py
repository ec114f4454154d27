"""Facts are computed once and kept in Memory; what is published is computed again, from the sources."""

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from ditto.agents import deps
from ditto.state.errors import Tampered
from ditto.state.report import Report
from ditto.tools.domains.monthly_report import MonthlyReport
from ditto.tools.settings import Settings
from tests.agents.test_human import ASKS, answered, decided, paused
from tests.conftest import MakeTask
from tests.scripted_model import GOOD_DRAFT, ScriptedModel, draft

ISSUES = [{"field": "title", "message": "Say it calmer."}]
LIE: dict[str, Any] = {
    "title": "Calmer",
    "metrics": {**GOOD_DRAFT["metrics"], "currentNetCents": 151000, "growthPercent": 32.46},
    "interpretation": "Net revenue grew from 114000 cents in 2026-07 to 151000 cents in 2026-08, a change of 32.46 %.",
}


@pytest.fixture
def gathered(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """List the digests of the sources whose facts are computed."""
    seen: list[str] = []
    gather: Callable[..., Any] = MonthlyReport.gather

    def counted(self: MonthlyReport, sources: Any, options: Any, sha256: str) -> Any:
        seen.append(sha256)
        return gather(self, sources, options, sha256)

    monkeypatch.setattr(MonthlyReport, "gather", counted)
    return seen


def false_evidence(task: Path) -> None:
    """Alter the facts that Memory keeps, so that a lie agrees with them."""
    with closing(sqlite3.connect(task / "memory.sqlite")) as db, db:
        ((text,),) = db.execute("select document from documents where kind = 'evidence'").fetchall()
        body = json.loads(text)
        facts = body["facts"]
        facts.update(currentNetCents=151000, growthPercent="32.46", changeCents=[*facts["changeCents"], 37000])
        facts["sums"]["2026-08"]["gross"] = 160000
        facts["amounts"]["2026-08"].update(gross=[160000], net=[151000])
        db.execute("update documents set document = ? where kind = 'evidence'", (json.dumps(body),))


async def test_a_task_opened_again_takes_its_facts_from_memory(
    make_task: MakeTask, settings: Settings, model: ScriptedModel, gathered: list[str]
) -> None:
    model.script = [draft(), ASKS, draft(title="Calmer"), ASKS]
    task = make_task(onHuman="pause")
    pause = await paused(task, settings)
    del gathered[:]
    again = await decided(task, settings, answered(pause, "revise", issues=ISSUES))
    assert not isinstance(again, Report) and again.version == 2
    assert gathered == []


async def test_facts_of_another_release_are_computed_anew(
    make_task: MakeTask, settings: Settings, model: ScriptedModel, gathered: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    model.script = [draft(), ASKS, draft(title="Calmer"), ASKS]
    task = make_task(onHuman="pause")
    pause = await paused(task, settings)
    del gathered[:]
    monkeypatch.setattr(deps, "RELEASE", "9999.1")
    await decided(task, settings, answered(pause, "revise", issues=ISSUES))
    assert len(gathered) == 1


async def test_a_draft_that_agrees_with_altered_facts_is_not_published(
    make_task: MakeTask, settings: Settings, model: ScriptedModel
) -> None:
    model.script = [draft(), ASKS, draft(**LIE)]
    task = make_task(onHuman="pause")
    pause = await paused(task, settings)
    false_evidence(task)
    with pytest.raises(Tampered, match="comes out differently"):
        await decided(task, settings, answered(pause, "revise", issues=ISSUES))
    assert list((task / "output").iterdir()) == []
