"""Every subject brings what the engine asks for; this walks all of them, with nothing known of any."""

import json
import re
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

import pytest
from typing_extensions import get_protocol_members

from ditto.state.canonical import canonical, parse_object
from ditto.state.domain import Demo, Domain
from ditto.state.errors import BadRequest
from ditto.state.evidence import Evidence, MissingData, Source
from ditto.state.record import Record
from ditto.tools.domains import domain_names, load_domain

NAMES = domain_names()
DEMOS = [(name, scenario) for name in NAMES for scenario in load_domain(name).demos]
DIGEST = "e" * 64


def gathered(domain: Domain, demo: Demo) -> Evidence | None:
    """A demo's evidence, or None where its data is missing."""
    try:
        return domain.gather([Source(key, data) for key, (_, data) in demo.sources.items()], demo.options, DIGEST)
    except MissingData as missing:
        assert str(missing)
        return None


def complete(name: str) -> tuple[Domain, Any, Evidence, str]:
    """A subject with its good draft, and the evidence and goal of its first demo that has all its data."""
    domain = load_domain(name)
    found = ((gathered(domain, demo), demo.goal) for demo in domain.demos.values())
    evidence, goal = next((evidence, goal) for evidence, goal in found if evidence is not None)
    return domain, domain.draft.load(domain.trials[0].draft), evidence, goal


def test_there_are_subjects_and_no_two_have_a_demo_of_the_same_name() -> None:
    assert "monthly_report" in NAMES
    assert len({scenario for _, scenario in DEMOS}) == len(DEMOS)


@pytest.mark.parametrize("name", NAMES)
def test_the_first_trial_is_good_and_every_trial_is_a_draft(name: str) -> None:
    domain = load_domain(name)
    assert domain.trials[0].defect is None
    assert all(domain.draft.load(trial.draft).dump() == trial.draft for trial in domain.trials)
    assert len({json.dumps(trial.draft, sort_keys=True) for trial in domain.trials}) == len(domain.trials)


@pytest.mark.parametrize("name", ["weather", "", "__init__", "os", "monthly_report.table"])
def test_a_subject_that_is_not_installed_is_refused(name: str) -> None:
    with pytest.raises(BadRequest, match="there is no such domain"):
        load_domain(name)


@pytest.mark.parametrize("name", NAMES)
def test_a_subject_has_everything_that_the_protocol_names(name: str) -> None:
    domain = load_domain(name)
    assert [member for member in sorted(get_protocol_members(Domain)) if not hasattr(domain, member)] == []
    assert domain.name == name
    assert issubclass(domain.draft, Record) and issubclass(domain.options, Record)
    evidence = complete(name)[2]
    assert domain.instructions(evidence).strip() and domain.rubric(evidence).strip() and domain.demos


@pytest.mark.parametrize("name", NAMES)
def test_the_options_have_a_default(name: str) -> None:
    assert load_domain(name).options.load({}) is not None


@pytest.mark.parametrize(("name", "scenario"), DEMOS)
def test_a_demo_has_a_goal_and_gathers_evidence_or_says_what_is_missing(name: str, scenario: str) -> None:
    domain = load_domain(name)
    demo = domain.demos[scenario]
    evidence = gathered(domain, demo)
    assert demo.goal.strip() and demo.sources
    if evidence is not None:
        assert (evidence.sha256, gathered(domain, demo)) == (DIGEST, evidence)
        assert Evidence.parse(canonical(evidence.dump())) == evidence
        assert len({row.id for row in evidence.rows}) == len(evidence.rows) > 0
        assert domain.describe(evidence).strip()


@pytest.mark.parametrize(("name", "scenario"), DEMOS)
def test_every_row_is_quoted_from_the_line_that_it_names(name: str, scenario: str) -> None:
    domain = load_domain(name)
    evidence = gathered(domain, domain.demos[scenario])
    lines = [data.decode("utf-8-sig").splitlines() for _, data in domain.demos[scenario].sources.values()]
    for row in evidence.rows if evidence else ():
        assert row.quote in [text[row.line - 1] for text in lines if len(text) >= row.line]


@pytest.mark.parametrize(("name", "scenario"), DEMOS)
def test_a_seed_is_a_draft_that_is_checked_and_shown(name: str, scenario: str) -> None:
    domain = load_domain(name)
    demo, evidence = domain.demos[scenario], gathered(domain, domain.demos[scenario])
    if demo.seed is None or evidence is None:
        return
    draft = domain.draft.parse(demo.seed)
    assert domain.draft.load(draft.dump()) == draft
    assert domain.check(draft, evidence, demo.goal) == domain.check(draft, evidence, demo.goal)
    assert domain.render(draft, evidence, demo.goal)


@pytest.mark.parametrize("name", NAMES)
def test_a_good_draft_passes_and_gives_questions_and_a_report(name: str) -> None:
    domain, draft, evidence, goal = complete(name)
    assert domain.check(draft, evidence, goal) == ()
    questions = domain.questions(draft, evidence)
    assert questions and all(all(part.strip() for part in question) for question in questions)
    assert len({(question.field, question.question) for question in questions}) == len(questions)
    assert all(hint.field and hint.message for hint in domain.hints(draft))
    assert domain.render(draft, evidence, goal).startswith("# ")


def schemas(schema: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """A JSON Schema and every schema within it."""
    yield schema
    inner = [*schema.get("properties", {}).values(), *schema.get("anyOf", [])]
    for one in [*inner, schema["items"]] if "items" in schema else inner:
        yield from schemas(one)


@pytest.mark.parametrize("proven", [False, True])
@pytest.mark.parametrize("name", NAMES)
def test_the_schema_of_an_answer_is_closed_and_a_good_draft_fits_its_names(name: str, proven: bool) -> None:
    domain, draft, evidence, goal = complete(name)
    schema = domain.schema(evidence, goal, domain.proven(draft, ()) if proven else {})
    assert parse_object(json.dumps(schema)) == schema
    assert list(schema["properties"]) == list(draft.dump())
    for one in schemas(schema):
        assert one.keys() & {"type", "anyOf", "enum"}
        assert one.get("type", "string") in ("object", "array", "string", "integer", "number", "boolean", "null")
        assert "pattern" not in one or re.compile(one["pattern"])
        if one.get("type") == "object":
            assert (one["required"], one["additionalProperties"]) == (list(one["properties"]), False)
        if one.get("type") == "array":
            assert 0 <= one["minItems"] <= one["maxItems"]


@pytest.mark.parametrize("name", NAMES)
def test_patterns_hold_only_escapes_that_every_server_reads(name: str) -> None:
    domain, _, evidence, goal = complete(name)
    # The packaged server sets no form at all, and says nothing, where it cannot read a pattern such as [\<].
    patterns = [one["pattern"] for one in schemas(domain.schema(evidence, goal, {})) if "pattern" in one]
    assert patterns
    assert {escaped for pattern in patterns for escaped in re.findall(r"\\(.)", pattern)} <= set("\\x[]")


@pytest.mark.parametrize("name", NAMES)
def test_instructions_and_rubric_hold_no_figure_of_any_fixture(name: str) -> None:
    domain, _, evidence, _ = complete(name)
    told = domain.instructions(evidence) + domain.rubric(evidence)
    folder = files(f"ditto.tools.domains.{name}").joinpath("fixtures")
    fixtures = [file.read_text("utf-8") for file in folder.iterdir()]
    figures = {figure for text in fixtures for figure in re.findall(r"\d{3,}", text)}
    numbers = re.findall(r"\d+", told)
    assert not [figure for figure in figures if any(figure in number for number in numbers)]
    quotes = [line for text in fixtures for line in text.splitlines() if re.search(r"\d", line)]
    assert not [line for line in quotes if line.strip() in told]
