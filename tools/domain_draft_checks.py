"""The part of the conformance suite of subjects that tries drafts: the first gate, the answer's form, and the face."""

import json
import re

from ditto.state.canonical import NotStrict, parse_object
from ditto.state.domain import Domain
from ditto.state.review import Finding
from ditto.tools.domain_trial import Check, altered, complete, gathered, loaded, schemas

_TYPES = ("object", "array", "string", "integer", "number", "boolean", "null")


def trials_are_drafts_and_the_first_is_good(domain: Domain) -> None:
    """Every trial is a draft of the subject, no two are the same, and the first has no defect."""
    assert domain.trials and domain.trials[0].defect is None, "the first trial has no defect"
    for trial in domain.trials:
        assert loaded(domain, trial.draft).dump() == trial.draft, f"the trial {trial.defect!r} is a whole draft"
    texts = {json.dumps(trial.draft, sort_keys=True) for trial in domain.trials}
    assert len(texts) == len(domain.trials), "no two trials are the same"


def a_seed_is_a_draft_that_is_checked_and_shown(domain: Domain) -> None:
    """A demo's seed is a draft, which is checked twice with the same findings, and rendered."""
    for scenario, demo in domain.demos.items():
        evidence = gathered(domain, demo)
        if demo.seed is None or evidence is None:
            continue
        draft = loaded(domain, parse_object(demo.seed.decode()))
        assert loaded(domain, draft.dump()) == draft, f"the seed of {scenario} is read as it is written"
        first, second = (domain.check(draft, evidence, demo.goal) for _ in range(2))
        assert first == second, f"the seed of {scenario} is checked twice with the same findings"
        assert all(isinstance(one, Finding) for one in first), "a finding has a remedy"
        assert domain.render(draft, evidence, demo.goal), f"the seed of {scenario} is rendered"


def a_good_draft_passes_the_first_gate(domain: Domain) -> None:
    """The good draft has no finding."""
    draft, evidence, goal = complete(domain)
    findings = domain.check(draft, evidence, goal)
    assert findings == (), f"the good draft has no finding, found {findings[:1]}"


def a_good_draft_gives_questions_and_hints(domain: Domain) -> None:
    """The good draft gives at least one whole question, no question twice, and hints that name a field."""
    draft, evidence, _ = complete(domain)
    questions = domain.questions(draft, evidence)
    assert questions, "a draft with text gives at least one question"
    assert all(part.strip() for question in questions for part in question), "no part of a question is empty"
    asked = {(question.field, question.question) for question in questions}
    assert len(asked) == len(questions), "no question is asked twice of one field"
    assert all(hint.field and hint.message for hint in domain.hints(draft)), "a hint names a field and says something"


def a_good_draft_is_rendered_under_a_title(domain: Domain) -> None:
    """The good draft's Markdown begins with a heading, and is the same each time."""
    draft, evidence, goal = complete(domain)
    rendered = domain.render(draft, evidence, goal)
    assert rendered.startswith("# "), "the Markdown begins with a heading of the first level"
    assert rendered == domain.render(draft, evidence, goal), "the same draft is rendered in the same way"


def what_is_said_to_be_proven_is_proven(domain: Domain) -> None:
    """Each figure and text that the subject calls proven is compared: changed, it is refused, or found and not pinned."""
    draft, evidence, goal = complete(domain)
    proven, stated = domain.proven(draft, ()), draft.dump()
    assert proven.keys() <= stated.keys(), "proven fields stand under the draft's own names"
    for name in proven:
        assert proven[name] == stated[name], f"the proven {name} is the draft's own"
        for other in altered(proven[name]):
            changed = _read(domain, {**stated, name: other})
            findings = () if changed is None else domain.check(changed, evidence, goal)
            assert changed is None or findings, f"a changed {name} is found: {other!r}"
            pinned = {} if changed is None else domain.proven(changed, findings)
            assert pinned.get(name) != other, f"a wrong {name} is not pinned as proven: {other!r}"


def a_revision_is_shown_what_the_draft_says(domain: Domain) -> None:
    """What a revision is shown are fields of the draft as they stand: all that no finding names."""
    draft, _, _ = complete(domain)
    stated, wrong = draft.dump(), Finding(field="draft", message="wrong", remedy="Write another.")
    assert domain.kept(draft, ()) == stated, "without a finding the whole draft is shown"
    assert domain.kept(draft, (wrong,)).items() <= stated.items(), "nothing is shown that the draft does not say"


def _read(domain: Domain, document: dict[str, object]) -> object | None:
    try:
        return domain.draft.load(document)
    except NotStrict:
        return None


def the_schema_of_an_answer_is_closed(domain: Domain) -> None:
    """The schema names the draft's fields in order, in all its objects every field is required and no other allowed."""
    draft, evidence, goal = complete(domain)
    for proven in ({}, domain.proven(draft, ())):
        schema = domain.schema(evidence, goal, proven)
        assert parse_object(json.dumps(schema)) == schema, "the schema is plain JSON"
        assert list(schema["properties"]) == list(draft.dump()), "the schema names the draft's fields in their order"
        for one in schemas(schema):
            assert one.keys() & {"type", "anyOf", "enum"}, f"a schema says what it allows, found {one}"
            assert one.get("type", "string") in _TYPES, f"a type of JSON, found {one.get('type')}"
            assert "pattern" not in one or re.compile(one["pattern"]), "a pattern is a regular expression"
            if one.get("type") == "object":
                closed = (list(one["properties"]), False)
                assert (one["required"], one["additionalProperties"]) == closed, "an object requires all its fields"
            if one.get("type") == "array":
                assert 0 <= one["minItems"] <= one["maxItems"], "an array is bounded"


def patterns_hold_only_escapes_that_every_server_reads(domain: Domain) -> None:
    """No pattern of the schema holds an escape beyond those of a backslash, a bracket and a code point."""
    _, evidence, goal = complete(domain)
    # The packaged server sets no form at all, and says nothing, where it cannot read a pattern such as [\<].
    patterns = [one["pattern"] for one in schemas(domain.schema(evidence, goal, {})) if "pattern" in one]
    escaped = {one for pattern in patterns for one in re.findall(r"\\(.)", pattern)} - set("\\x[]")
    assert not escaped, f"every server reads the escapes of the patterns, found {sorted(escaped)}"


DRAFT_CHECKS: tuple[Check, ...] = (
    trials_are_drafts_and_the_first_is_good,
    a_seed_is_a_draft_that_is_checked_and_shown,
    a_good_draft_passes_the_first_gate,
    a_good_draft_gives_questions_and_hints,
    a_good_draft_is_rendered_under_a_title,
    what_is_said_to_be_proven_is_proven,
    a_revision_is_shown_what_the_draft_says,
    the_schema_of_an_answer_is_closed,
    patterns_hold_only_escapes_that_every_server_reads,
)
