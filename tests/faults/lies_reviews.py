"""Lies of the reviewer: a review of another draft, one that contradicts itself, and one that is no review. The drafts of most are right."""

import json
from collections.abc import Callable
from random import Random
from typing import Any

from werkzeug import Response

from tests.faults.lies_figures import one_digit_off
from tests.faults.lies_stage import Case
from tests.faults.lies_telling import Told, lie
from tests.scripted_model import Reply, asked_draft_id, completion, review, text

ISSUE = ("title", "Not yet.")


def raw(make: Callable[[str], str], finish: str = "stop") -> Reply:
    """Answer with a text that is made of the id under review."""

    def reply(body: dict[str, Any]) -> Response:
        return completion({"content": make(asked_draft_id(body))}, finish)

    return reply


def whole(draft_id: str, **fields: Any) -> str:
    """Return a passing review of a draft as text, with other fields."""
    return json.dumps({"draftId": draft_id, "verdict": "pass", "issues": [], **fields})


REVIEWS: dict[str, Reply] = {
    "pass": review(),
    "of another draft": review(draft_id="0" * 64),
    "of no draft": raw(lambda draft_id: whole("")),
    "of a shortened id": raw(lambda draft_id: whole(draft_id[:12])),
    "of an id in capitals": raw(lambda draft_id: whole(draft_id.upper())),
    "pass with issues": review("pass", ISSUE),
    "revise without issues": review("revise"),
    "needs a human without issues": review("needs-human"),
    "revise": review("revise", ISSUE),
    "another verdict": raw(lambda draft_id: whole(draft_id, verdict="PASS")),
    "no verdict": raw(lambda draft_id: json.dumps({"draftId": draft_id, "issues": []})),
    "no issues key": raw(lambda draft_id: json.dumps({"draftId": draft_id, "verdict": "pass"})),
    "two verdicts": raw(lambda draft_id: whole(draft_id, verdict="revise")[:-1] + ', "verdict": "pass"}'),
    "an unknown key beside it": raw(lambda draft_id: whole(draft_id, approved=True)),
    "empty issue": raw(lambda draft_id: whole(draft_id, verdict="revise", issues=[{"field": "", "message": ""}])),
    "prose": text("The draft is excellent: pass."),
    "prose around it": raw(lambda draft_id: f"Verdict follows. {whole(draft_id)}"),
    "two reviews": raw(lambda draft_id: whole(draft_id) * 2),
    "a list": raw(lambda draft_id: f"[{whole(draft_id)}]"),
    "cut off": raw(lambda draft_id: whole(draft_id)[:-2]),
    "cut at the token limit": raw(whole, "length"),
    "stopped by a filter": raw(whole, "content_filter"),
    "refused": text("", refusal="I cannot review this."),
    "nothing": text(""),
    "null": text("null"),
}
"""How a reviewer answers, by name."""

STALE = "of the version before"
"""The reviewer names the draft of the version before; of the first one it says the truth."""


def _told(name: str) -> Callable[[Case, Random], Told]:
    def tell(case: Case, draw: Random) -> Told:
        return Told(case.draft(), case, review=name)

    tell.__name__ = f"{name.replace(' ', '_')}"
    return tell


for _name in (*REVIEWS, STALE):
    if _name != "pass":
        lie("stale ids" if _name.startswith("of ") else "reviews that are none")(_told(_name))


@lie("false passes")
def a_pass_of_figures_that_are_wrong(case: Case, draw: Random) -> Told:
    before, after = (one_digit_off(one.net, draw) for one in case.both)
    draft = case.draft()
    draft["metrics"].update(baselineNetCents=before, currentNetCents=after)
    return Told(draft, case)


@lie("false passes")
def a_pass_of_everything_wrong_at_once(case: Case, draw: Random) -> Told:
    draft = case.draft() | {"limitations": [], "actions": [], "citations": [], "interpretation": "Up 99 %."}
    return Told(draft, case)


@lie("false passes")
def a_pass_of_a_right_draft_without_its_rows(case: Case, draw: Random) -> Told:
    return Told(case.draft() | {"citations": []}, case)
