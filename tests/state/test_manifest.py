"""The manifest's chain holds every entry in its place, and the signature holds the manifest's bytes."""

import hashlib
import hmac
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ditto.state.manifest import Entry, chained, signature

FINGERPRINT = "f" * 64
Files = list[tuple[str, str]]
FILES: Files = [("request.json", "1" * 64), ("policy.json", "2" * 64), ("output/report.json", "3" * 64)]
MANY = st.lists(
    st.tuples(st.text("abc/.", min_size=1, max_size=8), st.text("0f", min_size=64, max_size=64)), max_size=6
)


def last(files: Files, fingerprint: str = FINGERPRINT) -> str:
    """The chain of the last entry."""
    return chained(fingerprint, files)[-1].chain


def test_each_entry_is_the_digest_of_the_entry_before_its_path_and_its_digest() -> None:
    first, second, _ = chained(FINGERPRINT, FILES)
    start = hashlib.sha256(f"{FINGERPRINT}\nrequest.json\n{'1' * 64}".encode()).hexdigest()
    assert first == Entry(path="request.json", sha256="1" * 64, chain=start)
    assert second.chain == hashlib.sha256(f"{start}\npolicy.json\n{'2' * 64}".encode()).hexdigest()


def test_a_manifest_of_no_files_has_no_entries() -> None:
    assert chained(FINGERPRINT, []) == ()


ALTERED: dict[str, Callable[[Files], Files]] = {
    "the first removed": lambda files: files[1:],
    "a middle one removed": lambda files: [files[0], files[2]],
    "two exchanged": lambda files: [files[1], files[0], files[2]],
    "one twice": lambda files: [files[0], files[0], *files[1:]],
    "another path": lambda files: [files[0], ("policy.jsom", files[1][1]), files[2]],
    "another digest": lambda files: [files[0], (files[1][0], "4" * 64), files[2]],
}


@pytest.mark.parametrize("alter", ALTERED.values(), ids=ALTERED)
def test_an_altered_entry_changes_the_chain_at_its_end(alter: Callable[[Files], Files]) -> None:
    assert last(alter(FILES)) != last(FILES)


def test_another_task_has_another_chain() -> None:
    assert last(FILES, "0" * 64) != last(FILES)


@given(MANY, MANY)
def test_two_lists_of_files_have_the_same_chain_only_where_they_are_equal(one: Files, other: Files) -> None:
    assert (chained(FINGERPRINT, one) == chained(FINGERPRINT, other)) == (one == other)


def test_the_signature_is_the_hmac_of_the_bytes_with_the_key() -> None:
    expected = hmac.new("Schlüssel".encode(), b"{}", hashlib.sha256).hexdigest()
    assert signature(b"{}", "Schlüssel") == expected
    assert len({expected, signature(b"{} ", "Schlüssel"), signature(b"{}", "Schlussel")}) == 3
