"""The manifest lists exactly the files of its task, in their chain; a key tells whether it is the one that was signed."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ditto.state.canonical import canonical
from ditto.state.manifest import Manifest, chained, signature
from ditto.tools.verification import verify
from tests.conftest import MakeTask
from tests.tools.finished import accepted, finished

PATH = "output/manifest.json"
NOT_ITS_OWN = f"{PATH}: the manifest is not that of this task's files"
CHAIN = f"{PATH}: the manifest's chain is broken"
Files = list[tuple[str, str]]


@pytest.fixture
def task(make_task: MakeTask) -> Path:
    """A finished task."""
    workspace, _ = finished(accepted, make_task)
    return workspace.directory


def rechain(task: Path, change: Callable[[Files], Files]) -> None:
    """Write the manifest of other files, with the right chain."""
    manifest = Manifest.parse((task / PATH).read_bytes())
    files = change([(one.path, one.sha256) for one in manifest.entries])
    other = manifest.model_copy(update={"entries": chained(manifest.fingerprint, files)})
    (task / PATH).write_bytes(canonical(other.dump()))


def test_a_manifest_in_another_order_is_not_that_of_the_task(task: Path) -> None:
    rechain(task, lambda files: [files[1], files[0], *files[2:]])
    assert verify(task).findings == (NOT_ITS_OWN,)


def test_a_manifest_that_lists_a_file_twice_is_not_that_of_the_task(task: Path) -> None:
    rechain(task, lambda files: [*files, files[-1]])
    assert verify(task).findings == (NOT_ITS_OWN,)


def test_a_file_that_the_manifest_leaves_out_is_named(task: Path) -> None:
    rechain(task, lambda files: [one for one in files if one[0] != "reviews/1.json"])
    (finding,) = verify(task).findings
    assert finding.startswith("reviews/1.json: differs from the manifest")
    assert finding.endswith("expected no entry")


def test_a_file_that_the_manifest_alone_lists_is_named(task: Path) -> None:
    rechain(task, lambda files: [*files, ("reviews/3.json", "0" * 64)])
    assert verify(task).findings == ("reviews/3.json: the manifest lists a file that the task does not rest on",)


def test_a_file_of_another_digest_is_named_with_both(task: Path) -> None:
    rechain(task, lambda files: [(path, "0" * 64) if path == "reviews/1.json" else (path, one) for path, one in files])
    (finding,) = verify(task).findings
    assert finding.startswith("reviews/1.json: differs from the manifest: found ")
    assert finding.endswith(f"expected {'0' * 64}")


EDITS: dict[str, tuple[Callable[[dict[str, Any]], object], str]] = {
    "an entry removed": (lambda one: one["entries"].pop(2), CHAIN),
    "two entries exchanged": (lambda one: one["entries"].reverse(), CHAIN),
    "another digest": (lambda one: one["entries"][1].update(sha256="0" * 64), CHAIN),
    "another link": (lambda one: one["entries"][-1].update(chain="0" * 64), CHAIN),
    "another task": (lambda one: one.update(requestId="other"), NOT_ITS_OWN),
    "another fingerprint": (lambda one: one.update(fingerprint="0" * 64), CHAIN),
    "a key more": (
        lambda one: one.update(more=1),
        f"{PATH}: the manifest cannot be read: found more: this key is not known",
    ),
}


@pytest.mark.parametrize(("edit", "finding"), EDITS.values(), ids=EDITS)
def test_an_edited_manifest_is_found(edit: Callable[[dict[str, Any]], object], finding: str, task: Path) -> None:
    document = json.loads((task / PATH).read_bytes())
    edit(document)
    (task / PATH).write_bytes(canonical(document))
    assert verify(task).findings == (finding,)


def test_a_manifest_in_another_form_is_not_that_of_the_task(task: Path) -> None:
    (task / PATH).write_text(json.dumps(json.loads((task / PATH).read_bytes()), indent=1))
    assert verify(task).findings == (NOT_ITS_OWN,)


def signed(task: Path, key: str) -> None:
    """Sign the manifest."""
    (task / "output/manifest.hmac").write_text(f"{signature((task / PATH).read_bytes(), key)}\n")


def test_the_right_key_confirms_the_signature(make_task: MakeTask) -> None:
    task = finished(accepted, make_task, key="secret")[0].directory
    found = verify(task, "secret")
    assert (found.signature, found.findings, found.files) == ("valid", (), 14)


def test_without_a_key_a_signature_is_not_checked(task: Path) -> None:
    signed(task, "secret")
    assert (verify(task).signature, verify(task).findings) == ("not checked", ())


WRONG = ("output/manifest.hmac: the signature is not that of this manifest and key",)


def test_another_key_is_found(task: Path) -> None:
    signed(task, "secret")
    assert (verify(task, "other").signature, verify(task, "other").findings) == ("wrong", WRONG)


@pytest.mark.parametrize("data", [b"", b"x", b"\xff", b"0" * 64, b"0" * 64 + b"\n"])
def test_a_signature_that_is_none_is_found(data: bytes, task: Path) -> None:
    (task / "output/manifest.hmac").write_bytes(data)
    assert (verify(task, "secret").signature, verify(task, "secret").findings) == ("wrong", WRONG)


def test_a_key_asks_for_a_signature(task: Path) -> None:
    found = verify(task, "secret")
    assert (found.signature, found.verified) == ("missing", False)
    assert found.findings == ("output/manifest.hmac: a key is set, and the manifest is not signed",)
    assert verify(task).signature == "none"


def test_a_link_in_place_of_the_signature_is_found(task: Path) -> None:
    (task / "output/manifest.hmac").symlink_to("nowhere")
    found = verify(task, "secret")
    assert found.signature == "wrong"
    assert "output/manifest.hmac: not a regular file: found a symbolic link" in found.findings
