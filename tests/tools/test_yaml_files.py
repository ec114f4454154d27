"""YAML of people is read as JSON, and each value is found on the lines it stands on."""

import pytest

from ditto.tools.yaml_files import Lines, value_lines


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("", {}),
        ("a: 1\nb: [x,\n  y]", {(): (1, 3), ("a",): (1, 1), ("b",): (2, 3), ("b", 0): (2, 2), ("b", 1): (3, 3)}),
        ("- a: >\n    x\n    y\n", {(): (1, 4), (0,): (1, 4), (0, "a"): (1, 4)}),
    ],
)
def test_every_value_has_its_lines(text: str, lines: dict[tuple[str | int, ...], tuple[int, int]]) -> None:
    assert value_lines(text) == {path: Lines(*both) for path, both in lines.items()}
