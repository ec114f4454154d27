"""What the facts files prove: every fact once, with its row, and nothing that contradicts itself."""

from collections.abc import Sequence
from typing import NamedTuple

from ditto.state.errors import BadRequest, BadSource
from ditto.state.evidence import Evidence, MissingData, Source
from ditto.state.phrases import holds

from .facts_file import Placed, read_facts
from .options import Options
from .tokens import length


class Said(NamedTuple):
    """A fact as checks and prompts use it: its id and row, its text, and whether it must stand in the announcement."""

    id: str
    row: str
    text: str
    required: bool


def gather(sources: Sequence[Source], options: Options, sha256: str) -> Evidence:
    """Read the facts files; raises BadSource for a bad file or a conflict, MissingData where no fact is required."""
    files = [(source.id, read_facts(source)) for source in sources]
    placed = [(name, one) for name, file in files for one in file.facts]
    _require_once(placed)
    forbidden = list(dict.fromkeys(phrase for _, file in files for phrase in file.must_not_say))
    _require_sayable(placed, forbidden)
    required = [one.fact.text for _, one in placed if one.fact.required]
    if not required:
        raise MissingData("no fact is required: an announcement needs at least one fact that it must state")
    _require_room(required, options)
    facts = [Said(one.fact.id, one.row.id, one.fact.text, one.fact.required)._asdict() for _, one in placed]
    stated = {"facts": facts, "mustNotSay": forbidden, "options": options.dump()}
    return Evidence(sha256=sha256, rows=tuple(one.row for _, one in placed), facts=stated)


def facts_of(evidence: Evidence) -> list[Said]:
    """Return the facts, in the order of the files."""
    return [Said(**fact) for fact in evidence.facts["facts"]]


def options_of(evidence: Evidence) -> Options:
    """Return the options of the request."""
    return Options.load(evidence.facts["options"])


def _require_once(placed: Sequence[tuple[str, Placed]]) -> None:
    seen: dict[str, tuple[str, Placed]] = {}
    for name, one in placed:
        for key in (f"fact {one.fact.id}", f"row {one.row.id}"):
            if key in seen:
                other, first = seen[key]
                alike = "twice" if first.fact.text == one.fact.text else "with two texts"
                raise BadSource(
                    f"the {key} stands {alike}",
                    where=f"{name}, line {one.row.line}",
                    found=repr(one.fact.text),
                    expected=f"once; {other}, line {first.row.line}, has {first.fact.text!r}",
                )
        seen |= dict.fromkeys((f"fact {one.fact.id}", f"row {one.row.id}"), (name, one))


def _require_sayable(placed: Sequence[tuple[str, Placed]], forbidden: Sequence[str]) -> None:
    for name, one in placed:
        if phrase := next((phrase for phrase in forbidden if holds(one.fact.text, phrase)), None):
            raise BadSource(
                f"the fact {one.fact.id} holds a phrase of mustNotSay",
                where=f"{name}, line {one.row.line}",
                found=repr(one.fact.text),
                expected=f"a text without {phrase!r}",
            )


def _require_room(required: Sequence[str], options: Options) -> None:
    apart = [text for text in required if not any(text != other and text in other for other in required)]
    least = sum(length(text) for text in dict.fromkeys(apart))
    if least > options.max_words:
        raise BadRequest(
            "the required facts alone are longer than the announcement may be",
            where="options.maxWords",
            found=options.max_words,
            expected=f"at least {least}",
        )
