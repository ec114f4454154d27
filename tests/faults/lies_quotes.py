"""Lies about the rows: quotes that are not the bytes of the source, and rows that are not the compared ones."""

from random import Random

from tests.faults.lies_stage import Case
from tests.faults.lies_telling import Told, altered, lie

HOMOGLYPHS = {"0": "\u041e", "1": "l", "2": "２", "-": "\u2010", ",": "，"}
HIDDEN = "\u200b\u200c\u200d\u2060\u00ad"
FULL_WIDTH = str.maketrans("0123456789", "０１２３４５６７８９")


def quoted(case: Case, place: int, quote: str) -> Told:
    """Return a draft in which one row is quoted so."""
    citations = case.draft()["citations"]
    assert citations[place]["quote"] != quote
    citations[place]["quote"] = quote
    return altered(case, citations=citations)


def right(case: Case, place: int) -> str:
    """Return the row as it is."""
    return case.lines[case.periods[place]]


@lie("quotes")
def one_digit_changed(case: Case, draw: Random) -> Told:
    text = right(case, 0)
    place = draw.choice([place for place, one in enumerate(text) if one.isdigit()])
    return quoted(case, 0, text[:place] + str((int(text[place]) + 1) % 10) + text[place + 1 :])


@lie("quotes")
def one_separator_changed(case: Case, draw: Random) -> Told:
    return quoted(case, 1, right(case, 1).replace(",", ";", 1))


@lie("quotes")
def the_other_row_under_the_id(case: Case, draw: Random) -> Told:
    return quoted(case, 0, right(case, 1))


@lie("quotes")
def swapped_quotes(case: Case, draw: Random) -> Told:
    one, two = case.draft()["citations"]
    return altered(case, citations=[{**one, "quote": two["quote"]}, {**two, "quote": one["quote"]}])


@lie("quotes")
def cut_at_the_end(case: Case, draw: Random) -> Told:
    return quoted(case, 1, right(case, 1)[: -draw.randint(1, 4)])


@lie("quotes")
def cut_at_the_start(case: Case, draw: Random) -> Told:
    return quoted(case, 0, right(case, 0)[draw.randint(1, 4) :])


@lie("quotes")
def padded_with_a_space(case: Case, draw: Random) -> Told:
    return quoted(case, draw.randrange(2), draw.choice([" {}", "{} "]).format(right(case, 0)))


@lie("quotes")
def padded_with_zeros(case: Case, draw: Random) -> Told:
    return quoted(case, 1, right(case, 1) + "0")


@lie("quotes")
def ended_with_a_line_end(case: Case, draw: Random) -> Told:
    return quoted(case, 0, right(case, 0) + draw.choice(["\n", "\r\n", "\r"]))


@lie("quotes")
def a_look_alike_character(case: Case, draw: Random) -> Told:
    text = right(case, 1)
    given = draw.choice([one for one in HOMOGLYPHS if one in text])
    return quoted(case, 1, text.replace(given, HOMOGLYPHS[given], 1))


@lie("quotes")
def full_width_digits(case: Case, draw: Random) -> Told:
    return quoted(case, 0, right(case, 0).translate(FULL_WIDTH))


@lie("quotes")
def a_zero_width_character_inside(case: Case, draw: Random) -> Told:
    return quoted(case, 0, f"{right(case, 0)[:3]}{draw.choice(HIDDEN)}{right(case, 0)[3:]}")


@lie("quotes")
def both_rows_in_one_quote(case: Case, draw: Random) -> Told:
    return quoted(case, 0, f"{right(case, 0)} {right(case, 1)}")


@lie("quotes")
def the_header_for_a_row(case: Case, draw: Random) -> Told:
    return quoted(case, 0, case.csv.decode().splitlines()[0])


@lie("quotes")
def groups_that_the_row_does_not_have(case: Case, draw: Random) -> Told:
    return quoted(case, 1, right(case, 1).replace(",", ", "))


@lie("quotes")
def a_row_id_that_is_none(case: Case, draw: Random) -> Told:
    one, two = case.draft()["citations"]
    return altered(case, citations=[one, {**two, "sourceId": draw.choice(["sales", "sales-1999-01", "other-1", "2"])}])


@lie("quotes")
def a_third_row_that_is_made_up(case: Case, draw: Random) -> Told:
    made = {"sourceId": "sales-2031-01", "quote": "2031-01,1,0"}
    return altered(case, citations=[*case.draft()["citations"], made])


@lie("quotes")
def one_row_not_quoted(case: Case, draw: Random) -> Told:
    return altered(case, citations=[case.draft()["citations"][draw.randrange(2)]])


@lie("quotes")
def one_row_quoted_twice_and_the_other_not(case: Case, draw: Random) -> Told:
    return altered(case, citations=[case.draft()["citations"][draw.randrange(2)]] * 2)


@lie("quotes")
def a_row_quoted_again(case: Case, draw: Random) -> Told:
    citations = case.draft()["citations"]
    return altered(case, citations=[*citations, citations[draw.randrange(2)]])
