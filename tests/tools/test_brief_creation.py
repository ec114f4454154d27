"""An output directory is made whole or not at all, and only where the task can begin."""

import json
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bench.experiments import material, values, write
from ditto.state.errors import BadRequest, BadSource, DittoError
from ditto.tools.brief_creation import create_brief, create_brief_demo
from ditto.tools.brief_files import read_brief_request

MiB = 1 << 20
Spoil = Callable[[Path], object]


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """A right input directory."""
    write(tmp_path / "input", material(values()))
    return tmp_path / "input"


def rewritten(**changed: Any) -> Spoil:
    """Change keys of spec.json."""

    def spoil(source: Path) -> None:
        spec = json.loads((source / "spec.json").read_text())
        (source / "spec.json").write_text(json.dumps(spec | changed))

    return spoil


def test_a_new_task_has_its_spec_and_a_private_request(source: Path, tmp_path: Path) -> None:
    request = create_brief(source, tmp_path / "deep/output", "bounded", max_rounds=7)
    output = tmp_path / "deep/output"
    assert (output / "spec.json").read_bytes() == (source / "spec.json").read_bytes()
    assert read_brief_request(output) == request
    assert (request.flow, request.max_rounds, request.model_call_budget) == ("bounded", 7, 24)
    assert {stat.S_IMODE(path.stat().st_mode) for path in output.rglob("*") if path.is_file()} == {0o600}
    assert {stat.S_IMODE(path.stat().st_mode) for path in (output, output / ".ditto")} == {0o700}


@pytest.mark.parametrize("there", ["folder", "file", "link"])
def test_an_output_that_exists_is_refused_and_left_as_it_is(source: Path, tmp_path: Path, there: str) -> None:
    output = tmp_path / "output"
    if there == "folder":
        output.mkdir()
    elif there == "file":
        output.write_text("mine")
    else:
        output.symlink_to(tmp_path / "nowhere")
    with pytest.raises(BadRequest, match="exists already"):
        create_brief(source, output, "bounded")
    assert not (tmp_path / "nowhere").exists()


SPOILED: dict[str, tuple[Spoil, type[DittoError], str]] = {
    "no folder": (lambda s: s.rename(s.with_name("moved")), BadRequest, "not an input directory"),
    "no spec": (lambda s: (s / "spec.json").unlink(), BadRequest, r"spec\.json: a file is missing"),
    "a spec that is no JSON": (lambda s: (s / "spec.json").write_text("{"), BadRequest, "the spec cannot be read"),
    "a spec of a link": (
        lambda s: (s / "spec.json").rename(s / "other") and (s / "spec.json").symlink_to(s / "other"),
        BadRequest,
        "not a regular file",
    ),
    "no file of initial evidence": (
        lambda s: (s / "code-source.json").unlink(),
        BadSource,
        "initial evidence is missing",
    ),
    "a source that is no JSON": (lambda s: (s / "code-source.json").write_text("[]"), BadSource, r"code-source\.json"),
    "a source of a link": (
        lambda s: (s / "code-source.json").rename(s / "other") and (s / "code-source.json").symlink_to(s / "other"),
        BadSource,
        "not a regular file",
    ),
    "a source that is a folder": (
        lambda s: (s / "code-source.json").unlink() or (s / "code-source.json").mkdir(),
        BadSource,
        r"code-source\.json",
    ),
    "a source above 1 MiB": (
        lambda s: (s / "code-source.json").write_text(json.dumps({"facts": {"code": "x"}}).ljust(MiB + 1)),
        BadSource,
        "too large",
    ),
    "sources that disagree": (
        lambda s: (
            rewritten(
                catalog=[{"id": name, "fields": ["code"]} for name in ("code-source", "other")],
                required=["code"],
                initialEvidence=["code-source", "other"],
            )(s),
            (s / "other.json").write_text(json.dumps({"facts": {"code": "another"}})),
        ),
        BadRequest,
        "disagrees on the field code.*'another' in other",
    ),
    "evidence that is not imported": (rewritten(initialEvidence=["code-source"]), BadRequest, "owner, deadline"),
    "seventeen fields": (rewritten(required=[f"f-{n}" for n in range(17)]), BadRequest, "at most 16"),
    "thirty-three sources": (
        rewritten(catalog=[{"id": f"s-{n}", "fields": []} for n in range(33)]),
        BadRequest,
        "at most 32",
    ),
    "a path in an id": (rewritten(catalog=[{"id": "../x", "fields": []}]), BadRequest, "catalog"),
}


@pytest.mark.parametrize(("spoil", "error", "told"), SPOILED.values(), ids=SPOILED)
def test_input_that_does_not_fit_is_refused_and_leaves_nothing(
    source: Path, tmp_path: Path, spoil: Spoil, error: type[DittoError], told: str
) -> None:
    spoil(source)
    with pytest.raises(error, match=told):
        create_brief(source, tmp_path / "new/output", "bounded")
    assert not (tmp_path / "new").exists()


def test_a_source_of_one_mebibyte_is_read(source: Path, tmp_path: Path) -> None:
    (source / "code-source.json").write_text(json.dumps({"facts": {"code": "x"}}).ljust(MiB))
    assert create_brief(source, tmp_path / "output", "bounded").evidence[0].id == "code-source"


@pytest.mark.parametrize(("name", "key"), [("max_rounds", "maxRounds"), ("model_call_budget", "modelCallBudget")])
def test_limits_of_0_and_100_are_taken_and_those_beside_them_refused_by_name(
    source: Path, tmp_path: Path, name: str, key: str
) -> None:
    for limit in (0, 100):
        create_brief(source, tmp_path / str(limit), "bounded", **{name: limit})  # type: ignore[arg-type]
    for limit in (-1, 101):
        with pytest.raises(BadRequest, match=key):
            create_brief(source, tmp_path / str(limit), "bounded", **{name: limit})  # type: ignore[arg-type]
        assert not (tmp_path / str(limit)).exists()


def test_a_demo_input_is_made_once(tmp_path: Path) -> None:
    create_brief_demo(tmp_path / "demo", "goal")
    kept = {path.name: path.read_bytes() for path in (tmp_path / "demo").iterdir()}
    with pytest.raises(BadRequest, match="exists already"):
        create_brief_demo(tmp_path / "demo", "goal")
    assert {path.name: path.read_bytes() for path in (tmp_path / "demo").iterdir()} == kept
