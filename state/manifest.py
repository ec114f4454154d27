"""The manifest: every file a finished task rests on, in order, each entry chained to the ones before it."""

import hashlib
import hmac
from collections.abc import Iterable

from ditto.state.canonical import sha256
from ditto.state.record import Record, Sha256


class Entry(Record):
    """One file by its path and digest; `chain` is the SHA-256 of the entry before, the path and the digest, a line each."""

    path: str
    sha256: Sha256
    chain: Sha256


class Manifest(Record):
    """The files of a finished task; the first entry is chained to the task's fingerprint."""

    request_id: str
    fingerprint: Sha256
    entries: tuple[Entry, ...]


def chained(fingerprint: str, files: Iterable[tuple[str, str]]) -> tuple[Entry, ...]:
    """Return the entries of files given as path and digest."""
    entries: list[Entry] = []
    for path, digest in files:
        before = entries[-1].chain if entries else fingerprint
        chain = sha256(f"{before}\n{path}\n{digest}".encode())
        entries.append(Entry(path=path, sha256=digest, chain=chain))
    return tuple(entries)


def signature(manifest: bytes, key: str) -> str:
    """Return the HMAC-SHA256 (RFC 2104) of a manifest's bytes in lower-case hex."""
    return hmac.new(key.encode(), manifest, hashlib.sha256).hexdigest()
