"""Documents by a language model that can be trusted: checked, reviewed, revised, and published only on proof.

Everything below is imported when it is first used; importing this package runs nothing and reads nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ditto.agents.app import open_app
    from ditto.agents.brief_app import BriefApp, open_briefs
    from ditto.agents.briefs import (
        BriefInput,
        resume_brief,
        run_adaptive,
        run_bounded,
        run_goal,
        run_improvement,
        run_retrieval,
        run_stop,
    )
    from ditto.agents.events import Event, Observer
    from ditto.agents.opening import App
    from ditto.agents.runner import run, run_reflection
    from ditto.state.brief import BriefReport
    from ditto.state.decision import Pause, Response
    from ditto.state.errors import Busy, DittoError, Outage, Refused
    from ditto.state.report import Checkpoint, Report
    from ditto.state.request import Identity, Request
    from ditto.tools.brief_creation import create_brief_demo
    from ditto.tools.creation import NewSource, create_demo, create_task
    from ditto.tools.memory import MemoryStore
    from ditto.tools.settings import Settings, load_settings

_PLACES = {
    "App": "ditto.agents.opening",
    "BriefApp": "ditto.agents.brief_app",
    "BriefInput": "ditto.agents.briefs",
    "BriefReport": "ditto.state.brief",
    "Busy": "ditto.state.errors",
    "Checkpoint": "ditto.state.report",
    "DittoError": "ditto.state.errors",
    "Event": "ditto.agents.events",
    "Identity": "ditto.state.request",
    "MemoryStore": "ditto.tools.memory",
    "NewSource": "ditto.tools.creation",
    "Observer": "ditto.agents.events",
    "Outage": "ditto.state.errors",
    "Pause": "ditto.state.decision",
    "Refused": "ditto.state.errors",
    "Report": "ditto.state.report",
    "Request": "ditto.state.request",
    "Response": "ditto.state.decision",
    "Settings": "ditto.tools.settings",
    "create_brief_demo": "ditto.tools.brief_creation",
    "create_demo": "ditto.tools.creation",
    "create_task": "ditto.tools.creation",
    "load_settings": "ditto.tools.settings",
    "open_app": "ditto.agents.app",
    "open_briefs": "ditto.agents.brief_app",
    "resume_brief": "ditto.agents.briefs",
    "run": "ditto.agents.runner",
    "run_adaptive": "ditto.agents.briefs",
    "run_bounded": "ditto.agents.briefs",
    "run_goal": "ditto.agents.briefs",
    "run_improvement": "ditto.agents.briefs",
    "run_reflection": "ditto.agents.runner",
    "run_retrieval": "ditto.agents.briefs",
    "run_stop": "ditto.agents.briefs",
}

__all__ = [
    "App",
    "BriefApp",
    "BriefInput",
    "BriefReport",
    "Busy",
    "Checkpoint",
    "DittoError",
    "Event",
    "Identity",
    "MemoryStore",
    "NewSource",
    "Observer",
    "Outage",
    "Pause",
    "Refused",
    "Report",
    "Request",
    "Response",
    "Settings",
    "create_brief_demo",
    "create_demo",
    "create_task",
    "load_settings",
    "open_app",
    "open_briefs",
    "resume_brief",
    "run",
    "run_adaptive",
    "run_bounded",
    "run_goal",
    "run_improvement",
    "run_reflection",
    "run_retrieval",
    "run_stop",
]


def __getattr__(name: str) -> object:
    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_PLACES[name]), name)
