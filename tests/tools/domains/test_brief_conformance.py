"""Every subject of the iteration flows brings what the engine asks for; this walks all of them, with nothing known of any."""

import json
from collections.abc import Mapping
from typing import get_args

import pytest
from markdown_it import MarkdownIt
from typing_extensions import get_protocol_members

from ditto.state.brief import BriefReport, BriefState, Facts, Flow, SourceFacts, Spec
from ditto.state.brief_domain import BriefDomain
from ditto.state.brief_rounds import snapshot_of
from ditto.state.canonical import parse_object, sha256
from ditto.state.errors import BadRequest, BadSource
from ditto.tools.domains import brief_names, domain_names, load_brief, load_domain

NAMES = brief_names()
FLOWS: tuple[Flow, ...] = get_args(Flow)
DEMOS = [(name, flow) for name in NAMES for flow in FLOWS]


def spec_of(files: Mapping[str, bytes]) -> Spec:
    """The spec of an input directory."""
    return Spec.parse(files["spec.json"])


def evidence_of(brief: BriefDomain, files: Mapping[str, bytes]) -> tuple[SourceFacts, ...]:
    """What every source that has a file supplies."""
    entries = [entry for entry in spec_of(files).catalog if entry.file in files]
    return tuple(
        SourceFacts(source=one.id, sha256=sha256(files[one.file]), facts=brief.read(one, files[one.file]))
        for one in entries
    )


def complete(name: str) -> tuple[BriefDomain, Spec, BriefState]:
    """A subject, the spec of its first demo, and a state in which every field holds."""
    brief = load_brief(name)
    files = brief.demo("bounded")
    spec, known = spec_of(files), BriefState(evidence=evidence_of(brief, files))
    draft: Facts = {field: value for field in spec.required if (value := known.value(field)) is not None}
    return brief, spec, known.model_copy(update={"draft": draft})


def test_there_are_subjects_and_none_is_of_both_families() -> None:
    assert "release_brief" in NAMES
    assert not set(NAMES) & set(domain_names())


@pytest.mark.parametrize("name", ["weather", "", "__init__", "os", "monthly_report", "release_brief.render"])
def test_a_subject_that_is_not_installed_is_refused(name: str) -> None:
    with pytest.raises(BadRequest, match=r"there is no such domain to fill in: found '.*', expected release_brief"):
        load_brief(name)


@pytest.mark.parametrize("name", NAMES)
def test_a_subject_is_not_loaded_as_a_report_but_said_to_be_filled_in(name: str) -> None:
    with pytest.raises(BadRequest, match="filled in by `ditto brief`"):
        load_domain(name)


@pytest.mark.parametrize("name", NAMES)
def test_a_subject_has_everything_that_the_protocol_names(name: str) -> None:
    brief = load_brief(name)
    assert [member for member in sorted(get_protocol_members(BriefDomain)) if not hasattr(brief, member)] == []
    assert brief.name == name
    assert brief.instructions.strip()


@pytest.mark.parametrize(("name", "flow"), DEMOS)
def test_a_demo_is_a_spec_and_files_that_its_catalog_names_and_that_are_read(name: str, flow: Flow) -> None:
    brief = load_brief(name)
    files = brief.demo(flow)
    spec = spec_of(files)
    assert files.keys() - {"spec.json"} <= {entry.file for entry in spec.catalog}
    evidence = evidence_of(brief, files)
    assert {field for one in evidence for field in one.facts} >= set(spec.required)
    assert set(spec.initial_evidence) <= {one.source for one in evidence}


@pytest.mark.parametrize("name", NAMES)
def test_a_source_supplies_only_the_fields_that_its_entry_names(name: str) -> None:
    brief = load_brief(name)
    files = brief.demo("bounded")
    for entry in spec_of(files).catalog:
        nothing = entry.model_copy(update={"fields": ()})
        assert brief.read(entry, files[entry.file]).keys() <= set(entry.fields)
        assert brief.read(nothing, files[entry.file]) == {}


@pytest.mark.parametrize("data", [b"", b"\xff", b"\x00", b"[]", b"{", b'{"facts": null}'])
@pytest.mark.parametrize("name", NAMES)
def test_a_source_that_is_damaged_is_refused_with_its_file(name: str, data: bytes) -> None:
    brief = load_brief(name)
    entry = spec_of(brief.demo("bounded")).catalog[0]
    with pytest.raises(BadSource, match=f"^{entry.file}"):
        brief.read(entry, data)


@pytest.mark.parametrize("name", NAMES)
def test_a_complete_draft_holds_and_each_field_that_is_changed_or_taken_away_does_not(name: str) -> None:
    brief, spec, state = complete(name)
    assert brief.check(spec, state) == ()
    for field in spec.required:
        changed = {**state.draft, field: state.draft[field] + "x"}
        absent = {other: value for other, value in state.draft.items() if other != field}
        for draft in (changed, absent):
            (issue,) = brief.check(spec, state.model_copy(update={"draft": draft}))
            assert issue.field == field
    assert [one.field for one in brief.check(spec, BriefState(draft=state.draft))] == list(spec.required)


@pytest.mark.parametrize("name", NAMES)
def test_a_prompt_has_the_facts_of_the_fields_and_its_schema_their_names_alone(name: str) -> None:
    brief, spec, state = complete(name)
    for field in spec.required:
        described, schema = brief.describe(state, [field]), brief.patch_schema([field])
        others = set(state.draft.values()) - {state.draft[field]}
        assert state.draft[field] in described and not [value for value in others if value in described]
        assert parse_object(json.dumps(schema)) == schema
        assert (list(schema["properties"]), schema["required"]) == ([field], [field])
        assert schema["additionalProperties"] is False
        assert not [value for value in state.draft.values() if value in json.dumps(schema)]
        assert not [value for value in state.draft.values() if value in brief.instructions]


@pytest.mark.parametrize("name", NAMES)
def test_a_brief_shows_every_field_with_its_value_and_digest(name: str) -> None:
    brief, spec, state = complete(name)
    snapshot = snapshot_of(spec, state, brief.check)
    report = BriefReport(status="completed", reason="goal", rounds=1, model_calls=1, snapshot=snapshot)
    markdown = brief.render(spec, report)
    assert markdown.startswith("# ") and brief.render(spec, report) == markdown
    shown = MarkdownIt("commonmark").enable("table").render(markdown)
    for field in spec.required:
        one = state.supplied(field)
        assert one is not None
        assert all(text in shown for text in (field, state.draft[field], one.source, one.sha256))
