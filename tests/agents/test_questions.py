"""A small model reviews by yes/no questions, one text a call; verdict and issues follow from the answers alone."""

import json
from pathlib import Path
from typing import Any

import pytest
import yaml

from ditto.state.domain import Question
from ditto.state.review import Finding, Proof
from ditto.state.rubric import parts, worth_asking
from ditto.tools.creation import create_demo
from ditto.tools.settings import Settings, load_settings
from tests.agents.running import advance, finish
from tests.conftest import MakeTask
from tests.scripted_model import GOOD_DRAFT, ScriptedModel, answer, document, draft, is_question, prompt, status, text


@pytest.fixture
def asking(model: ScriptedModel, tmp_path: Path) -> Settings:
    """Settings whose provider reviews by questions."""
    path = tmp_path / "questions.yaml"
    path.write_text(yaml.safe_dump(model.settings(style="questions")))
    return load_settings(path)


def questions(model: ScriptedModel) -> list[str]:
    """Return what was asked about, in order."""
    return [prompt(body) for body in model.requests if is_question(body)]


async def test_a_draft_with_no_defect_passes(make_task: MakeTask, asking: Settings, model: ScriptedModel) -> None:
    report = await finish(make_task(), asking)
    review = report.rounds[0].review
    assert review is not None
    assert (report.status, review.verdict, review.issues) == ("completed", "pass", ())
    assert len(model.requests) == report.usage.model_calls == 4


async def test_each_question_shows_one_text_and_nothing_else_of_the_draft(
    make_task: MakeTask, asking: Settings, model: ScriptedModel
) -> None:
    await finish(make_task(), asking)
    shown = [GOOD_DRAFT["interpretation"], GOOD_DRAFT["limitations"][0], GOOD_DRAFT["actions"][0]["task"]]
    assert [[text in question for text in shown] for question in questions(model)] == [
        [True, False, False],
        [False, True, False],
        [False, False, True],
    ]


async def test_a_yes_is_an_issue_and_the_raw_answers_are_kept(
    make_task: MakeTask, asking: Settings, model: ScriptedModel
) -> None:
    task = make_task(maxRounds=1)
    model.script = [draft(), answer("no"), answer("yes"), answer("no")]
    report = await finish(task, asking)
    review = report.rounds[0].review
    assert review is not None
    assert (report.stop_reason, review.verdict, [issue.field for issue in review.issues]) == (
        "max-rounds",
        "revise",
        ["limitations"],
    )
    assert [(one.field, one.answer) for one in review.answers] == [
        ("interpretation", "no"),
        ("limitations", "yes"),
        ("actions", "no"),
    ]
    assert [one["answer"] for one in json.loads((task / "reviews/1.json").read_bytes())["answers"]] == [
        "no",
        "yes",
        "no",
    ]


async def test_a_text_that_the_checker_rejected_is_not_asked_about(
    make_task: MakeTask, asking: Settings, model: ScriptedModel
) -> None:
    rejected = "Net revenue grew from 114000 cents to 141000 cents, which is 99 %."
    model.script = [draft(interpretation=rejected)]
    report = await finish(make_task(maxRounds=1), asking)
    review = report.rounds[0].review
    assert review is not None
    assert [one.field for one in review.answers] == ["limitations", "actions"]
    assert (review.verdict, [issue.field for issue in review.issues]) == ("revise", ["interpretation"])
    assert not any(rejected in question for question in questions(model))


async def test_where_every_text_was_rejected_the_model_is_still_asked_once(
    make_task: MakeTask, asking: Settings, model: ScriptedModel
) -> None:
    report = await finish(make_task("flawed-draft", maxRounds=1), asking)
    review = report.rounds[0].review
    assert review is not None
    assert ([one.field for one in review.answers], len(model.requests)) == (["interpretation"], 1)


@pytest.mark.parametrize("said", [answer("maybe"), answer("Yes"), text("yes"), text("{}"), text("")])
async def test_another_word_than_yes_or_no_is_no_review(
    make_task: MakeTask, asking: Settings, model: ScriptedModel, said: Any
) -> None:
    model.script = [draft(), answer("no"), said]
    report = await finish(make_task(), asking)
    assert (report.status, report.stop_reason, report.rounds[0].review) == ("partial", "invalid-review", None)


async def test_a_budget_may_end_in_the_middle_of_a_review(
    make_task: MakeTask, asking: Settings, model: ScriptedModel
) -> None:
    report = await finish(make_task(maxModelCalls=2), asking)
    assert (report.stop_reason, report.rounds[0].review, len(model.requests)) == ("max-model-calls", None, 2)


async def test_answers_that_were_given_before_an_outage_are_not_asked_for_again(
    make_task: MakeTask, asking: Settings, model: ScriptedModel
) -> None:
    task = make_task()
    model.script = [draft(), answer("no"), status(500)]
    with pytest.raises(Exception, match="HTTP 500"):
        await advance(task, asking)
    report = await finish(task, asking)
    assert (report.status, [call.part for call in report.usage.calls]) == (
        "completed",
        ["draft", "interpretation", "limitations", "limitations", "actions"],
    )
    assert len(model.requests) == 5


def test_each_question_about_one_field_has_an_answer_of_its_own() -> None:
    asked = [
        Question(field, "A text.", question, "It is wrong.") for field, question in zip("abab", "1234", strict=True)
    ]
    assert parts(asked) == ["a", "b", "a#2", "b#2"]


@pytest.mark.parametrize(
    ("found", "left"),
    [
        ("parts[0].text", ["parts[1]", "text"]),
        ("parts[0]", ["parts[1]", "text"]),
        ("parts", ["text"]),
        ("text", ["parts[0]", "parts[1]"]),
        ("part", ["parts[0]", "parts[1]", "text"]),
    ],
)
def test_a_question_is_asked_where_no_finding_is_about_its_text_or_a_part_of_it(found: str, left: list[str]) -> None:
    asked = [Question(field, "A text.", "Is it?", "It is wrong.") for field in ("parts[0]", "parts[1]", "text")]
    finding = Finding(field=found, message="It is wrong.", remedy="Write it anew.")
    proof = Proof(evidence_sha256="e" * 64, draft_id="d" * 64, issues=(finding,))
    assert [question.field for question in worth_asking(asked, proof)] == left


async def test_a_part_that_the_checker_passed_stays_though_the_whole_was_not_judged(
    tmp_path: Path, asking: Settings, model: ScriptedModel
) -> None:
    create_demo(tmp_path / "task", "announcement")
    right = {"facts": ["release", "date"], "text": "Lantern Desk 2.4.0 is released on 12 January 2027."}
    wrong = {"facts": ["feature", "price"], "text": "It adds search in archived tickets and costs nothing at all."}
    same = document({"title": "Lantern Desk", "paragraphs": [right, wrong]})
    model.script = [same, answer("no"), same]
    report = await finish(tmp_path / "task", asking)
    assert report.stop_reason == "no-progress"
    schema = model.requests[-1]["response_format"]["json_schema"]["schema"]
    texts = [one["properties"]["text"] for one in schema["properties"]["paragraphs"]["items"]["anyOf"]]
    assert [text.get("enum") for text in texts] == [[right["text"]], None]
