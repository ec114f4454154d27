"""The deterministic gate: every required fact word for word, no value that is no fact, and the form of the text."""

import re
from collections.abc import Iterator
from difflib import SequenceMatcher

from ditto.state.evidence import Evidence
from ditto.state.language import fits, is_chinese
from ditto.state.phrases import holds, markup
from ditto.state.review import Finding

from .description import anew
from .evidence import Said, facts_of, options_of
from .schema import Draft
from .tokens import Left, left, length, stands, without

_PLACEHOLDER = re.compile(r"\[[^\]]*\]|\{[^}]*\}|\bTB[ACD]\b|\blorem ipsum\b|\b[Xx]{3,}\b")
_CUT = re.compile(r"\s[.!?,;](?=\s|$)|[,;] ?[.!?]|[,;]$")
_SENTENCES = re.compile(r"(?<=[.!?])\s+|(?<=[。！？])")
_LEAST_ALIKE = 0.6


def check(draft: Draft, evidence: Evidence, goal: str) -> tuple[Finding, ...]:
    """Return every deterministic issue of a draft; none means that facts, values, length and form are proven."""
    return (
        *_missing(draft, evidence),
        *(finding for field, text in draft.texts().items() for finding in _text(field, text, evidence, goal)),
        *_repeated(draft),
        *_length(draft, evidence),
    )


def unsaid(draft: Draft, evidence: Evidence, *, required: bool) -> list[Said]:
    """Return the facts that stand nowhere in a draft: those that it must state, or those that it may."""
    texts = list(draft.texts().values())
    return [
        fact
        for fact in facts_of(evidence)
        if fact.required is required and not any(stands(fact.text, text) for text in texts)
    ]


def _missing(draft: Draft, evidence: Evidence) -> Iterator[Finding]:
    for index, fact in enumerate(unsaid(draft, evidence, required=True)):
        message = f"the required fact {fact.id} does not stand in the text word for word: {fact.text}"
        remedy = _exactly(fact) if index else f"{_exactly(fact)}. {anew(evidence)}"
        yield Finding(field="paragraphs", message=message, remedy=remedy)


def _text(field: str, text: str, evidence: Evidence, goal: str) -> Iterator[Finding]:
    facts = facts_of(evidence)
    texts = [fact.text for fact in facts]
    for one in dict.fromkeys(left(text, texts)):
        message = f"a {one.kind} that is no fact: {one.written}"
        yield Finding(field=field, message=message, remedy=_instead(one, facts))
    rest = without(texts, text)
    if found := markup(rest) if not any(one.kind == "link" for one in left(text, texts)) else None:
        yield Finding(field=field, message=f"holds markup: {found}", remedy="Write plain sentences without marks.")
    if found := _PLACEHOLDER.search(rest):
        yield Finding(
            field=field, message=f"holds a placeholder: {found.group()}", remedy=f"Leave out {found.group()}."
        )
    if found := _CUT.search(text):
        yield Finding(
            field=field, message=f"breaks off: {text[: found.end()][-40:]}", remedy="Write each sentence to its end."
        )
    if not fits(rest, goal):
        language = "Chinese" if is_chinese(goal) else "English"
        yield Finding(
            field=field, message=f"is not in the goal's language, {language}", remedy=f"Write it in {language}."
        )
    if said := [phrase for phrase in evidence.facts["mustNotSay"] if holds(text, phrase)]:
        named = ", ".join(said)
        yield Finding(field=field, message=f"says what must not be said: {named}", remedy=f"Write it without: {named}.")


def _repeated(draft: Draft) -> Iterator[Finding]:
    seen: set[str] = set()
    for index, paragraph in enumerate(draft.paragraphs):
        for sentence in _SENTENCES.split(paragraph):
            plain = sentence.strip().casefold()
            if plain and plain in seen:
                yield Finding(
                    field=f"paragraphs[{index}]", message=f"says twice: {sentence}", remedy="Say each thing once."
                )
            seen.add(plain)


def _length(draft: Draft, evidence: Evidence) -> Iterator[Finding]:
    options, words = options_of(evidence), sum(map(length, draft.paragraphs))
    if words > options.max_words:
        message = f"the paragraphs have {words} words, at most {options.max_words} are wanted"
        yield Finding(field="paragraphs", message=message, remedy=f"Write fewer sentences. {anew(evidence)}")
    if words < options.min_words:
        message = f"the paragraphs have {words} words, at least {options.min_words} are wanted"
        more = "".join(f" Say also: {fact.text}." for fact in unsaid(draft, evidence, required=False))
        yield Finding(field="paragraphs", message=message, remedy=f"Write longer sentences.{more}"[:2000])


def _exactly(fact: Said) -> str:
    return f"Write the {fact.id} exactly as: {fact.text}"


def _instead(one: Left, facts: list[Said]) -> str:
    """Name the fact that was probably meant, or tell to leave the value out."""
    alike = [(SequenceMatcher(None, one.written, fact.text, autojunk=False).ratio(), fact) for fact in facts]
    ratio, meant = max(alike, key=lambda pair: pair[0])
    return _exactly(meant) if ratio >= _LEAST_ALIKE else f"Leave out {one.written}."
