"""The deterministic gate: a good announcement passes, and each mutant of it is found where it differs."""

from typing import Any

import pytest

from ditto.state.domain import Trial
from tests.tools.domains.announcement.conftest import (
    CHINESE_GOAL,
    DOMAIN,
    GOAL,
    TEXT,
    Check,
    draft,
    evidence_of,
    fixture,
)

MORE = "Its search is new."
MUTANTS: dict[str, tuple[dict[str, Any], list[tuple[str, str, str]]]] = {
    "another version": (
        {"paragraphs": [TEXT.replace("2.4.0", "2.4.1")], "title": "News"},
        [
            ("paragraphs[0].text", "a number that is no fact: 2.4.1", "Leave out 2.4.1."),
            ("paragraphs", "the required fact release does not", "Write the release exactly as: Lantern Desk 2.4.0."),
        ],
    ),
    "another date": (
        {"paragraphs": [TEXT.replace("12 January", "13 January")]},
        [
            (
                "paragraphs[0].text",
                "a date that is no fact: 13 January 2027",
                "Write the date exactly as: 12 January 2027.",
            ),
            ("paragraphs", "the required fact date", "Write the date exactly as: 12 January 2027."),
        ],
    ),
    "another price": (
        {"paragraphs": [TEXT.replace("EUR 49", "EUR 59")]},
        [
            ("paragraphs[0].text", "a number that is no fact: EUR 59", "Leave out EUR 59."),
            ("paragraphs", "required fact price", "Write the price exactly as: Lantern Desk costs EUR 49 per month."),
        ],
    ),
    "a fact in other words": (
        {"paragraphs": [TEXT.replace("search in archived tickets", "a search for archived tickets")]},
        [("paragraphs", "fact feature does not stand", "Write the feature exactly as: search in archived tickets.")],
    ),
    "a fact that is named and does not stand there": (
        {"paragraphs": [{"facts": ["release", "date"], "text": "Lantern Desk 2.4.0 is out."}, TEXT]},
        [
            (
                "paragraphs[0].text",
                "the fact date does not stand in the text word for word: 12 January 2027",
                "Write the date exactly as: 12 January 2027. Write a new text with these in it, word for word: "
                "Lantern Desk 2.4.0; 12 January 2027.",
            )
        ],
    ),
    "a fact with a capital at the beginning": (
        {"paragraphs": [{"facts": ["feature"], "text": "Search in archived tickets is new."}, TEXT]},
        [
            (
                "paragraphs[0].text",
                "the fact feature does not stand",
                "Write the feature exactly as: search in archived tickets. "
                "It stands within the sentence, not at its beginning. Write a new text",
            )
        ],
    ),
    "a fact that there is not": (
        {"paragraphs": [{"facts": ["colour"], "text": TEXT}]},
        [("paragraphs[0].facts", "there is no fact colour", "Leave out colour.")],
    ),
    "a number in words": (
        {"paragraphs": [TEXT, "It is twice as fast."]},
        [("paragraphs[1].text", "a number that is no fact: twice", "Leave out twice.")],
    ),
    "a number in the title": ({"title": "7 news"}, [("title", "a number that is no fact: 7", "Leave out 7.")]),
    "a link": (
        {"paragraphs": [TEXT, "See https://h.invalid/2 now."]},
        [("paragraphs[1].text", "a link that is no fact: https://h.invalid/2", "Leave out https://h.invalid/2.")],
    ),
    "markup": (
        {"paragraphs": [TEXT, "It is **new** for all."]},
        [("paragraphs[1].text", "holds markup: **", "Write plain sentences without marks.")],
    ),
    "a placeholder": (
        {"paragraphs": [TEXT, "Regards, [Your Name]"]},
        [("paragraphs[1].text", "holds a placeholder: [Your Name]", "Leave out [Your Name].")],
    ),
    "a sentence that breaks off": (
        {"paragraphs": [TEXT, "The price of it is ."]},
        [("paragraphs[1].text", "breaks off: The price of it is .", "Write each sentence to its end.")],
    ),
    "a sentence that breaks off at a comma": (
        {"paragraphs": [TEXT, "It is for old,."]},
        [("paragraphs[1].text", "breaks off: It is for old,.", "Write each sentence to its end.")],
    ),
    "a forbidden phrase": (
        {"title": "Upgrade For Free"},
        [("title", "says what must not be said: for free", "Write it without: for free.")],
    ),
    "a sentence twice": (
        {"paragraphs": [TEXT, f"{MORE} {MORE}"]},
        [("paragraphs[1].text", f"says twice: {MORE}", "Say each thing once.")],
    ),
    "too many words": (
        {"paragraphs": [TEXT, "word " * 93 + "end."]},
        [("paragraphs", "have 121 words, at most 120 are wanted", "Write fewer and shorter sentences.")],
    ),
    "another language": (
        {"title": "新版本"},
        [("title", "is not in the goal's language, English", "Write it in English.")],
    ),
}


def test_a_good_draft_has_no_issue(check: Check) -> None:
    assert check() == ()


@pytest.mark.parametrize(("fields", "expected"), MUTANTS.values(), ids=MUTANTS)
def test_each_mutant_is_found_where_it_differs(
    fields: dict[str, Any], expected: list[tuple[str, str, str]], check: Check
) -> None:
    findings = check(**fields)
    assert [finding.field for finding in findings] == [field for field, _, _ in expected]
    for finding, (_, message, remedy) in zip(findings, expected, strict=True):
        assert message in finding.message
        assert finding.remedy.startswith(remedy)


def test_a_word_at_the_limit_is_not_too_many(check: Check) -> None:
    assert check(paragraphs=[TEXT, "word " * 92 + "end."]) == ()


def test_a_short_text_is_told_what_else_it_may_say() -> None:
    facts = 'facts:\n- {id: date, text: "1 May"}\n- {id: place, text: "Hall B", required: false}\n'
    (finding,) = DOMAIN.check(draft(title="Open", paragraphs=["Open on 1 May."]), evidence_of(facts), GOAL)
    assert finding.message == "the paragraphs have 4 words, at least 10 are wanted"
    assert finding.remedy == "Write longer sentences. Say also: Hall B."
    assert DOMAIN.check(draft(title="Open", paragraphs=["Open on 1 May."]), evidence_of(facts, minWords=4), GOAL) == ()


def test_a_required_fact_may_stand_in_the_title_alone(check: Check) -> None:
    assert check(paragraphs=[TEXT.replace("Lantern Desk 2.4.0", "It")]) == ()
    (finding,) = check(title="The new release", paragraphs=[TEXT.replace("Lantern Desk 2.4.0", "It")])
    assert "the required fact release" in finding.message


def test_an_optional_fact_may_be_left_out(check: Check) -> None:
    assert check(paragraphs=[TEXT.replace("; existing accounts are upgraded automatically", "")]) == ()


def test_a_fact_may_hold_a_link_markup_a_quotation_and_another_script() -> None:
    texts = ["https://a.example/<x>", "a **b** c", "the “Night Owl” mode", "灯塔"]
    facts = "facts:\n" + "".join(f"- {{id: f{place}, text: '{text}'}}\n" for place, text in enumerate(texts))
    sound = draft(title="News", paragraphs=[f"We show {', '.join(texts)} now."])
    assert DOMAIN.check(sound, evidence_of(facts, minWords=1), GOAL) == ()


CHINESE = """facts:
- {id: product, text: "灯塔工单"}
- {id: version, text: "2.4.0"}
- {id: date, text: "2027年1月12日"}
- {id: price, text: "每月49元"}
"""


@pytest.mark.parametrize(
    ("paragraph", "messages"),
    [
        ("灯塔工单2.4.0将于2027年1月12日发布，价格为每月49元，欢迎使用。", []),
        (
            "灯塔工单2.4.0将于2027年1月13日发布，价格为每月49元。",
            ["a date that is no fact: 2027年1月13日", "required fact date"],
        ),
        ("灯塔工单2.4.0将于2027年1月12日发布，价格为每月59元。", ["no fact: 59", "no fact: 元", "required fact price"]),
        ("灯塔工单2.4.0将于2027年1月12日发布，每月49元，速度翻倍。", ["a number that is no fact: 翻倍"]),
        (
            "The 灯塔工单2.4.0 is out on 2027年1月12日, it costs 每月49元 a team, so be it, all of you.",
            ["is not in the goal's language, Chinese"],
        ),
        ("灯塔工单2.4.0将于2027年1月12日发布。每月49元。每月49元。", ["says twice: 每月49元。"]),
        ("灯塔工单2.4.0，2027年1月12日，每月49元。", ["the paragraphs have 14 words, at least 20"]),
    ],
)
def test_a_chinese_announcement_is_compared_in_its_own_script(paragraph: str, messages: list[str]) -> None:
    evidence = evidence_of(CHINESE, minWords=20)
    found = DOMAIN.check(draft(title="新版本发布", paragraphs=[paragraph]), evidence, CHINESE_GOAL)
    assert len(found) == len(messages)
    assert all(message in finding.message for finding, message in zip(found, messages, strict=True))


def test_english_text_does_not_fit_a_chinese_goal(check: Check) -> None:
    assert [finding.message for finding in check(goal=CHINESE_GOAL)] == ["is not in the goal's language, Chinese"]


def test_the_seed_of_the_demo_has_a_wrong_version_and_date_a_missing_price_and_a_forbidden_claim() -> None:
    demo = DOMAIN.demos["flawed-announcement"]
    assert demo.seed is not None
    found = " ".join(one.message for one in DOMAIN.check(DOMAIN.draft.parse(demo.seed), fixture(), demo.goal))
    for part in ("2.4.1", "13 January 2027", "EUR 49 per month", "twice", "guaranteed"):
        assert part in found


def test_the_first_remedy_of_a_paragraph_alone_tells_all_that_stands_in_it(check: Check) -> None:
    faulty = {"facts": ["release", "date"], "text": "It is out, twice as fast, for free."}
    remedies = [one.remedy for one in check(paragraphs=[faulty, TEXT])]
    assert [" word for word: " in remedy for remedy in remedies] == [True, False, False, False]


def test_a_sentence_that_stands_in_an_earlier_paragraph_is_said_twice(check: Check) -> None:
    (finding,) = check(paragraphs=[TEXT, f"News. {TEXT.partition('. ')[0]}."])
    assert (finding.field, finding.message[:11]) == ("paragraphs[1].text", "says twice:")


@pytest.mark.parametrize("trial", DOMAIN.trials, ids=lambda trial: trial.defect or "good")
def test_a_defect_of_the_trials_is_one_that_only_a_reviewer_sees(trial: Trial, check: Check) -> None:
    assert check(**trial.draft) == ()
