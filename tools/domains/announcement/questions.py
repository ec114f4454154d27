"""The rubric as yes/no questions about the text: what a program cannot tell of an announcement."""

import re
from collections.abc import Iterator

from ditto.state.domain import Question
from ditto.state.evidence import Evidence
from ditto.state.review import Issue
from ditto.state.rubric import asked_in

from .evidence import options_of
from .schema import Draft

WHOLE = "paragraphs"
_DENIED = re.compile(
    r"\b(?:not|no longer|never|cannot|\w+n't|cancel\w*|postpone\w*|delay\w*|withdrawn|unavailable|except|instead)\b"
    r"|不再|没有|取消|推迟|延期|暂停|无法",
    re.IGNORECASE,
)


def questions(draft: Draft, rubric: str, evidence: Evidence) -> tuple[Question, ...]:
    """Return the rubric's questions: those about a paragraph for each of them, the others and the tone about the whole text."""
    paragraphs = {f"paragraphs[{index}]": one.text for index, one in enumerate(draft.paragraphs)}
    whole = {WHOLE: " ".join([f"{draft.title}.", *paragraphs.values()])}
    asked = [
        Question(field, text, one.question, one.message)
        for one in asked_in(rubric)
        for field, text in (paragraphs if one.field == "paragraph" else whole).items()
    ]
    tone = [
        Question(WHOLE, whole[WHOLE], f"Does the text break this rule: {rule}", f"It breaks the rule of tone: {rule}")
        for rule in options_of(evidence).tone
    ]
    return (*asked, *tone)


def hints(draft: Draft) -> Iterator[Issue]:
    """Yield the words that may deny a fact, for the reviewer to judge."""
    for field, text in draft.texts().items():
        if found := _DENIED.search(text):
            yield Issue(field=field, message=f"look at the word {found.group()!r}: does it deny a fact?")
