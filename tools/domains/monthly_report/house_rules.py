"""House rules as data: what a reviewer judges too, sections that must be there, and words that must not."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Self

from pydantic import Field, model_validator

from ditto.state.markdown import escape
from ditto.state.phrases import holds
from ditto.state.record import Line, Record
from ditto.state.review import Finding

Title = Annotated[Line, Field(max_length=200)]


class Section(Record):
    """A section that the house rules require, under their title."""

    title: Title
    text: Line


class HouseRules(Record):
    """Say what a report must satisfy beside the subject's own rubric (docs/tables.md)."""

    items: Annotated[tuple[Line, ...], Field(max_length=10)] = ()
    required_sections: Annotated[tuple[Title, ...], Field(max_length=10)] = ()
    forbidden_words: Annotated[tuple[Line, ...], Field(max_length=200)] = ()

    @model_validator(mode="after")
    def _once(self) -> Self:
        for named in (self.items, self.required_sections, self.forbidden_words):
            if repeated := next((one for one in named if named.count(one) > 1), None):
                raise ValueError(f"{repeated!r} stands twice")
        return self


def of(facts: Mapping[str, Any]) -> HouseRules:
    """Return the rules that the evidence carries; none where the request has none."""
    return HouseRules.load(facts["houseRules"] or {})


def check(sections: Sequence[Section], texts: Mapping[str, str], rules: HouseRules) -> Iterator[Finding]:
    """Yield what breaks the rules that a program can tell: sections and words."""
    titles = [section.title for section in sections]
    if titles != list(rules.required_sections):
        wanted = ", ".join(rules.required_sections) or "none"
        message = f"the sections are {', '.join(titles) or 'none'}, the house rules require {wanted}, in this order"
        yield Finding(
            field="sections", message=message, remedy=f"Write one sentence for each of the sections: {wanted}."
        )
    for field, text in texts.items():
        if found := [word for word in rules.forbidden_words if holds(text, word)]:
            message = f"holds what the house rules forbid: {', '.join(found)}"
            yield Finding(field=field, message=message, remedy=f"Write it without: {', '.join(found)}.")


def rubric(text: str, rules: HouseRules) -> str:
    """Return a rubric with the items of the rules before its questions."""
    items = "".join(f"- House rule: {item}\n" for item in rules.items)
    return text.replace("\n## Questions", f"{items}\n## Questions") if items else text


def instructions(rules: HouseRules) -> str:
    """Return what a writer is told of the rules; nothing where there are none."""
    lines = [f"- {item}" for item in rules.items]
    if rules.required_sections:
        titles = ", ".join(f'"{title}"' for title in rules.required_sections)
        lines.append(
            f"- sections: one with each title, in this order: {titles}; the text is one sentence from the facts."
        )
    if rules.forbidden_words:
        lines.append(f"- Never use: {', '.join(rules.forbidden_words)}")
    return "\n".join(["\nHouse rules:\n", *lines, ""]) if lines else ""


def named(rules: HouseRules) -> list[str]:
    """Return the part of a report that names the rules."""
    lines = [f"- {escape(item)} (judged)" for item in rules.items]
    if rules.required_sections:
        lines.append(f"- Required sections: {escape(', '.join(rules.required_sections))} (checked)")
    if rules.forbidden_words:
        lines.append(f"- Never used: {escape(', '.join(rules.forbidden_words))} (checked)")
    return ["## House rules", "\n".join(lines)] if lines else []
