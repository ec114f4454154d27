"""Every built-in subject passes the conformance suite, with nothing known of any; a subject with a fault does not."""

from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Any

import pytest

from ditto.domain_suite import CHECKS, Check
from ditto.state.domain import Demo, Domain, Grounds, Trial
from ditto.state.errors import BadRequest
from ditto.state.evidence import Evidence, Row
from ditto.tools.domain_trial import altered, complete, fixtures
from ditto.tools.domains import built_in_names, domain_names, load_domain

NAMES = domain_names()
WHOLE = load_domain("monthly_report")


def named(check: Check) -> str:
    """A check's name as the test's id."""
    return getattr(check, "__name__", "check")


@pytest.mark.parametrize("check", CHECKS, ids=named)
@pytest.mark.parametrize("name", NAMES)
def test_a_subject_conforms(name: str, check: Check) -> None:
    check(load_domain(name))


@pytest.mark.parametrize("name", NAMES)
def test_a_subject_is_named_like_its_folder_and_its_fixtures_are_those_of_its_demos_and_trials(name: str) -> None:
    domain = load_domain(name)
    assert domain.name == name
    folder = files(f"ditto.tools.domains.{name}").joinpath("fixtures")
    held = {file.read_text("utf-8") for file in folder.iterdir() if not file.name.startswith("trials")}
    assert held <= set(fixtures(domain))


def test_there_are_subjects_and_no_two_have_a_demo_of_the_same_name() -> None:
    assert built_in_names() == NAMES and "monthly_report" in NAMES
    scenarios = [scenario for name in NAMES for scenario in load_domain(name).demos]
    assert len(set(scenarios)) == len(scenarios)


@pytest.mark.parametrize("name", ["weather", "", "__init__", "os", "monthly_report.table", "/tmp", "../weather"])
def test_a_subject_that_is_not_installed_is_refused(name: str) -> None:
    with pytest.raises(BadRequest, match="there is no such domain"):
        load_domain(name)


def test_the_suite_names_each_check_once_and_says_what_it_checks() -> None:
    assert len({named(check) for check in CHECKS}) == len(CHECKS)
    assert all((check.__doc__ or "").endswith(".") for check in CHECKS)


def test_each_figure_and_text_of_a_document_is_changed_once() -> None:
    document = {"a": 1, "b": ["x", {"c": 2.5, "d": None, "e": True}]}
    assert list(altered(document)) == [
        {**document, "a": 2},
        {**document, "b": ["xx", document["b"][1]]},
        {**document, "b": ["x", {"c": 3.5, "d": None, "e": True}]},
    ]


class Faulty:
    """A whole subject but for some members."""

    def __init__(self, **members: Any) -> None:
        self._members = members

    def __getattr__(self, name: str) -> Any:
        found = self.__dict__["_members"].get(name, None)
        return getattr(WHOLE, name) if found is None else found


class Requiring(WHOLE.options):  # pyright: ignore
    """Options that no request without them has."""

    needed: int


def passing_over(sources: Any, options: Mapping[str, Any], sha256: str) -> Evidence:
    """Gather, whatever the options are."""
    return WHOLE.gather(sources, {key: value for key, value in options.items() if key != "noSuchOption"}, sha256)


def leaking(sources: Any, options: Mapping[str, Any], sha256: str) -> Evidence:
    """Gather, and let an error of another kind through."""
    if any(not source.data.startswith(b"month") for source in sources):
        raise KeyError("month")
    return WHOLE.gather(sources, options, sha256)


def misquoting(sources: Any, options: Mapping[str, Any], sha256: str) -> Evidence:
    """Gather, with rows that stand on no line."""
    found = WHOLE.gather(sources, options, sha256)
    rows = tuple(Row(id=row.id, line=row.line, quote=f"{row.quote} ") for row in found.rows)
    return Evidence(sha256=found.sha256, rows=rows, facts=found.facts)


def rowless(sources: Any, options: Mapping[str, Any], sha256: str) -> Evidence:
    """Gather no row."""
    found = WHOLE.gather(sources, options, sha256)
    return Evidence(sha256=found.sha256, rows=(), facts=found.facts)


def opened(evidence: Evidence, goal: str, proven: Any) -> Any:
    """A schema that allows any other field."""
    return WHOLE.schema(evidence, goal, proven) | {"additionalProperties": True}


def escaping(evidence: Evidence, goal: str, proven: Any) -> Any:
    """A schema with a pattern that not every server reads."""
    return {"type": "object", "properties": {"title": {"type": "string", "pattern": r"^[^\<]{2,20}$"}}}


GOOD = complete(WHOLE)
SEEDED = {name: demo for name, demo in WHOLE.demos.items() if demo.seed}
SPOILED: Mapping[str, Demo] = {**WHOLE.demos, **{name: demo._replace(seed=b"{}") for name, demo in SEEDED.items()}}
TWICE: Sequence[Trial] = [*WHOLE.trials, WHOLE.trials[0]]
FIGURES = fixtures(WHOLE)[0]
FAULTS: dict[str, dict[str, Any]] = {
    "a_subject_has_every_member_of_the_protocol": {"name": "Not A Name"},
    "a_subject_says_what_its_reports_rest_on": {"grounds": Grounds("A sentence", "proof", " ")},
    "options_have_defaults": {"options": Requiring},
    "an_unknown_option_is_refused": {"gather": passing_over},
    "a_file_of_other_content_is_refused": {"gather": leaking},
    "a_demo_gathers_evidence_or_says_what_is_missing": {"gather": rowless},
    "every_row_is_quoted_from_the_line_that_it_names": {"gather": misquoting},
    "trials_are_drafts_and_the_first_is_good": {"trials": TWICE},
    "a_seed_is_a_draft_that_is_checked_and_shown": {"demos": SPOILED},
    "a_good_draft_passes_the_first_gate": {"check": lambda *_: (WHOLE.hints(GOOD.draft), 1)},
    "a_good_draft_gives_questions_and_hints": {"questions": lambda *_: ()},
    "a_good_draft_is_rendered_under_a_title": {"render": lambda *_: "A title"},
    "what_is_said_to_be_proven_is_proven": {"proven": lambda draft, _: draft.dump()},
    "a_revision_is_shown_what_the_draft_says": {"kept": lambda draft, _: draft.dump() | {"title": "Another"}},
    "the_schema_of_an_answer_is_closed": {"schema": opened},
    "patterns_hold_only_escapes_that_every_server_reads": {"schema": escaping},
    "instructions_hold_no_figure_of_a_fixture": {"rubric": lambda _: f"Such as {FIGURES}"},
}


@pytest.mark.parametrize("check", CHECKS, ids=named)
def test_a_subject_with_a_fault_fails_the_check(check: Check) -> None:
    faulty: Domain = Faulty(**FAULTS[named(check)])  # pyright: ignore
    with pytest.raises(AssertionError, match=r"\w+ \w+ \w+"):
        check(faulty)
