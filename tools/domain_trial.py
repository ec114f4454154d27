"""What the conformance suite of subjects tries one with: its own demos and its good trial."""

import json
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from ditto.state.canonical import Json
from ditto.state.domain import Demo, Domain
from ditto.state.evidence import Evidence, MissingData, Source

Check = Callable[[Domain], None]

DIGEST = "e" * 64


class Complete(NamedTuple):
    """A subject's good draft, with the evidence and goal of its first demo that has all its data."""

    draft: Any
    evidence: Evidence
    goal: str


def gathered(domain: Domain, demo: Demo) -> Evidence | None:
    """Return a demo's evidence, or None where its data is missing, which is said."""
    try:
        return domain.gather(sources(demo), demo.options, DIGEST)
    except MissingData as missing:
        assert str(missing), "missing data is said in words"
        return None


def sources(demo: Demo) -> list[Source]:
    """Return a demo's sources as they are read."""
    return [Source(key, data) for key, (_, data) in demo.sources.items()]


def complete(domain: Domain) -> Complete:
    """Return what a good draft is tried with."""
    assert domain.trials, "there is a trial: a good draft of the first demo that has all its data"
    found = ((gathered(domain, demo), demo.goal) for demo in domain.demos.values())
    whole = next(((evidence, goal) for evidence, goal in found if evidence is not None), None)
    assert whole is not None, "one demo has all its data"
    return Complete(domain.draft.load(domain.trials[0].draft), *whole)


def schemas(schema: Json) -> Iterator[Json]:
    """Yield a JSON Schema and every schema within it."""
    yield schema
    inner = [*schema.get("properties", {}).values(), *schema.get("anyOf", [])]
    for one in [*inner, schema["items"]] if "items" in schema else inner:
        yield from schemas(one)


def altered(value: Any) -> Iterator[Any]:
    """Yield the value once for each figure and text in it, with that one changed."""
    match value:
        case dict():
            yield from ({**value, key: other} for key, one in value.items() for other in altered(one))
        case list():
            yield from (
                [*value[:at], other, *value[at + 1 :]] for at, one in enumerate(value) for other in altered(one)
            )
        case bool() | None:
            return
        case int() | float():
            yield value + 1
        case _:
            yield f"{value}x"


def fixtures(domain: Domain) -> list[str]:
    """Return the texts of every demo and trial."""
    texts = [data.decode("utf-8", "replace") for demo in domain.demos.values() for _, data in demo.sources.values()]
    texts += [demo.seed.decode("utf-8", "replace") for demo in domain.demos.values() if demo.seed]
    return [*texts, *(json.dumps(trial.draft, indent=1, ensure_ascii=False) for trial in domain.trials)]
