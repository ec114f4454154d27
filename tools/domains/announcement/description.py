"""The facts in words, for prompts, and how the request's options are told."""

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
            "Facts, each of which the announcement states with exactly these words:",
            *required,
            *(["Facts that it may state, with exactly these words:", *allowed] if allowed else []),
            *([f"Never used: {'; '.join(forbidden)}"] if forbidden else []),
            "Not in the facts: what they are good for, who likes or uses them, other features, numbers and dates, people.",
        ]
    )


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
