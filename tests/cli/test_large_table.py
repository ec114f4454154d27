"""A million orders become a report from the command line, in bounded memory."""

import resource
from pathlib import Path

from bench.large_table import MAPPING, write_orders
from bench.table_oracle import judge
from ditto.state.canonical import canonical
from tests.cli.commands import ditto
from tests.cli.golden import answer_with, body
from tests.scripted_model import ScriptedModel

CASE = Path(__file__).parent / "large_table"
MOST_MEMORY = 512 << 20


def test_a_million_orders_become_a_report_and_verify_in_bounded_memory(config: Path, model: ScriptedModel) -> None:
    write_orders(Path("orders.csv"))
    Path("mapping.yaml").write_bytes(canonical(MAPPING))
    answer_with(model, CASE / "draft.json")
    made = ditto("new", "task", "--source", "orders.csv", "--mapping", "mapping.yaml", "--config", config)
    assert made.returncode == 0, made.stderr
    ran = ditto("run", "task", "--config", config)
    assert ran.returncode == 0, ran.stderr
    assert body(Path("task/output/report.md")) == body(CASE / "report.md")
    assert ditto("verify", "task").returncode == 0
    assert judge(Path("task")) == []
    assert resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024 < MOST_MEMORY
