"""A fact stands where its exact characters do and nothing carries it on; every value beside the facts is left over."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ditto.tools.domains.announcement.tokens import TAKEN, left, length, stands, without

STANDS = [
    ("2.4.0", "Version 2.4.0."),
    ("2.4.0", "(2.4.0)"),
    ("2.4.0", "版本2.4.0发布"),
    ("2.4.0", "版本:2.4.0,"),
    ("Lantern Desk", "Lantern Desk's search"),
    ("12 January 2027", "On 12 January 2027, we open."),
    ("12 January 2027", "—12 January 2027—"),
    ("2027年1月12日", "将于2027年1月12日开幕"),
    ("EUR 49 per month", "EUR 49 per month: less"),
    ("https://a.example/x", "See https://a.example/x."),
    ("1.1", "1.1.1 and 1.1"),
    ("a a", "xa a a"),
]
STANDS_NOT = [
    ("2.4.0", "12.4.01"),
    ("2.4.0", "2.4.01"),
    ("2.4.0", "12.4.0"),
    ("2.4.0", "2.4.0.1"),
    ("2.4.0", "1.2.4.0"),
    ("2.4.0", "2.4.0-rc1"),
    ("2.4.0", "v2.4.0"),
    ("2.4.0", "2.4.0beta"),
    ("2.4.0", "２.４.０"),
    ("2.4.0", "2.4.0\u0338"),
    ("2.4.0", "2,4,0"),
    ("49", "149"),
    ("49", "49,000"),
    ("49", "1,49"),
    ("49", "49:30"),
    ("49", "49–50"),
    ("49", "48–49"),
    ("49", "-49"),
    ("49", "\u221249"),
    ("49", "minus 49"),
    ("49", "about ~49"),
    ("49", "49+"),
    ("49", "49%"),
    ("49", "49 %"),
    ("49", "49k"),
    ("49", "49 million"),
    ("49", "49万"),
    ("$49", "US$49"),
    ("$49", "-$49"),
    ("month", "months"),
    ("Lantern Desk", "lantern desk"),
    ("Lantern Desk", "Lantern  Desk"),
    ("一月", "十一月"),
    ("https://a.example/x", "https://a.example/x/y"),
    ("https://a.example/x", "https://a.example/x/"),
    ("https://a.example/x", "https://a.example/x?y=1"),
    ("help@a.example", "no.help@a.example"),
    ("help@a.example", "help@a.example.invalid"),
    ("fact", ""),
]
FACTS = ["Lantern Desk", "2.4.0", "12 January 2027", "EUR 49 per month", "search in archived tickets"]
FOREIGN: list[tuple[str, list[tuple[str, str]]]] = [
    ("Lantern Desk 2.4.0 costs EUR 49 per month from 12 January 2027.", []),
    ("A plain text without values.", []),
    ("version 2.4.1", [("number", "2.4.1")]),
    ("version v2.4.0", [("number", "v2.4.0")]),
    ("version 2.4", [("number", "2.4")]),
    ("12.4.01", [("number", "12.4.01")]),
    ("on 13 January 2027", [("date", "13 January 2027")]),
    ("on January 12th, 2027", [("date", "January 12th, 2027")]),
    ("on 12 Jan 2027", [("date", "12 Jan 2027")]),
    ("12 January 2027 or 2028", [("number", "2028")]),
    ("in January", [("date", "January")]),
    ("in May it may rain", [("date", "in May")]),
    ("on Monday 12 January 2027", [("date", "Monday")]),
    ("from today", [("date", "today")]),
    ("next week", [("date", "next week")]),
    ("EUR 59 per month", [("number", "EUR 59")]),
    ("USD 49 per month", [("number", "USD 49")]),
    ("$49", [("number", "$49")]),
    ("49 euros", [("number", "49"), ("currency", "euros")]),
    ("in euros", [("currency", "euros")]),
    ("for €", [("currency", "€")]),
    ("a saving of 20 %", [("number", "20 %")]),
    ("three features", [("number", "three")]),
    ("two features", [("number", "two")]),
    ("twice as fast", [("number", "twice")]),
    ("½ price", [("number", "½")]),
    ("①", [("number", "①")]),
    ("Ⅳ", [("number", "Ⅳ")]),
    ("２.４.０", [("number", "２.４.０")]),
    ("see www.a.example/49", [("link", "www.a.example/49")]),
    ("see https://a.example", [("link", "https://a.example")]),
    ("see lantern.example", [("link", "lantern.example")]),
    ("write to help@a.example", [("link", "help@a.example")]),
    ('called "Night Owl"', [("quoted phrase", "Night Owl")]),
    ("called “Night Owl”", [("quoted phrase", "Night Owl")]),
    ("called 'Night Owl'", [("quoted phrase", "Night Owl")]),
    ("「夜间模式」", [("quoted phrase", "夜间模式")]),
    ('the "archived tickets" and “Lantern Desk 2.4.0”', []),
    ("the desk's and the users' tickets", []),
    ("定价59元", [("number", "59"), ("currency", "元")]),
    ("1月13日", [("date", "1月13日")]),
    ("一月上线", [("date", "一月")]),
    ("十一月上线", [("date", "十一月")]),
    ("今年上线", [("date", "今年")]),
    ("周一上线", [("date", "周一")]),
    ("两个功能", [("number", "两")]),
    ("一起使用，第一", []),
]


@pytest.mark.parametrize(("fact", "text"), STANDS)
def test_a_fact_stands_where_nothing_carries_it_on(fact: str, text: str) -> None:
    assert stands(fact, text)


@pytest.mark.parametrize(("fact", "text"), STANDS_NOT)
def test_a_fact_does_not_stand_in_another_value_or_in_other_characters(fact: str, text: str) -> None:
    assert not stands(fact, text)


@pytest.mark.parametrize(("text", "expected"), FOREIGN)
def test_each_value_that_is_no_fact_is_left_over_as_it_is_written(text: str, expected: list[tuple[str, str]]) -> None:
    assert [tuple(one) for one in left(text, FACTS)] == expected


def test_the_longest_fact_is_taken_out_first() -> None:
    assert without(["Lantern", "Lantern Desk"], "Lantern Desk and Lantern") == f"{TAKEN} and {TAKEN}"


@pytest.mark.parametrize(
    ("text", "words"), [("", 0), ("Two words - here.", 3), ("新版本 2.4.0 上线。", 6), ("a\u3000b", 2)]
)
def test_length_counts_words_and_chinese_characters(text: str, words: int) -> None:
    assert length(text) == words


VERSIONS = st.lists(st.integers(0, 99), min_size=2, max_size=4).map(lambda parts: ".".join(map(str, parts)))


@given(fact=VERSIONS, other=VERSIONS)
def test_a_version_is_known_only_where_it_is_the_facts_own(fact: str, other: str) -> None:
    found = [one.written for one in left(f"Version {other} is out.", [fact])]
    assert found == ([] if other == fact else [other])
    assert stands(fact, f"Version {other} is out.") is (other == fact)


@given(fact=st.integers(1, 10**6), other=st.integers(1, 10**6), unit=st.sampled_from(["EUR {}", "${}", "{} %", "{}"]))
def test_an_amount_is_known_only_where_it_is_the_facts_own(fact: int, other: int, unit: str) -> None:
    found = list(left(f"It costs {unit.format(other)} now.", [unit.format(fact)]))
    assert bool(found) is (other != fact)


@given(fact=st.text(min_size=1, max_size=8).filter(str.strip), text=st.text(max_size=40))
def test_what_stands_is_taken_out_and_stands_in_itself(fact: str, text: str) -> None:
    assert stands(fact, fact)
    assert (TAKEN in without([fact], text.replace(TAKEN, ""))) is stands(fact, text.replace(TAKEN, ""))
    assert not stands(fact, text) or fact in text


@given(number=st.integers(0, 10**9), before=st.sampled_from(["", " ", "（", "版本", "on "]))
def test_no_number_passes_where_there_is_no_fact(number: int, before: str) -> None:
    assert [one.kind for one in left(f"{before}{number}", [])] == ["number"]
