"""Whoever forges a finished brief, and its manifest with it, is found by the history that does not follow."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ditto.state.canonical import canonical, sha256
from ditto.state.manifest import Manifest, chained, signature
from ditto.tools.verification import verify
from tests.faults.brief_finished import KEY, Finished, finished
from tests.faults.kill_scenarios import RIGHT

Json = dict[str, Any]
Forge = Callable[[Path], None]
OWNER = RIGHT["owner"].encode()


@pytest.fixture(scope="module")
def brief(tmp_path_factory: pytest.TempPathFactory) -> Finished:
    """A finished brief."""
    return finished(tmp_path_factory.mktemp("forged"))


def edited(name: str, change: Callable[[Json], object]) -> Forge:
    """Return what changes one document in place."""

    def forge(output: Path) -> None:
        document = json.loads((output / name).read_bytes())
        change(document)
        (output / name).write_bytes(canonical(document))

    return forge


def everywhere(*patterns: str) -> Forge:
    """Return what puts another owner into every file of these patterns."""

    def forge(output: Path) -> None:
        for file in (file for pattern in patterns for file in output.glob(pattern)):
            file.write_bytes(file.read_bytes().replace(OWNER, b"team-x99"))

    return forge


def without_last_round(output: Path) -> None:
    """Take the last round away, and say that there was none."""
    (output / "rounds/14.json").unlink()
    edited("result.json", lambda one: one.update(rounds=13))(output)


def from_nowhere(one: Json) -> None:
    """Let the first evidence come from a source that the catalog does not have."""
    one["snapshot"]["evidence"][0]["source"] = "nowhere"


FORGED: dict[str, tuple[Forge, str]] = {
    "a source that the catalog does not have": (
        edited("result.json", from_nowhere),
        "spec.json: the catalog has no such source",
    ),
    "a revision beyond any limit": (
        edited("result.json", lambda one: one["snapshot"].update(revision=3_000_000)),
        "result.json",
    ),
    "rounds beyond any limit": (edited("result.json", lambda one: one.update(rounds=3_000_000)), "result.json"),
    "a value in the draft alone": (everywhere("revisions/*.json", "brief.md"), "revisions/"),
    "a value and its evidence": (everywhere("r*s/*.json", "state.json", "result.json", "brief.md"), "rounds/"),
    "fewer calls in the result": (edited("result.json", lambda one: one.update(modelCalls=9)), "result.json"),
    "more calls in the result": (edited("result.json", lambda one: one.update(modelCalls=11)), "result.json"),
    "another reason": (edited("result.json", lambda one: one.update(reason="budget", status="stopped")), "result.json"),
    "a stop that is said to be complete": (
        edited("result.json", lambda one: one.update(reason="blocked", status="completed")),
        "result.json",
    ),
    "a round with fewer calls": (edited("rounds/7.json", lambda one: one.update(modelCalls=0)), "rounds/7.json"),
    "a search that found its source": (
        edited("rounds/2.json", lambda one: one["action"]["attempt"].update(outcome="found")),
        "rounds/2.json",
    ),
    "a plan that was not legal": (
        edited("rounds/1.json", lambda one: one["action"]["planned"].update(source="code-source")),
        "rounds/1.json",
    ),
    "a revision of another round": (edited("revisions/2.json", lambda one: one.clear()), "revisions/2.json"),
    "a state of another round": (edited("state.json", lambda one: one.update(revision=2)), "state.json"),
    "a source that says something else": (everywhere(".ditto/sources/*"), "rounds/"),
    "a history without its last round": (without_last_round, "result.json"),
}


def resealed(output: Path) -> None:
    """Write the manifest of the files as they are now, signed with the key."""
    path = output / ".ditto/manifest.json"
    manifest = Manifest.parse(path.read_bytes())
    files = [(one.path, output / one.path) for one in manifest.entries if (output / one.path).exists()]
    entries = chained(manifest.fingerprint, [(name, sha256(file.read_bytes())) for name, file in files])
    data = canonical(manifest.model_copy(update={"entries": entries}).dump())
    path.write_bytes(data)
    path.with_suffix(".hmac").write_text(f"{signature(data, KEY)}\n")


def test_a_resealed_brief_that_was_not_forged_still_verifies(brief: Finished, tmp_path: Path) -> None:
    output = brief.copy(tmp_path)
    resealed(output)
    assert verify(output, KEY).findings == ()


@pytest.mark.parametrize("forged", FORGED)
def test_a_forged_brief_with_its_manifest_resealed_is_named(brief: Finished, tmp_path: Path, forged: str) -> None:
    output, (forge, named) = brief.copy(tmp_path), FORGED[forged]
    forge(output)
    resealed(output)
    found = verify(output, KEY)
    assert any(finding.startswith(named) for finding in found.findings), found.findings
    assert not any("differs from the manifest" in finding for finding in found.findings)
