"""The number gate is measured on a corpus that it was not written from, and must miss nothing of it."""

import re
from typing import Any

import pytest

from bench.number_gate import ROOT, Table, measured, mutants, tables

TABLES = tables()
TEXTS = [
    text
    for table in TABLES
    for texts in (*table.right.values(), *([text for text, _ in pairs] for pairs in table.wrong.values()))
    for text in texts
]


@pytest.fixture(scope="module")
def results() -> list[dict[str, Any]]:
    """Measure the gate once."""
    return [measured(table) for table in TABLES]


def test_the_corpus_is_large_half_of_it_right_and_in_both_languages(results: list[dict[str, Any]]) -> None:
    right = sum(one["right"] for one in results)
    chinese = sum(re.search("[\u4e00-\u9fff]", text) is not None for text in TEXTS)
    assert len(TEXTS) == len(set(TEXTS)) >= 300
    assert 0.4 < right / len(TEXTS) < 0.6 and 0.3 < chinese / len(TEXTS) < 0.7


@pytest.mark.parametrize("place", range(len(TABLES)), ids=[table.name for table in TABLES])
def test_no_wrong_sentence_and_no_mutant_of_a_right_one_is_missed(results: list[dict[str, Any]], place: int) -> None:
    result = results[place]
    assert result["mutants"] > 100
    assert result["missed"] == []


def test_under_two_percent_of_the_right_sentences_are_refused(results: list[dict[str, Any]]) -> None:
    assert sum(len(one["falseAlarms"]) for one in results) < 0.02 * sum(one["right"] for one in results)


def test_a_digit_of_each_number_is_changed_in_every_way() -> None:
    assert sorted(text for text, _ in mutants("a 1.5 b")) == sorted(
        [f"a {digit}.5 b" for digit in "023456789"] + [f"a 1.{digit} b" for digit in "012346789"]
    )


def test_what_the_gate_does_not_report_is_told_as_missed() -> None:
    (table, *_) = TABLES
    blind = Table(*table[:-2], right={"": ["It was 114000 cents."]}, wrong={"": [("It is good.", ["7"])]})
    assert "It is good." in measured(blind)["missed"]


@pytest.mark.parametrize("package", ["agents", "tools", "state"])
def test_no_sentence_of_the_corpus_stands_in_the_code(package: str) -> None:
    files = [path for path in (ROOT / package).rglob("*") if path.suffix in {".py", ".md", ".json", ".yaml"}]
    assert files and not [(path.name, text) for path in files for text in TEXTS if text in path.read_text("utf-8")]
