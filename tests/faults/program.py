"""A deterministic user, who runs a task to its end and answers each pause by what it shows, however often he starts again."""

from pathlib import Path

from ditto.agents.app import open_app
from ditto.agents.brief_app import open_briefs
from ditto.agents.briefs import resume_brief
from ditto.agents.runner import run_reflection
from ditto.state.brief import BriefReport
from ditto.state.decision import Pause, Response
from ditto.state.report import Report
from ditto.tools.brief_files import is_brief
from ditto.tools.settings import Settings
from tests.scripted_model import GOOD_DRAFT

EDITED = {**GOOD_DRAFT, "title": "Our two months"}


async def program(directory: Path, settings: Settings) -> Report | BriefReport:
    """Run a task of either family to its report."""
    if not is_brief(directory):
        return await reflected(directory, settings)
    async with open_briefs(settings) as app:
        return await resume_brief(app, directory)


async def reflected(directory: Path, settings: Settings) -> Report:
    """Run the task to its report, opening it anew after each pause."""
    response = None
    while True:
        async with open_app(directory, settings) as app:
            ended = await run_reflection(app, response)
        if isinstance(ended, Report):
            return ended
        response = answered(ended)


def answered(pause: Pause) -> Response:
    """Return the answer to a pause: the first version is edited, the edit approved."""
    said = (
        {"choice": "edit", "draft": EDITED} if pause.version == 1 else {"choice": "approve", "note": "As I wrote it."}
    )
    return Response.load({"token": pause.token, "actor": "analyst", **said})
