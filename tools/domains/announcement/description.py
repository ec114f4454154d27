"""The facts in words, for prompts, and how the request's options are told."""

from collections.abc import Sequence
from string import Template

from ditto.state.evidence import Evidence

from .evidence import Said, facts_of, options_of


def describe(evidence: Evidence) -> str:
    """Return the facts, the required ones first, and what the facts do not hold."""
    facts = facts_of(evidence)
    required = [_line(fact) for fact in facts if fact.required]
    allowed = [_line(fact) for fact in facts if not fact.required]
    forbidden = evidence.facts["mustNotSay"]
    return "\n".join(
        [
            "Facts that must be stated, word for word:",
            *required,
            *(["Facts that may be stated, word for word:", *allowed] if allowed else []),
            *([f"Never used: {'; '.join(forbidden)}"] if forbidden else []),
            "Not in the facts: what they are good for, who likes or uses them, other features, numbers and dates, people.",
        ]
    )


def anew(facts: Sequence[Said]) -> str:
    """Return what is told to who writes a text again: all that stands in it, not only what was missing."""
    return f"Write a new text with these in it, word for word: {'; '.join(fact.text for fact in facts)}."[:1500]


def instructions(text: str, evidence: Evidence) -> str:
    """Fill in the length, the audience and the rules of tone."""
    options = options_of(evidence)
    return Template(text).substitute(
        least=options.min_words,
        most=options.max_words,
        audience=f" for {options.audience}" if options.audience else "",
        tone="".join(f"- {rule}\n" for rule in options.tone),
    )


def rubric(text: str, evidence: Evidence) -> str:
    """Return the rubric with the rules of tone before its questions."""
    rules = "".join(f"- Tone: {rule}\n" for rule in options_of(evidence).tone)
    return text.replace("\n## Questions", f"{rules}\n## Questions")


def _line(fact: Said) -> str:
    return f"- {fact.id}: {fact.text}"
