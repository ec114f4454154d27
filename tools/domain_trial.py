"""What the conformance suite of subjects tries one with: its own demos and its good trial."""

import json
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, cast

from ditto.state.canonical import Json, NotStrict
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
    return Complete(loaded(domain, domain.trials[0].draft), *whole)


def loaded(domain: Domain, document: Json) -> Any:
    """Return a draft; raise AssertionError that names the field at fault where the document is none."""
    try:
        return domain.draft.load(document)
    except NotStrict as fault:
        raise AssertionError(f"what the subject calls a draft is one: {fault}") from fault


def schemas(schema: Json) -> Iterator[Json]:
    """Yield a JSON Schema and every schema within it."""
    yield schema
    inner = [*schema.get("properties", {}).values(), *schema.get("anyOf", [])]
    for one in [*inner, schema["items"]] if "items" in schema else inner:
        yield from schemas(one)


def altered(value: Any) -> Iterator[Any]:
    """Yield the value once for each figure and text in it, with that one changed."""
    if isinstance(value, dict):
        for key, one in cast(Json, value).items():
            yield from ({**value, key: other} for other in altered(one))
    elif isinstance(value, list):
        items = cast(list[Any], value)
        for at, one in enumerate(items):
            yield from ([*items[:at], other, *items[at + 1 :]] for other in altered(one))
    elif isinstance(value, str):
        yield f"{value}x"
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield value + 1


def fixtures(domain: Domain) -> list[str]:
    """Return the texts of every demo and trial."""
    texts = [data.decode("utf-8", "replace") for demo in domain.demos.values() for _, data in demo.sources.values()]
    texts += [demo.seed.decode("utf-8", "replace") for demo in domain.demos.values() if demo.seed]
    return [*texts, *(json.dumps(trial.draft, indent=1, ensure_ascii=False) for trial in domain.trials)]
