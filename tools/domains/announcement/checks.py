"""The deterministic gate: every required fact word for word, no value that is no fact, and the form of the text."""

import re
from collections.abc import Iterator, Mapping
from difflib import SequenceMatcher

from ditto.state.evidence import Evidence
from ditto.state.language import fits, is_chinese
from ditto.state.phrases import holds, markup
from ditto.state.review import Finding

from .description import anew
from .evidence import Said, facts_of, options_of
from .schema import Draft, Paragraph, words_of
from .tokens import Left, left, stands, without

_PLACEHOLDER = re.compile(r"\[[^\]]*\]|\{[^}]*\}|\bTB[ACD]\b|\blorem ipsum\b|\b[Xx]{3,}\b")
_CUT = re.compile(r"\s[.!?,;](?=\s|$)|[,;] ?[.!?]|[,;]$")
_SENTENCES = re.compile(r"(?<=[.!?])\s+|(?<=[。！？])")
_LEAST_ALIKE = 0.6


def check(draft: Draft, evidence: Evidence, goal: str) -> tuple[Finding, ...]:
    """Return every deterministic issue of a draft; none means that facts, values, length and form are proven."""
    return (
        *_text("title", draft.title, evidence, goal),
        *(finding for index in range(len(draft.paragraphs)) for finding in _paragraph(draft, index, evidence, goal)),
        *_missing(draft, evidence),
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


def _paragraph(draft: Draft, index: int, evidence: Evidence, goal: str) -> Iterator[Finding]:
    """Yield what is wrong with a paragraph; the first remedy tells how the whole of it is written."""
    paragraph, field = draft.paragraphs[index], f"paragraphs[{index}].text"
    known = {fact.id: fact for fact in facts_of(evidence)}
    named = [known[name] for name in paragraph.facts if name in known]
    found = [
        *_named(index, paragraph, known),
        *_text(field, paragraph.text, evidence, goal),
        *_repeated(draft, index),
    ]
    for place, finding in enumerate(found):
        again = f" {anew(named)}" if named and not place else ""
        yield finding.model_copy(update={"remedy": f"{finding.remedy}{again}"})


def _named(index: int, paragraph: Paragraph, known: Mapping[str, Said]) -> Iterator[Finding]:
    for name in paragraph.facts:
        if name not in known:
            message = f"there is no fact {name}"
            yield Finding(field=f"paragraphs[{index}].facts", message=message, remedy=f"Leave out {name}.")
        elif not stands(known[name].text, paragraph.text):
            message = f"the fact {name} does not stand in the text word for word: {known[name].text}"
            capital = known[name].text.casefold() in paragraph.text.casefold()
            within = " It stands within the sentence, not at its beginning." if capital else ""
            remedy = f"{_exactly(known[name])}{within}"
            yield Finding(field=f"paragraphs[{index}].text", message=message, remedy=remedy)


def _missing(draft: Draft, evidence: Evidence) -> Iterator[Finding]:
    named = {name for paragraph in draft.paragraphs for name in paragraph.facts}
    for fact in unsaid(draft, evidence, required=True):
        if fact.id not in named:
            message = f"the required fact {fact.id} does not stand in the text word for word: {fact.text}"
            yield Finding(field="paragraphs", message=message, remedy=_exactly(fact))


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


def _repeated(draft: Draft, index: int) -> Iterator[Finding]:
    before = [sentence for paragraph in draft.paragraphs[:index] for sentence in _sentences(paragraph.text)]
    for sentence in _sentences(draft.paragraphs[index].text):
        if sentence.casefold() in map(str.casefold, before):
            message = f"says twice: {sentence}"
            yield Finding(field=f"paragraphs[{index}].text", message=message, remedy="Say each thing once.")
        before.append(sentence)


def _sentences(text: str) -> list[str]:
    return [sentence.strip() for sentence in _SENTENCES.split(text) if sentence.strip()]


def _length(draft: Draft, evidence: Evidence) -> Iterator[Finding]:
    options, words = options_of(evidence), words_of(draft)
    if words > options.max_words:
        message = f"the paragraphs have {words} words, at most {options.max_words} are wanted"
        yield Finding(field="paragraphs", message=message, remedy="Write fewer and shorter sentences.")
    if words < options.min_words:
        message = f"the paragraphs have {words} words, at least {options.min_words} are wanted"
        more = "".join(f" Say also: {fact.text}." for fact in unsaid(draft, evidence, required=False))
        yield Finding(field="paragraphs", message=message, remedy=f"Write longer sentences.{more}"[:2000])


def _exactly(fact: Said) -> str:
    return f"Write the {fact.id} exactly as: {fact.text}."


def _instead(one: Left, facts: list[Said]) -> str:
    """Name the fact that was probably meant, or tell to leave the value out."""
    alike = [(SequenceMatcher(None, one.written, fact.text, autojunk=False).ratio(), fact) for fact in facts]
    ratio, meant = max(alike, key=lambda pair: pair[0])
    return _exactly(meant) if ratio >= _LEAST_ALIKE else f"Leave out {one.written}."
