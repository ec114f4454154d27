"""One change to a task's folder at a time, and the way back."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

from tests.faults.machine_snapshot import MEMORY, kept

GUARDED = ("request.json", "policy.json", "sources/", "seed.json", MEMORY)
"""What is looked at before every tool: a change to it is refused before anything else happens."""


class Tampering(NamedTuple):
    """What was done: the right bytes of the files that were changed, None where there was no file."""

    kind: str
    right: Mapping[str, bytes | None]

    @property
    def guarded(self) -> bool:
        """Tell whether the change is refused before anything is done."""
        return any(name.startswith(GUARDED) for name in self.right)

    def stands(self, directory: Path) -> bool:
        """Tell whether any file is still another; a run may write a lost one again."""
        return any(_held(directory / name) != data for name, data in self.right.items())


def tamper(directory: Path, kind: str, number: int) -> Tampering | None:
    """Change the folder; None where there is nothing to change in that way."""
    names = kept(directory)
    name = names[number % len(names)]
    match kind:
        case "swap":
            return _swap(directory, names, number)
        case "stray":
            return _put(directory, kind, {f"{('output', 'drafts', 'reviews', '.')[number % 4]}/stray.json": b"{}"})
        case "lose Memory":
            return _lose_memory(directory)
        case "remove":
            return _put(directory, kind, {name: None})
    return _put(directory, kind, {name: CHANGES[kind](_bytes(directory / name), number)})


def restore(directory: Path, tampering: Tampering) -> None:
    """Put every file back as it was."""
    _write(directory, tampering.right)


def _flip(data: bytes, number: int) -> bytes:
    at = number % len(data)
    return data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]


CHANGES: Mapping[str, Callable[[bytes, int], bytes]] = {
    "flip": _flip,
    "cut": lambda data, number: data[: number % len(data)],
    "empty": lambda data, number: b"",
}
KINDS = (*CHANGES, "swap", "stray", "remove", "lose Memory")


def _swap(directory: Path, names: list[str], number: int) -> Tampering | None:
    first = names[number % len(names)]
    folder = first.rpartition("/")[0]
    others = [one for one in names if one != first and one.rpartition("/")[0] == folder]
    if not others:
        return None
    second = others[number % len(others)]
    given = {first: _bytes(directory / second), second: _bytes(directory / first)}
    return None if given[first] == given[second] else _put(directory, "swap", given)


def _lose_memory(directory: Path) -> Tampering | None:
    # Without a draft a lost Memory is a new task: nothing is there that could contradict it.
    if not list((directory / "drafts").glob("*.json")) or not (directory / MEMORY).exists():
        return None
    return _put(directory, "lose Memory", {path.name: None for path in directory.glob(f"{MEMORY}*")})


def _put(directory: Path, kind: str, given: Mapping[str, bytes | None]) -> Tampering:
    tampering = Tampering(kind, {name: _held(directory / name) for name in given})
    _write(directory, given)
    return tampering


def _write(directory: Path, given: Mapping[str, bytes | None]) -> None:
    for name, data in given.items():
        (directory / name).unlink(missing_ok=True)
        if data is not None:
            (directory / name).parent.mkdir(exist_ok=True)
            (directory / name).write_bytes(data)


def _bytes(path: Path) -> bytes:
    return path.read_bytes()


def _held(path: Path) -> bytes | None:
    return path.read_bytes() if path.exists() else None
