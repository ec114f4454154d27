"""A demo's input directory starts where the contract says, with values of its own each time."""

import re
from datetime import date
from typing import get_args

import pytest

from ditto.state.brief import Action, Attempt, BriefRequest, BriefState, Flow, RoundRecord, SourceFacts, Spec
from ditto.state.brief_rounds import first_round, following, progress_of, require_legal
from ditto.state.brief_steps import cost, moves
from ditto.state.canonical import sha256
from tests.tools.domains.release_brief.conftest import BRIEF

FLOWS: tuple[Flow, ...] = get_args(Flow)


def spec_and_facts(flow: Flow) -> tuple[Spec, dict[str, bytes], dict[str, str]]:
    """A demo's spec, its files, and what all of them supply."""
    files = dict(BRIEF.demo(flow))
    spec = Spec.parse(files.pop("spec.json"))
    facts: dict[str, str] = {}
    for entry in spec.catalog:
        if entry.file in files:
            facts |= BRIEF.read(entry, files[entry.file])
    return spec, files, facts


@pytest.mark.parametrize("flow", FLOWS)
def test_a_demo_is_three_fields_with_a_file_for_each(flow: Flow) -> None:
    spec, files, facts = spec_and_facts(flow)
    assert spec.required == ("code", "owner", "deadline") == tuple(facts)
    assert re.fullmatch(r"REL-\d{3}", facts["code"]) and re.fullmatch(r"team-\d{3}", facts["owner"])
    assert (date.fromisoformat(facts["deadline"]).year, date.fromisoformat(facts["deadline"]).month) == (2026, 12)
    assert sorted(files) == ["calendar.json", "release.json", "team.json"]


@pytest.mark.parametrize("flow", FLOWS)
def test_a_demo_has_other_values_each_time(flow: Flow) -> None:
    assert len({tuple(spec_and_facts(flow)[2].values()) for _ in range(5)}) > 1


@pytest.mark.parametrize(
    ("flow", "right", "wrong", "initial"),
    [
        ("bounded", 0, 0, 3),
        ("adaptive", 0, 0, 0),
        ("improvement", 0, 3, 3),
        ("retrieval", 0, 0, 0),
        ("goal", 2, 1, 3),
        ("stop", 0, 0, 3),
    ],
)
def test_a_demo_starts_from_so_many_right_and_wrong_fields(flow: Flow, right: int, wrong: int, initial: int) -> None:
    for _ in range(20):
        spec, _, facts = spec_and_facts(flow)
        held = [spec.initial_draft[field] == facts[field] for field in spec.initial_draft]
        assert (held.count(True), held.count(False), len(spec.initial_evidence)) == (right, wrong, initial)


def test_the_adaptive_demos_first_source_does_not_exist() -> None:
    spec, files, _ = spec_and_facts("adaptive")
    assert (spec.catalog[0].file in files, spec.catalog[0].fields) == (False, ("code",))
    assert [entry.file in files for entry in spec.catalog[1:]] == [True, True, True]


def ideal(flow: Flow) -> RoundRecord:
    """The last round of a demo whose model always names the latest legal move and copies every value."""
    spec, files, _ = spec_and_facts(flow)
    found = {
        entry.id: SourceFacts(
            source=entry.id, sha256=sha256(files[entry.file]), facts=BRIEF.read(entry, files[entry.file])
        )
        for entry in spec.catalog
        if entry.file in files
    }
    evidence = tuple(found[one] for one in spec.initial_evidence)
    request = BriefRequest(id="t", flow=flow, domain=BRIEF.name, input="i", spec_sha256="0" * 64, evidence=())
    record = first_round(request, spec, BriefState(draft=spec.initial_draft, evidence=evidence), BRIEF.check)
    while record.next.kind != "end":
        step = record.next
        legal = moves(progress_of(request, spec, record))
        if step.kind == "plan":
            action = Action(step=step, planned=legal[-1] if legal[-1].kind == "revise" else legal[0])
        elif step.kind == "search":
            step = step if step.fields else legal[0]
            assert step.source is not None
            outcome = "found" if step.source in found else "no-file"
            attempt = Attempt(field=step.fields[0], source=step.source, outcome=outcome)
            action = Action(step=step, attempt=attempt, found=found.get(step.source))
        else:
            patch = {field: record.snapshot.value(field) or "" for field in step.fields}
            action = Action(step=step, patch=patch)
        require_legal(request, spec, record, action)
        record = following(request, spec, record, action, record.model_calls + cost(step, flow), BRIEF.check)
    return record


@pytest.mark.parametrize(
    ("flow", "rounds", "calls"),
    [
        ("bounded", 3, 3),
        ("adaptive", 14, 10),
        ("improvement", 3, 3),
        ("retrieval", 4, 4),
        ("goal", 1, 1),
        ("stop", 3, 3),
    ],
)
def test_an_ideal_run_reaches_the_goal_in_the_rounds_and_calls_of_the_contract(
    flow: Flow, rounds: int, calls: int
) -> None:
    last = ideal(flow)
    assert (last.next.reason, last.round, last.model_calls) == ("goal", rounds, calls)
