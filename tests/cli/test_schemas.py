"""The published schemas are those of the code."""

from pathlib import Path

import pytest

from ditto.cli.schemas import documents, schema

FOLDER = Path(__file__).parents[2] / "docs" / "schemas"


@pytest.mark.parametrize("name", sorted(documents()))
def test_a_published_schema_is_that_of_its_record(name: str) -> None:
    assert (FOLDER / f"{name}.json").read_text("utf-8") == schema(documents()[name]), "run `make docs-data`"


def test_no_schema_is_left_of_a_record_that_is_gone() -> None:
    assert {path.stem for path in FOLDER.glob("*.json")} == set(documents())
