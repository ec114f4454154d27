"""JSON texts that are almost right: what a model, a tool or a careless hand makes of a right document."""

import copy
import json
import re
from collections.abc import Callable, Iterator
from typing import Any, NoReturn

from hypothesis import strategies as st

ODD: tuple[Any, ...] = (
    None,
    True,
    0,
    -1,
    24.0,
    2**53,
    10**25,
    1e308,
    float("nan"),
    float("inf"),
    "",
    " ",
    "x" * 3_000,
    "\ud800",
    "\u202eright to left",
    "a\nb\x00c",
    "<script>alert(1)</script>",
    "0" * 64,
    "pass",
    [],
    {},
    ["x"] * 100,
)
Path = tuple[str | int, ...]


@st.composite
def mutated_json(draw: st.DrawFn, document: Any) -> str:
    """Draw a text that is the document with up to three faults, in its values or in its writing."""
    changed = copy.deepcopy(document)
    for _ in range(draw(st.integers(0, 2))):
        _mutate(draw, changed)
    text = json.dumps(changed, ensure_ascii=draw(st.booleans()), indent=draw(st.sampled_from([None, None, 1])))
    return draw(st.sampled_from(WRITINGS))(text, draw(st.integers(0, 4_096)))


def _mutate(draw: st.DrawFn, document: Any) -> None:
    if not (places := list(_places(document))):
        return
    *above, last = draw(st.sampled_from(places))
    holder = document
    for part in above:
        holder = holder[part]
    match draw(st.sampled_from(["delete", "odd", "odd", "nest", "rename"])):
        case "delete":
            del holder[last]
        case "nest":
            holder[last] = _nested(holder[last], draw(st.sampled_from([1, 40, 400])))
        case "rename" if isinstance(holder, dict):
            holder[draw(st.sampled_from(["x", "draftID", "__proto__", "Title"]))] = holder.pop(last)
        case _:
            odd = draw(st.sampled_from(ODD) | st.text(max_size=20) | st.integers() | st.floats())
            holder[last] = copy.deepcopy(odd)  # a second fault may fall inside it


def _places(value: Any, above: Path = ()) -> Iterator[Path]:
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        yield (*above, key)
        yield from _places(inner, (*above, key))


def _nested(value: Any, depth: int) -> Any:
    for _ in range(depth):
        value = [value]
    return value


def _cut(text: str, number: int) -> str:
    return text[: number % (len(text) + 1)]


def _twice(text: str, number: int) -> str:
    """Say a key twice, the second time differently."""
    key = re.search(r'"\w+": ', text)
    return text if key is None else text.replace("{", f"{{{key[0]}null, ", 1)


def _garbled(text: str, number: int) -> str:
    at = number % (len(text) + 1)
    return text[:at] + chr(number) + text[at + 1 :]


WRITINGS: tuple[Callable[[str, int], str], ...] = (
    lambda text, number: text,
    lambda text, number: text,
    lambda text, number: f"```json\n{text}\n```",
    lambda text, number: f"```\n{text}\n``` \n",
    lambda text, number: f"Here it is:\n{text}",
    lambda text, number: f"{text}\n{text}",
    lambda text, number: f"<html><body>{text}</body></html>",
    lambda text, number: f"\ufeff{text}",
    lambda text, number: text + " " * (1 << 20),
    lambda text, number: "[" * 5_000 + text,
    lambda text, number: text.replace("23.68", "23.680000000000000001"),
    lambda text, number: text.replace("114000", "1.14e5"),
    _twice,
    _cut,
    _twice,
    _garbled,
)


def strictly(text: str) -> Any:
    """Read one JSON value independently of the program: an optional fence, no key twice; None where it is none."""
    inside = text.strip()
    if inside.startswith("```") and inside.endswith("```"):
        inside = inside.removeprefix("```json").removeprefix("```").removesuffix("```")
    try:
        return json.loads(inside, object_pairs_hook=_unique, parse_constant=_refuse)
    except (ValueError, RecursionError):
        return None


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len({key for key, _ in pairs}) < len(pairs):
        raise ValueError("a key stands twice")
    return dict(pairs)


def _refuse(word: str) -> NoReturn:
    raise ValueError(word)
