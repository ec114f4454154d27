"""SQLite connections that tell of every statement and commit that reaches the disk, whoever opens them."""

import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager
from functools import partial
from typing import Any

Around = Callable[[str, object, str], AbstractContextManager[None]]

_DEFINES = ("create", "alter", "drop", "reindex", "vacuum")
_CHANGES = ("insert", "update", "delete", "replace")


def watch_sqlite(around: Around) -> None:
    """From now on every connection of this process enters `around(kind, path, what)` about each durable write."""

    class Opened(Connection):
        def around(self, kind: str, what: str = "") -> AbstractContextManager[None]:
            return around(kind, self.file, what)

    sqlite3.connect = partial(sqlite3.connect, factory=Opened)


class Cursor(sqlite3.Cursor):
    """A cursor whose statements are told to its connection."""

    connection: "Connection"

    def execute(self, sql: str, parameters: Any = (), /) -> "Cursor":
        """Run a statement; one that commits by itself is a durable write."""
        commits, changes = self.connection.commits(sql), self.connection.total_changes
        self.connection.note(sql)
        if not commits:
            super().execute(sql, parameters)
            self.connection.unnote(changes)
            return self
        with self.connection.around("commit", self.connection.told()):
            super().execute(sql, parameters)
        self.connection.settled()
        return self

    def executemany(self, sql: str, parameters: Iterable[Any], /) -> "Cursor":
        """Run a statement as often as there are parameters."""
        self.connection.note(sql)
        return super().executemany(sql, parameters)

    def executescript(self, script: str, /) -> "Cursor":
        """Run each statement by itself, so that every one that commits is seen."""
        connection = self.connection
        connection.commit()
        level, connection.isolation_level = connection.isolation_level, None
        try:
            for statement in statements(script):
                self.execute(statement)
        finally:
            connection.isolation_level = level
        return self


class Connection(sqlite3.Connection):
    """A connection that knows what its open transaction would put on disk."""

    def __init__(self, *given: Any, **options: Any) -> None:
        super().__init__(*given, **options)
        self._changes, self._noted = 0, list[str]()
        self.file: str = super().execute("pragma database_list").fetchone()[2]

    def around(self, kind: str, what: str = "") -> AbstractContextManager[None]:
        """Enclose a durable write."""
        raise NotImplementedError

    def note(self, sql: str) -> None:
        """Remember a statement that changes something."""
        words = sql.split()
        if words[0].lower() in (*_DEFINES, *_CHANGES):
            skipped = ("or", "ignore", "replace", "into", "table", "if", "not", "exists", "index", "unique", "from")
            table = next((word for word in words[1:] if word.lower() not in skipped), "")
            self._noted.append(f"{words[0].lower()} {table.split('(')[0]}")

    def unnote(self, changes: int) -> None:
        """Forget the last statement where it changed nothing."""
        if self.total_changes == changes and self._noted and self._noted[-1].split()[0] in _CHANGES:
            self._noted.pop()

    def commits(self, sql: str) -> bool:
        """Tell whether a statement puts something on disk by itself."""
        words = sql.lower().rstrip("; ").split()
        if words[0] in ("commit", "end"):
            return self._changed()
        if self.in_transaction:
            return False
        if words[0] in _DEFINES:
            return not (words[1:5] == ["table", "if", "not", "exists"] and self._has(words[5]))
        if words[0] == "pragma":
            return "wal_checkpoint" in sql or (words[-1] == "wal" and self._one("pragma journal_mode") != "wal")
        return words[0] in _CHANGES and self.isolation_level is None

    def told(self) -> str:
        """Return what the open transaction changes, in words."""
        return ", ".join(dict.fromkeys(self._noted)) or "pragma"

    def settled(self) -> None:
        """Forget what is on disk now."""
        self._changes, self._noted = self.total_changes, []

    def cursor(self, factory: Any = Cursor) -> Any:
        """Return a cursor that tells."""
        return super().cursor(factory)

    def execute(self, *given: Any) -> Any:
        """Run a statement on a cursor that tells."""
        return self.cursor().execute(*given)

    def executemany(self, *given: Any) -> Any:
        """As `execute`, for many parameters."""
        return self.cursor().executemany(*given)

    def executescript(self, *given: Any) -> Any:
        """As `execute`, for a script."""
        return self.cursor().executescript(*given)

    def commit(self) -> None:
        """End the transaction; where it changed something, that is a durable write."""
        self._commit(super().commit)

    def __exit__(self, kind: Any, *error: Any) -> Any:
        if kind is not None:
            self._noted = []
            return super().__exit__(kind, *error)
        return self._commit(lambda: super(Connection, self).__exit__(None, None, None))

    def close(self) -> None:
        """Fold the log into the database."""
        with self.around("close"):
            super().close()

    def _commit(self, commit: Callable[[], Any]) -> Any:
        if not self._changed():
            self._noted = []
            return commit()
        with self.around("commit", self.told()):
            result = commit()
        self.settled()
        return result

    def _changed(self) -> bool:
        defined = any(noted.split()[0] in _DEFINES for noted in self._noted)
        return self.in_transaction and (defined or self.total_changes != self._changes)

    def _has(self, table: str) -> bool:
        return self._one(f"select count(*) from sqlite_master where name = '{table}'") == 1

    def _one(self, sql: str) -> Any:
        return sqlite3.Cursor(self).execute(sql).fetchone()[0]


def statements(script: str) -> Iterator[str]:
    """Return the statements of a script, one by one."""
    held = ""
    for part in script.split(";"):
        held += f"{part};"
        if part.strip() and sqlite3.complete_statement(held):
            yield held.strip()
            held = ""
