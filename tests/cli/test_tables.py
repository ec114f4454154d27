"""Every kind of table becomes the report that stands beside it, from the command line."""

import shutil
from pathlib import Path

import pytest

from bench.table_oracle import judge
from tests.cli.commands import ditto
from tests.cli.golden import answer_with, body
from tests.scripted_model import ScriptedModel

CASES = Path(__file__).parent / "tables"


@pytest.mark.parametrize("name", sorted(one.name for one in CASES.iterdir()))
def test_a_table_under_its_mapping_becomes_the_report_that_stands_beside_it(
    name: str, model: ScriptedModel, config: Path
) -> None:
    case = CASES / name
    for file in case.iterdir():
        shutil.copy(file, file.name)
    answer_with(model, case / "draft.json")
    arguments = (case / "arguments.txt").read_text("utf-8").splitlines()
    made = ditto("new", "task", *arguments, "--config", config)
    assert made.returncode == 0, made.stderr
    ran = ditto("run", "task", "--config", config)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert body(Path("task/output/report.md")) == body(case / "report.md")
    verified = ditto("verify", "task")
    assert verified.returncode == 0, verified.stdout
    assert judge(Path("task")) == []
