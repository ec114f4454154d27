"""YAML of one form alone: a mapping `facts:` of strings. It is read event by event, so nothing is built, tagged or nested."""

from collections.abc import Iterator

import yaml
from yaml import events

from ditto.state.errors import BadSource

from .stated import Stated

_EXPECTED = "one mapping facts: of fields and values, without tags, anchors, aliases or lists"


def read_yaml(file: str, text: str) -> Iterator[Stated]:
    """Return the facts of a mapping, every scalar as the string that stands there; raises BadSource at the first fault."""
    found = _Events(file, text)
    found.take(events.StreamStartEvent, events.DocumentStartEvent, events.MappingStartEvent)
    found.key_facts()
    found.take(events.MappingStartEvent)
    yield from found.pairs()
    found.take(events.MappingEndEvent, events.DocumentEndEvent, events.StreamEndEvent)


class _Events:
    """The events of a text, taken one by one, each of the kind that must come."""

    def __init__(self, file: str, text: str) -> None:
        self._file = file
        self._events = _events(file, text)

    def take(self, *kinds: type[events.Event]) -> None:
        for kind in kinds:
            self._require(next(self._events), kind)

    def key_facts(self) -> None:
        key = self._scalar(next(self._events))
        if key.value != "facts":
            raise self._fault("another key than facts", key, repr(key.value[:80]))

    def pairs(self) -> Iterator[Stated]:
        while not isinstance(event := next(self._events), events.MappingEndEvent):
            key, value = self._scalar(event), self._scalar(next(self._events))
            yield Stated(f"line {_line(key.start_mark)}", key.value, value.value)

    def _scalar(self, event: events.Event) -> events.ScalarEvent:
        self._require(event, events.ScalarEvent)
        assert isinstance(event, events.ScalarEvent)
        if _line(event.start_mark) != _line(event.end_mark):
            raise self._fault("a text over several lines", event, repr(event.value[:80]))
        return event

    def _require(self, event: events.Event, kind: type[events.Event]) -> None:
        if not isinstance(event, kind):
            raise self._fault("not the form of a facts file", event, _named(type(event)))
        if getattr(event, "anchor", None) or getattr(event, "tag", None):
            raise self._fault("an anchor or a tag", event, _named(type(event)))

    def _fault(self, problem: str, event: events.Event, found: str) -> BadSource:
        return BadSource(
            problem, where=f"{self._file}, line {_line(event.start_mark)}", found=found, expected=_EXPECTED
        )


def _events(file: str, text: str) -> Iterator[events.Event]:
    try:
        yield from yaml.parse(text, Loader=yaml.SafeLoader)
    except yaml.MarkedYAMLError as cause:
        raise BadSource(
            "not YAML", where=f"{file}, line {_line(cause.problem_mark)}", found=cause.problem, expected=_EXPECTED
        ) from cause
    except (yaml.YAMLError, ValueError, OverflowError) as cause:
        # The library lets out what int() and chr() say of a number that is too large.
        raise BadSource("not YAML", where=file, found=" ".join(str(cause).split()), expected=_EXPECTED) from cause


def _line(mark: object) -> int:
    return int(getattr(mark, "line", 0)) + 1


def _named(kind: type[events.Event]) -> str:
    return kind.__name__.removesuffix("Event").removesuffix("Start").lower()
