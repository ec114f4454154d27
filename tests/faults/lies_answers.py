"""Lies of form: answers that are no document, or not a whole one."""

import json
from random import Random

from tests.faults.lies_stage import Case
from tests.faults.lies_telling import Told, lie


def written(case: Case, text: str, finish: str = "stop") -> Told:
    """Return an answer that is this text."""
    return Told(text, case, finish=finish)


def shown(case: Case) -> str:
    """Return the right draft as text."""
    return json.dumps(case.draft(), ensure_ascii=False)


@lie("answers")
def a_list_for_a_document(case: Case, draw: Random) -> Told:
    return written(case, f"[{shown(case)}]")


@lie("answers")
def a_document_with_prose_around_it(case: Case, draw: Random) -> Told:
    return written(case, f"Here is the report:\n{shown(case)}")


@lie("answers")
def two_documents(case: Case, draw: Random) -> Told:
    return written(case, shown(case) * 2)


@lie("answers")
def a_key_twice(case: Case, draw: Random) -> Told:
    return written(case, shown(case).replace("{", '{"title": "Another", ', 1))


@lie("answers")
def a_growth_that_is_no_number(case: Case, draw: Random) -> Told:
    return written(
        case, shown(case).replace(f": {float(case.growth)}", f": {draw.choice(['NaN', 'Infinity', '-Infinity'])}")
    )


@lie("answers")
def a_document_cut_off(case: Case, draw: Random) -> Told:
    return written(case, shown(case)[: draw.randrange(10, 200)])


@lie("answers")
def an_answer_cut_at_the_token_limit(case: Case, draw: Random) -> Told:
    return written(case, shown(case), finish="length")


@lie("answers")
def an_answer_stopped_by_a_filter(case: Case, draw: Random) -> Told:
    return written(case, shown(case), finish="content_filter")


@lie("answers")
def no_answer(case: Case, draw: Random) -> Told:
    return written(case, draw.choice(["", " ", "\n", "null", "{}"]))
