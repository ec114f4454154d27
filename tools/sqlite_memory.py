"""Memory in one SQLite file of the task directory."""

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from ditto.state.answer import CallKey, Sample
from ditto.state.canonical import MAX_DOCUMENT, NotStrict, canonical, parse_object
from ditto.state.errors import StepLimit, Tampered
from ditto.state.record import Record
from ditto.state.report import Call
from ditto.tools.memory import Document, News, TaskRecord
from ditto.tools.sqlite_file import Migrations, SqliteFile

T = TypeVar("T")
Row = tuple[int, str, str, str]

MIGRATIONS: Migrations = (
    (
        "0001-task-calls-samples-documents",
        (
            """
            create table task (
                fingerprint text primary key, started_at text not null, flow text, steps integer not null default 0)
            """,
            "create table calls (number integer primary key, task text not null, document text not null)",
            """
            create table samples (
                task text, purpose text, version integer, part text, document text not null,
                primary key (task, purpose, version, part))
            """,
            """
            create table documents (
                position integer primary key, task text not null, kind text not null, name text not null,
                document text not null, unique (task, kind, name))
            """,
        ),
    ),
)


class SqliteMemory:
    """The MemoryStore in a file of the task directory."""

    def __init__(self, path: Path, *, read_only: bool = False) -> None:
        self._path = path
        self._file = SqliteFile(path, MIGRATIONS, read_only=read_only)
        self._fingerprint = ""

    async def start(self, fingerprint: str, now: str) -> TaskRecord:
        """Begin the task or open it again."""
        return await self._file.run(lambda db: self._start(db, fingerprint, now))

    async def task(self) -> TaskRecord | None:
        """Return the task, or None before its start."""
        return await self._file.run(self._task)

    async def keep_flow(self, flow: str) -> None:
        """Remember the digest of the flow's drawing."""
        await self._file.run(
            lambda db: db.execute("update task set flow = ? where fingerprint = ?", (flow, self._fingerprint))
        )

    async def step(self, limit: int, end: str, after: int) -> News:
        """Count one graph step, and return what is new."""
        return self._news(after, *await self._file.run(lambda db: self._step(db, limit, end, after)))

    async def news(self, after: int) -> News:
        """Return what is new."""
        return self._news(after, *await self._file.run(lambda db: self._after(db, after)))

    async def reserve(self, call: Call, limit: int) -> int | None:
        """Record a call before it is made."""
        return await self._file.run(lambda db: self._reserve(db, call, limit))

    async def settle(self, number: int, call: Call, sample: Sample | None) -> None:
        """Record a call's outcome and its answer."""
        await self._file.run(lambda db: self._settle(db, number, call, sample))

    async def sample(self, key: CallKey) -> Sample | None:
        """Return the saved answer."""
        query = "select document from samples where task = ? and purpose = ? and version = ? and part = ?"
        row = await self._file.run(lambda db: db.execute(query, (self._fingerprint, *key)).fetchone())
        return None if row is None else self._read(Sample.parse, row[0])

    async def calls(self) -> tuple[Call, ...]:
        """Return every reserved call in order."""
        query = "select document from calls where task = ? order by number"
        rows = await self._file.run(lambda db: db.execute(query, (self._fingerprint,)).fetchall())
        return tuple(self._read(Call.parse, row[0]) for row in rows)

    async def put(self, *documents: Document) -> int:
        """Save documents once, all or none."""
        rows = [(one.kind, one.name, canonical(one.body).decode()) for one in documents]
        return await self._file.run(lambda db: max([self._put(db, *row) for row in rows], default=0))

    async def close(self) -> None:
        """Close the connection after what is under way."""
        await self._file.close()

    def _start(self, db: sqlite3.Connection, fingerprint: str, now: str) -> TaskRecord:
        held = db.execute("select fingerprint from task").fetchone()
        if held is not None and held[0] != fingerprint:
            raise Tampered("task request changed", where=self._path, found=fingerprint, expected=held[0])
        db.execute("insert or ignore into task (fingerprint, started_at) values (?, ?)", (fingerprint, now))
        self._fingerprint = fingerprint
        task = self._task(db)
        assert task is not None
        return task

    def _task(self, db: sqlite3.Connection) -> TaskRecord | None:
        row = db.execute("select fingerprint, started_at, flow, steps from task").fetchone()
        if row is None:
            return None
        self._fingerprint = row[0]
        return TaskRecord(*row)

    def _step(self, db: sqlite3.Connection, limit: int, end: str, after: int) -> tuple[list[Row], int]:
        query = "select 1 from documents where task = ? and kind = ?"
        if db.execute(query, (self._fingerprint, end)).fetchone() is None:
            self._count_step(db, limit)
        return self._after(db, after)

    def _count_step(self, db: sqlite3.Connection, limit: int) -> None:
        query = "update task set steps = steps + 1 where fingerprint = ? and steps < ?"
        if db.execute(query, (self._fingerprint, limit)).rowcount != 1:
            raise StepLimit(
                "the task has used all its graph steps", where=self._path.parent, expected=f"at most {limit}"
            )

    def _after(self, db: sqlite3.Connection, after: int) -> tuple[list[Row], int]:
        query = "select position, kind, name, document from documents where task = ? and position > ? order by position"
        (calls,) = db.execute("select count(*) from calls where task = ?", (self._fingerprint,)).fetchone()
        return db.execute(query, (self._fingerprint, after)).fetchall(), calls

    def _news(self, after: int, rows: list[Row], calls: int) -> News:
        position = rows[-1][0] if rows else after
        return News(position, tuple(self._document(*row[1:]) for row in rows), calls)

    def _document(self, kind: str, name: str, text: str) -> Document:
        return Document(kind, name, self._read(lambda held: parse_object(held, MAX_DOCUMENT), text))

    def _reserve(self, db: sqlite3.Connection, call: Call, limit: int) -> int | None:
        query = """insert into calls (task, document) select ?, ?
                   where (select count(*) from calls where task = ?) < ? returning number"""
        row = db.execute(query, (self._fingerprint, _text(call), self._fingerprint, limit)).fetchone()
        return None if row is None else row[0]

    def _settle(self, db: sqlite3.Connection, number: int, call: Call, sample: Sample | None) -> None:
        db.execute(
            "update calls set document = ? where number = ? and task = ?", (_text(call), number, self._fingerprint)
        )
        if sample is not None:
            key = (self._fingerprint, call.purpose, call.version, call.part)
            db.execute("insert or ignore into samples values (?, ?, ?, ?, ?)", (*key, _text(sample)))

    def _put(self, db: sqlite3.Connection, kind: str, name: str, text: str) -> int:
        query = "select position, document from documents where task = ? and kind = ? and name = ?"
        held = db.execute(query, (self._fingerprint, kind, name)).fetchone()
        if held is None:
            query = "insert into documents (task, kind, name, document) values (?, ?, ?, ?) returning position"
            return db.execute(query, (self._fingerprint, kind, name, text)).fetchone()[0]
        if held[1] != text:
            raise Tampered(f"Memory holds another {kind} {name}", where=self._path)
        return held[0]

    def _read(self, parse: Callable[[str], T], text: str) -> T:
        try:
            return parse(text)
        except (NotStrict, TypeError, AttributeError) as cause:  # a damaged file may hold a value that is no text
            raise Tampered("a record of Memory cannot be read", where=self._path, found=cause) from cause


def _text(record: Record) -> str:
    return canonical(record.dump()).decode()
