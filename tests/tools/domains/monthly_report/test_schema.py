"""The schema of an answer pins what the checker proved right, and nothing that is not."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from ditto.state.canonical import Json
from ditto.state.review import Issue
from tests.scripted_model import GOOD_DRAFT
from tests.tools.domains.monthly_report.conftest import DOMAIN, GOAL, Check, draft, evidence_of

CHINESE_GOAL = "为管理团队撰写月度报告。"
EVIDENCE = evidence_of("2026-07,120000,6000\n2026-08,150000,9000\n")
METRICS = ("baselineNetCents", "currentNetCents", "growthPercent")


def within(schema: Json) -> Iterator[Json]:
    """A schema and every schema within it."""
    yield schema
    inner = [
        *schema.get("properties", {}).values(),
        *schema.get("anyOf", []),
        *([schema["items"]] if "items" in schema else []),
    ]
    for one in inner:
        yield from within(one)


def pinned(schema: Json) -> list[Any]:
    """Every value that a schema or one within it allows alone."""
    return [value for one in within(schema) for value in one.get("enum", [])]


def schema_after(check: Check, **fields: Any) -> Json:
    """The schema of the next version after the checks of a draft with these fields."""
    return DOMAIN.schema(EVIDENCE, GOAL, DOMAIN.proven(draft(**fields), check(**fields)))


def test_a_first_version_has_nothing_pinned() -> None:
    assert pinned(DOMAIN.schema(EVIDENCE, GOAL, {})) == []


def test_proven_metrics_and_citations_are_the_only_choice(check: Check) -> None:
    schema = schema_after(check, limitations=[])
    assert [schema["properties"]["metrics"]["properties"][name]["enum"] for name in METRICS] == [
        [114000],
        [141000],
        [23.68],
    ]
    quotes = [pin["properties"]["quote"]["enum"] for pin in schema["properties"]["citations"]["items"]["anyOf"]]
    assert quotes == [["2026-07,120000,6000"], ["2026-08,150000,9000"]]


@pytest.mark.parametrize("name", METRICS)
def test_a_wrong_metric_is_not_pinned_and_the_right_ones_are(name: str, check: Check) -> None:
    schema = schema_after(check, metrics={**GOOD_DRAFT["metrics"], name: 1})
    free = [one for one in METRICS if "enum" not in schema["properties"]["metrics"]["properties"][one]]
    assert free == [name]


@pytest.mark.parametrize(
    "citations",
    [
        [],
        GOOD_DRAFT["citations"][:1],
        [GOOD_DRAFT["citations"][0], {"sourceId": "sales-2026-08", "quote": "2026-08,150000,9000 "}],
    ],
)
def test_citations_are_pinned_only_where_all_are_right(citations: list[Any], check: Check) -> None:
    schema = schema_after(check, citations=citations)
    assert pinned(schema["properties"]["citations"]) == []
    assert len(pinned(schema["properties"]["metrics"])) == 3


def test_no_prose_verdict_or_wrong_figure_is_ever_pinned(check: Check) -> None:
    fields = {"metrics": {**GOOD_DRAFT["metrics"], "growthPercent": 25}, "title": "Report 7", "interpretation": "Bad."}
    values = pinned(schema_after(check, **fields))
    right = {114000, 141000, *(value for row in GOOD_DRAFT["citations"] for value in row.values())}
    assert set(values) == right


def test_what_a_reviewer_names_is_not_pinned() -> None:
    proven = DOMAIN.proven(
        draft(), [Issue(field="metrics.growthPercent", message="m"), Issue(field="title", message="m")]
    )
    assert list(proven["metrics"]) == ["baselineNetCents", "currentNetCents"]
    assert "citations" in proven


def test_the_schema_asks_for_every_field_of_a_draft_and_for_no_other() -> None:
    schema = DOMAIN.schema(EVIDENCE, GOAL, {})
    assert schema["required"] == list(schema["properties"]) == list(GOOD_DRAFT)
    assert schema["additionalProperties"] is False


@pytest.mark.parametrize(
    ("goal", "right", "wrong"),
    [
        (
            GOAL,
            "Net revenue grew by 23.68 percent.",
            ["net revenue grew.", "Net revenue grew", "It grew. It did.", '"Grew".'],
        ),
        (CHINESE_GOAL, "净收入增长了23.68%。", ["净收入增长了23.68%", "净收入增长。净收入。", "净。"]),
    ],
)
def test_a_sentence_is_one_sentence_of_the_goals_language(goal: str, right: str, wrong: list[str]) -> None:
    pattern = re.compile(DOMAIN.schema(EVIDENCE, goal, {})["properties"]["interpretation"]["pattern"])
    assert pattern.search(right)
    assert not [text for text in wrong if pattern.search(text)]


def test_the_good_drafts_texts_fit_their_patterns() -> None:
    properties = DOMAIN.schema(EVIDENCE, GOAL, {})["properties"]
    action = properties["actions"]["items"]["properties"]
    fitting = [
        (properties["title"], GOOD_DRAFT["title"]),
        (properties["interpretation"], GOOD_DRAFT["interpretation"]),
        (properties["limitations"]["items"], GOOD_DRAFT["limitations"][0]),
        (action["owner"], GOOD_DRAFT["actions"][0]["owner"]),
        (action["task"], GOOD_DRAFT["actions"][0]["task"]),
    ]
    assert [text for schema, text in fitting if not re.search(schema["pattern"], text)] == []
