"""One SQLite file: one connection on one thread, synchronous FULL, append-only named migrations."""

import asyncio
import os
import sqlite3
import stat
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

from ditto.state.errors import MemoryOutage, Tampered

T = TypeVar("T")
Migrations = tuple[tuple[str, tuple[str, ...]], ...]
"""A name and its statements each; a file that holds the name has them behind it."""

_PATIENCE = 2.0  # seconds that another process may hold the file


def connected(database: str | Path, *, uri: bool = False) -> sqlite3.Connection:
    """Connect to a file that another process may hold for two seconds; the connection may be used by any thread."""
    return sqlite3.connect(database, uri=uri, timeout=_PATIENCE, check_same_thread=False)


def enter_wal(db: sqlite3.Connection) -> None:
    """Switch the file to a write-ahead log; SQLite waits for no other process that switches or opens it meanwhile."""
    until = time.monotonic() + _PATIENCE
    while True:
        try:
            db.execute("pragma journal_mode = wal")
        except sqlite3.OperationalError as cause:
            if cause.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                raise
            time.sleep(0.005)
        else:
            return


class SqliteFile:
    """Run acts on the file's connection, each in a transaction; every failure is a MemoryOutage."""

    def __init__(self, path: Path, migrations: Migrations, *, read_only: bool) -> None:
        self._path = path
        self._migrations = migrations
        self._read_only = read_only
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="ditto-sqlite")
        self._connection: sqlite3.Connection | None = None
        self._closed = False

    async def run(self, act: Callable[[sqlite3.Connection], T]) -> T:
        """Run the act and return its result; a cancelled caller does not cut it short."""
        return await asyncio.shield(asyncio.get_running_loop().run_in_executor(self._thread, self._act, act))

    async def close(self) -> None:
        """Close the connection after what is under way."""

        def close() -> None:
            if self._connection is not None:
                self._connection.close()
                self._connection = None

        if self._closed:
            return
        self._closed = True
        await asyncio.get_running_loop().run_in_executor(self._thread, close)
        self._thread.shutdown(wait=False)

    def _act(self, act: Callable[[sqlite3.Connection], Any]) -> Any:
        try:
            connection = self._connection or self._connect()
            with connection:
                return act(connection)
        except (sqlite3.Error, OSError, TypeError, ValueError) as cause:  # a damaged file holds values of other types
            raise MemoryOutage(
                "Memory cannot be used", where=self._path, found=cause, expected="a readable, unlocked SQLite file"
            ) from cause

    def _connect(self) -> sqlite3.Connection:
        if os.path.lexists(self._path) and not stat.S_ISREG(os.lstat(self._path).st_mode):
            raise Tampered("not a regular file", where=self._path)
        if not self._read_only:
            os.close(os.open(self._path, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600))
        mode = self._mode()
        connection = connected(f"{self._path.absolute().as_uri()}?mode={mode}", uri=True)
        try:
            if not self._read_only:
                self._prepare(connection)
        except BaseException:
            connection.close()
            raise
        self._connection = connection
        return connection

    def _mode(self) -> str:
        if not self._read_only:
            return "rw"
        # Without a write-ahead log nobody writes; a plain read-only connection would leave files behind.
        return "ro" if self._path.with_name(f"{self._path.name}-wal").exists() else "ro&immutable=1"

    def _prepare(self, db: sqlite3.Connection) -> None:
        enter_wal(db)
        db.execute("pragma synchronous = full")
        db.execute("create table if not exists migrations (name text primary key)")
        if self._missing(db):
            with db:
                db.execute("begin immediate")  # another process may be at the same migrations
                for name, statements in self._missing(db):
                    for statement in statements:
                        db.execute(statement)
                    db.execute("insert into migrations values (?)", (name,))

    def _missing(self, db: sqlite3.Connection) -> Migrations:
        done = {row[0] for row in db.execute("select name from migrations")}
        if unknown := done - {name for name, _ in self._migrations}:
            raise MemoryOutage(
                "Memory was written by a newer version", where=self._path, found=", ".join(sorted(unknown))
            )
        return tuple(one for one in self._migrations if one[0] not in done)
