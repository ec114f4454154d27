"""What a person may answer, rightly or wrongly."""

from typing import Any, NamedTuple

from hypothesis import strategies as st

from ditto.state.decision import Choice, Pause, Response
from ditto.tools.domains import load_domain
from tests.faults.machine_model import flawed
from tests.faults.machine_snapshot import Snapshot
from tests.scripted_model import GOOD_DRAFT

EDITS: tuple[dict[str, Any], ...] = (
    GOOD_DRAFT,
    {**GOOD_DRAFT, "title": "As the analyst wants it"},
    {**GOOD_DRAFT, "title": "As the analyst wants it now"},
    flawed("A hasty edit"),
    {"title": "No whole draft"},
)


class Given(NamedTuple):
    """An answer as it is drawn: the token is `right`, `stale` or `used`."""

    choice: Choice
    token: str
    actor: str
    edit: int


def given() -> st.SearchStrategy[Given]:
    """Draw an answer; most are right."""
    return st.builds(
        Given,
        st.sampled_from(["approve", "edit", "revise", "stop"]),
        st.sampled_from(["right", "right", "right", "right", "stale", "used"]),
        st.sampled_from(["analyst", "analyst", "analyst", "mallory"]),
        st.integers(0, len(EDITS) - 1),
    )


def respond(answer: Given, pause: Pause | None, used: str) -> Response:
    """Return the answer as a response to what is believed to wait."""
    right = pause.token if pause else "1" * 64
    token = {"right": right, "stale": "0" * 64, "used": used}[answer.token]
    brought: dict[str, Any] = {
        "edit": {"draft": EDITS[answer.edit]},
        "revise": {"issues": [{"field": "title", "message": "Say it calmer."}]},
    }.get(answer.choice, {})
    return Response.load({"token": token, "actor": answer.actor, "choice": answer.choice, **brought})


def is_acceptable(response: Response, pause: Pause | None, seen: Snapshot) -> bool:
    """Tell whether an answer must be taken: the right token, by a principal, open, and an edit that is new."""
    if pause is None or (response.token, response.actor) != (pause.token, "analyst"):
        return False
    if response.choice not in pause.choices:
        return False
    return response.draft is None or _is_new(response.draft, seen)


def _is_new(document: dict[str, Any], seen: Snapshot) -> bool:
    if set(document) != set(GOOD_DRAFT):
        return False
    draft_id = load_domain("monthly_report").draft.load(document).digest()
    return f"drafts/{draft_id}.json" not in seen.files
