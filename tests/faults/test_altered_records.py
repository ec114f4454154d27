"""A record of Memory or of the checkpoints that was altered where it stands is an error in one line, or changes nothing."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import pytest

from ditto.state.errors import DittoError
from ditto.tools.verification import verify
from tests.faults.human_reviewed import KEY, Made, advanced, made
from tests.faults.spoiling import sample

pytestmark = pytest.mark.timeout(60)

COLUMNS = {
    "memory.sqlite": {
        "task": ("started_at", "flow"),
        "calls": ("document",),
        "samples": ("document", "purpose", "version"),
        "documents": ("document", "name", "kind"),
    },
    "checkpoints.sqlite": {"checkpoints": ("checkpoint", "metadata", "type"), "writes": ("value", "channel", "type")},
}


class Cell(NamedTuple):
    """One value of a database: the row counts from the table's first."""

    database: str
    table: str
    column: str
    row: int


ROWS = {"task": 1, "calls": 3, "samples": 3, "documents": 12, "checkpoints": 8, "writes": 1}
STAGES = {"writes": ("paused",)}  # a finished thread has none
CELLS = [
    (stage, Cell(database, table, column, row), part)
    for database, tables in COLUMNS.items()
    for table, columns in tables.items()
    for column in columns
    for row in range(ROWS[table])
    for part in (0.02, 0.3, 0.6, 0.97)
    for stage in STAGES.get(table, ("paused", "finished"))
]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Give the cells, a spread sample or all."""
    if "cell" in metafunc.fixturenames:
        chosen = sample(metafunc.config, CELLS, 11)
        ids = [f"{cell.table}.{cell.column} {cell.row} at {part}, {stage}" for stage, cell, part in chosen]
        metafunc.parametrize(("stage", "cell", "part"), chosen, ids=ids)


@pytest.fixture(scope="module")
def task_made(tmp_path_factory: pytest.TempPathFactory) -> Made:
    """A human-reviewed task."""
    return made(tmp_path_factory.mktemp("made"))


def altered(task: Path, cell: Cell, part: float) -> None:
    """Flip the lowest bit of one byte of the value."""
    with closing(sqlite3.connect(task / cell.database)) as db, db:
        key = "idx" if cell.table == "writes" else "rowid"
        query = f"select {key}, {cell.column} from {cell.table} order by {key} limit 1 offset ?"
        rowid, value = db.execute(query, (cell.row,)).fetchone()
        data = bytearray(value if isinstance(value, bytes) else str(value).encode())
        data[int(len(data) * part)] ^= 1
        new = bytes(data) if isinstance(value, bytes) else data.decode()
        db.execute(f"update {cell.table} set {cell.column} = ? where {key} = ?", (new, rowid))


async def test_an_altered_record_is_an_error_or_changes_nothing(
    task_made: Made, tmp_path: Path, stage: str, cell: Cell, part: float
) -> None:
    task = task_made.copy(stage, tmp_path)
    altered(task, cell, part)
    before = {path.name: path.read_bytes() for path in (task / "output").iterdir()}
    try:
        ended = await advanced(task, task_made.settings, task_made.response)
    except DittoError as error:
        assert "\n" not in str(error)
        assert {path.name: path.read_bytes() for path in (task / "output").iterdir()} == before
    else:
        assert (ended.status, ended.accepted_by) == ("completed", "human")
        assert verify(task, KEY).findings == ()
        assert stage == "paused" or {path.name: path.read_bytes() for path in (task / "output").iterdir()} == before


def test_every_table_and_row_that_a_paused_task_needs_is_altered(task_made: Made) -> None:
    for database, tables in COLUMNS.items():
        with closing(sqlite3.connect(task_made.paused / database)) as db:
            counted = {table: db.execute(f"select count(*) from {table}").fetchone()[0] for table in tables}
            assert all(ROWS[table] <= number for table, number in counted.items()), counted
