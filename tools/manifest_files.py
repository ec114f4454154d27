"""The manifest of any task's folder: made from the files as they are now, and written once, signed where there is a key."""

from collections.abc import Sequence
from pathlib import Path

from ditto.state.canonical import canonical, sha256
from ditto.state.manifest import Manifest, chained, signature
from ditto.tools.artifacts import read_file, write_once
from ditto.tools.policy import MOST_SOURCE_BYTES


def manifest_of_files(directory: Path, request_id: str, fingerprint: str, paths: Sequence[str]) -> Manifest:
    """Return the manifest of files in their order; raises Tampered where one is missing."""
    digests = [sha256(read_file(directory, path, MOST_SOURCE_BYTES)) for path in paths]
    entries = chained(fingerprint, zip(paths, digests, strict=True))
    return Manifest(request_id=request_id, fingerprint=fingerprint, entries=entries)


def write_manifest(folder: Path, manifest: Manifest, key: str | None) -> None:
    """Write manifest.json, and manifest.hmac where there is a key; raises Tampered where others stand there."""
    data = canonical(manifest.dump())
    write_once(folder / "manifest.json", data)
    if key is not None:
        write_once(folder / "manifest.hmac", f"{signature(data, key)}\n".encode())
