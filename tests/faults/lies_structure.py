"""Lies of form: parts that are missing, repeated, empty or unknown."""

from random import Random

from tests.faults.lies_stage import Case, Draft
from tests.faults.lies_telling import Told, altered, lie

KEYS = ("title", "metrics", "interpretation", "limitations", "actions", "citations")


def first_action(case: Case, **fields: object) -> Told:
    """Return a draft whose action has other fields."""
    return altered(case, actions=[{**case.draft()["actions"][0], **fields}])


@lie("structure")
def no_limitations(case: Case, draw: Random) -> Told:
    return altered(case, limitations=[])


@lie("structure")
def no_actions(case: Case, draw: Random) -> Told:
    return altered(case, actions=[])


@lie("structure")
def no_citations(case: Case, draw: Random) -> Told:
    return altered(case, citations=[])


@lie("structure")
def a_key_left_out(case: Case, draw: Random) -> Told:
    draft: Draft = case.draft()
    del draft[draw.choice(KEYS)]
    return Told(draft, case)


@lie("structure")
def a_metric_left_out(case: Case, draw: Random) -> Told:
    metrics = case.draft()["metrics"]
    del metrics[draw.choice(["baselineNetCents", "currentNetCents", "growthPercent"])]
    return altered(case, metrics=metrics)


@lie("structure")
def an_unknown_key(case: Case, draw: Random) -> Told:
    return altered(case, **{draw.choice(["verdict", "approved", "accepted", "issues"]): "pass"})


@lie("structure")
def an_unknown_key_inside(case: Case, draw: Random) -> Told:
    return first_action(case, done=True)


@lie("structure")
def an_unknown_key_in_a_citation(case: Case, draw: Random) -> Told:
    one, two = case.draft()["citations"]
    return altered(case, citations=[{**one, "verified": True}, two])


@lie("structure")
def an_empty_text(case: Case, draw: Random) -> Told:
    return altered(case, **{draw.choice(["title", "interpretation"]): ""})


@lie("structure")
def a_blank_text(case: Case, draw: Random) -> Told:
    return altered(case, **{draw.choice(["title", "interpretation"]): " \u3000 "})


@lie("structure")
def an_empty_limitation(case: Case, draw: Random) -> Told:
    return altered(case, limitations=[""])


@lie("structure")
def an_empty_owner(case: Case, draw: Random) -> Told:
    return first_action(case, owner="")


@lie("structure")
def a_limitation_twice(case: Case, draw: Random) -> Told:
    return altered(case, limitations=case.draft()["limitations"] * 2)


@lie("structure")
def an_action_twice(case: Case, draw: Random) -> Told:
    return altered(case, actions=case.draft()["actions"] * 2)


@lie("structure")
def too_many_limitations(case: Case, draw: Random) -> Told:
    return altered(case, limitations=case.draft()["limitations"] * 13)


@lie("structure")
def a_title_that_is_too_long(case: Case, draw: Random) -> Told:
    return altered(case, title=case.pick("Net revenue ", "净收入") * 100)


@lie("structure")
def a_text_of_two_lines(case: Case, draw: Random) -> Told:
    return altered(case, interpretation=case.draft()["interpretation"].replace(" ", "\n", 1))


@lie("structure")
def a_number_as_text(case: Case, draw: Random) -> Told:
    return altered(case, metrics={**case.draft()["metrics"], "currentNetCents": str(case.both[1].net)})


@lie("structure")
def a_figure_with_decimals(case: Case, draw: Random) -> Told:
    return altered(case, metrics={**case.draft()["metrics"], "currentNetCents": case.both[1].net + 0.5})


@lie("structure")
def nothing_where_a_text_belongs(case: Case, draw: Random) -> Told:
    return altered(case, **{draw.choice(KEYS): None})


@lie("structure")
def a_section_that_nobody_asked_for(case: Case, draw: Random) -> Told:
    text = case.pick("All is well.", "一切正常。")
    return altered(case, sections=[*case.draft().get("sections", []), {"title": "Outlook", "text": text}])


@lie("structure", lambda case: case.ruled)
def a_required_section_left_out(case: Case, draw: Random) -> Told:
    draft = case.draft()
    del draft["sections"]
    return Told(draft, case)


@lie("structure", lambda case: case.ruled)
def a_required_section_under_another_title(case: Case, draw: Random) -> Told:
    return altered(case, sections=[{**case.draft()["sections"][0], "title": "Audits"}])


@lie("structure", lambda case: case.ruled)
def a_forbidden_word(case: Case, draw: Random) -> Told:
    return altered(case, title=case.pick("Synergy of net revenue", "净收入协同"))
