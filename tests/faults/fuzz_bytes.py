"""Files that went wrong: bits that flipped, ends that are missing, parts that stand twice, somebody else's bytes."""

from pathlib import Path
from typing import NamedTuple

from hypothesis import strategies as st

KINDS = ("flip", "flip", "set", "cut", "insert", "double", "swap", "random", "empty", "huge")
INSERTED = (b" ", b"\n", b"\0", b"0", b'"', b"{", b"\xff", b"\xef\xbb\xbf", b"\xed\xa0\x80", b"=", b"- &a [*a]\n")


class Mutation(NamedTuple):
    """A way in which a file goes wrong, at a place that is taken modulo its length."""

    kind: str
    at: int
    data: bytes

    def of(self, right: bytes) -> bytes:
        """Return the bytes as they became."""
        at = self.at % (len(right) + 1)
        match self.kind:
            case "flip":
                at = min(at, len(right) - 1)
                return right[:at] + bytes([right[at] ^ (1 << self.at % 8)]) + right[at + 1 :]
            case "set":
                return right[:at] + self.data[:1] + right[at + 1 :]
            case "cut":
                return right[:at]
            case "insert":
                return right[:at] + self.data + right[at:]
            case "double":
                return right[:at] + right[at // 2 : at] + right[at:]
            case "swap":
                return right[at:] + right[:at]
            case "random":
                return self.data
            case "huge":
                return right + b" " * (5 << 20)
        return b""


def mutations() -> st.SearchStrategy[Mutation]:
    """Draw a mutation."""
    data = st.sampled_from(INSERTED) | st.binary(max_size=40)
    return st.builds(Mutation, st.sampled_from(KINDS), st.integers(0, 1 << 20), data)


def put(path: Path, data: bytes) -> None:
    """Replace a file, or make it."""
    path.parent.mkdir(exist_ok=True)
    path.unlink(missing_ok=True)
    path.write_bytes(data)
