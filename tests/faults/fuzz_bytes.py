"""Files that went wrong: bits that flipped, ends that are missing, parts that stand twice, somebody else's bytes."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

from hypothesis import strategies as st


class Mutation(NamedTuple):
    """A way in which a file goes wrong, at a place that is taken modulo its length."""

    kind: str
    at: int
    data: bytes

    def of(self, right: bytes) -> bytes:
        """Return the bytes as they became."""
        return WAYS[self.kind](right, self.at % max(1, len(right)), self.data)


Way = Callable[[bytes, int, bytes], bytes]

WAYS: Mapping[str, Way] = {
    "none": lambda right, at, data: right,
    "flip": lambda right, at, data: (
        right[:at] + bytes(byte ^ (1 << at % 8) for byte in right[at : at + 1]) + right[at + 1 :]
    ),
    "set": lambda right, at, data: right[:at] + data[:1] + right[at + 1 :],
    "cut": lambda right, at, data: right[:at],
    "insert": lambda right, at, data: right[:at] + data + right[at:],
    "double": lambda right, at, data: right[:at] + right[at // 2 : at] + right[at:],
    "swap": lambda right, at, data: right[at:] + right[:at],
    "random": lambda right, at, data: data,
    "empty": lambda right, at, data: b"",
    "huge": lambda right, at, data: right + b" " * (5 << 20),
}
INSERTED = (b" ", b"\n", b"\0", b"0", b'"', b"{", b"\xff", b"\xef\xbb\xbf", b"\xed\xa0\x80", b"=", b"- &a [*a]\n")


def mutations() -> st.SearchStrategy[Mutation]:
    """Draw a mutation."""
    data = st.sampled_from(INSERTED) | st.binary(max_size=40)
    return st.builds(Mutation, st.sampled_from(["flip", *WAYS]), st.integers(0, 1 << 20), data)


def put(path: Path, data: bytes) -> None:
    """Replace a file, or make it."""
    path.parent.mkdir(exist_ok=True)
    path.unlink(missing_ok=True)
    path.write_bytes(data)
