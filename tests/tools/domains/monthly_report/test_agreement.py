"""On 10,000 drawn tables the domain and a plain second reader agree, or the domain refuses with a place and a reason."""

import json
import random

import pytest

from bench.plain_tables import plain_rows, plain_sums
from ditto.state.errors import BadSource
from ditto.state.evidence import Source
from ditto.tools.domains.monthly_report.tables.mapping import Mapping
from ditto.tools.domains.monthly_report.tables.reading import read_table
from tests.tools.domains.monthly_report.drawn_tables import Drawn, drawn_table

TABLES = 10_000
PARTS = 4


def read(drawn: Drawn) -> dict[str, dict[str, int]]:
    """The sums of every month, as the domain reads them."""
    table = read_table(Source("sales", drawn.data), Mapping.model_validate_json(json.dumps(drawn.mapping)))
    return {group.period: dict(group.sums) for group in table.groups}


@pytest.mark.parametrize("part", range(PARTS))
def test_both_readers_agree_or_the_table_is_refused_with_its_place(part: int) -> None:
    refused = 0
    for seed in range(part, TABLES, PARTS):
        drawn = drawn_table(random.Random(seed))
        try:
            ours = read(drawn)
        except BadSource as refusal:
            assert drawn.spoiled, f"table {seed}, not spoiled, is refused: {refusal}"
            assert "sales" in str(refusal)
            refused += 1
        else:
            assert ours == plain_sums(plain_rows(drawn.data, drawn.mapping)), f"table {seed}"
    spoiled = TABLES / PARTS / 3
    assert spoiled / 4 < refused < spoiled * 1.1
